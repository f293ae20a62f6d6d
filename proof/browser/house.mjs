// A house of its own for every story: a demo on a free loopback port, in a folder that is thrown away.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The eight rule books, in the order of the tables that `eightTables` sets up. */
export const BOOKS = [
  "massachusetts",
  "maryland",
  "act",
  "pennsylvania-a",
  "pennsylvania-b",
  "singapore-1",
  "singapore-2",
  "singapore-3",
];

const STARTS_WITHIN_MS = 60_000;
const LIMITS = { min: 100, max: 100_000, multiple: 100, seatMax: 1_000_000 };
/** People in stories are fast; nobody waits for a clock but where the clock is the story. */
const TIMES = { betting_ms: 600_000, betting_min_ms: 0, warning_ms: 1_000, show_ms: 1_500, pause_ms: 500 };

/** A table that a dealer runs, number `number`, under `book`, or under the house's `own` book that extends it. */
export function dealerTable(number, book, more = {}) {
  return { number, book, name: `Table ${number}`, run: "dealer", ...more };
}

/** A table with random dice, fast enough for stories. */
export function automaticTable(number, book, more = {}) {
  return { number, book, name: `Table ${number}`, run: "automatic", times: { ...TIMES, betting_ms: 4_000 }, ...more };
}

/** One dealer-run table for each rule book. */
export function eightTables() {
  return BOOKS.map((book, place) => dealerTable(place + 1, book));
}

export class House {
  constructor(binary, tables, doors = {}) {
    this.binary = binary;
    this.folder = mkdtempSync(join(tmpdir(), "taisai-story-"));
    this.logins = {};
    this.doors = doors;
    this.names(tables);
  }

  /** Writes the configuration; the server reads it when it starts. */
  names(tables) {
    for (const { number, own } of tables) if (own !== undefined) writeFileSync(join(this.folder, `book-${number}.toml`), own);
    writeFileSync(join(this.folder, "floor.toml"), configuration(tables, this.doors));
  }

  static async open(binary, tables, doors) {
    const house = new House(binary, tables, doors);
    house.port = await freePort();
    house.url = `http://127.0.0.1:${house.port}`;
    await house.start();
    return house;
  }

  /** Starts the server, or starts it again on the same port and journal. */
  async start() {
    const args = ["demo", "--data", join(this.folder, "data"), "--config", join(this.folder, "floor.toml")];
    this.server = spawn(this.binary, [...args, "--listen", `127.0.0.1:${this.port}`]);
    this.said = "";
    this.complained = "";
    this.server.stdout.on("data", (text) => (this.said += text));
    this.server.stderr.on("data", (text) => (this.complained += text));
    this.ended = new Promise((resolve) => this.server.once("exit", resolve));
    await this.#ready();
    for (const [, name, password] of this.said.matchAll(/^ {2}([a-z-]+) +([0-9a-f]{16}) /gmu))
      this.logins[name] = password;
  }

  async #ready() {
    const until = Date.now() + STARTS_WITHIN_MS;
    while (Date.now() < until) {
      if (this.server.exitCode !== null)
        throw new Error(`the server ended: ${this.complained.slice(-500)}`);
      const told = await fetch(`${this.url}/readyz`).catch(() => null);
      if (told?.ok && this.said.includes("listens at")) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("the server is not ready");
  }

  /** As a power cut does. */
  async kill() {
    this.server.kill("SIGKILL");
    await this.ended;
  }

  async stop() {
    this.server.kill("SIGTERM");
    await this.ended;
  }

  async close() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function configuration(tables, doors) {
  const lines = Object.entries(doors).map(([key, value]) => `${key} = ${value}`);
  const day = `[day]\nshifts = ["06:00"]\nutc_offset = "+00:00"`;
  const cage = `[cage]\nlarge = [{ currency = "AUD", amount = 100000 }]`;
  return [`house = "Harbour House"`, `[doors]\n${lines.join("\n")}`, day, cage, ...tables.map(section)].join("\n\n");
}

function section({ number, name, book, own, run, kind = "electronic", times = TIMES, limits = LIMITS, families = {} }) {
  const { min, max, multiple, seatMax } = limits;
  const special = Object.entries(families).map(([family, { min, max, multiple }]) => `${family} = { min = ${min}, max = ${max}, multiple = ${multiple} }`);
  // Under ACT 4.1 everybody has three seconds to bet, people in stories too.
  const least = book === "act" ? Math.max(times.betting_min_ms, 3_000) : times.betting_min_ms;
  const lines = Object.entries({ ...times, betting_min_ms: least }).map(([key, value]) => `${key} = ${value}`);
  return `[[table]]
number = ${number}
name = "${name}"
${own === undefined ? `book = "${book}"` : `book_file = "book-${number}.toml"`}
run = "${run}"
kind = "${kind}"
[table.limits]
usual = { min = ${min}, max = ${max}, multiple = ${multiple} }
seat_max = ${seatMax}
exposure_max = 10000000000
[table.limits.families]
${special.join("\n")}
[table.times]
${lines.join("\n")}`;
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
