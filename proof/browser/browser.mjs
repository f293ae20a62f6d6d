// The browser of every check: Debian's Chromium, without a way out of this machine.

import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

export function launch(more = []) {
  return chromium.launch({ executablePath: find("chromium"), args: [...FLAGS, ...more] });
}

/** A camera that sees a file, and is always allowed. */
export function cameraFlags(file) {
  return ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", `--use-file-for-fake-video-capture=${file}`];
}

function find(program) {
  return execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
}
