// A voucher's QR code before the camera of the cage: Chromium's own fake camera shows a film that the story draws.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dealerTable } from "../house.mjs";

const [WIDTH, HEIGHT] = [640, 480];
const motion = "reduce";

/** One picture as a film without end: grey values of every point, no colour. */
function film(light) {
  const grey = Buffer.alloc(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) grey[y * WIDTH + x] = light(x, y);
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), grey, colour]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}

/** The code as the voucher's paper shows it, held before the camera a little off the middle. */
async function codeOnPaper(page) {
  const { size, dark } = await page.locator("dialog .voucher svg").evaluate((svg) => {
    const size = svg.viewBox.baseVal.width;
    const path = new Path2D(svg.querySelector("path").getAttribute("d"));
    const pen = document.createElement("canvas").getContext("2d");
    const dark = [];
    for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) dark.push(pen.isPointInPath(path, x + 0.5, y + 0.5));
    return { size, dark };
  });
  const module = Math.floor(380 / size);
  return film((x, y) => {
    const [column, row] = [Math.floor((x - 110) / module), Math.floor((y - 50) / module)];
    const isOn = 0 <= column && column < size && 0 <= row && row < size && dark[row * size + column];
    return isOn ? 30 : 225;
  });
}

export async function a_voucher_is_read_by_the_camera_and_paid(stage) {
  const folder = mkdtempSync(join(tmpdir(), "taisai-camera-"));
  const file = join(folder, "paper.y4m");
  writeFileSync(file, film(() => 225));
  try {
    await stage.withCamera(file);
    await stage.house([dealerTable(1, "act")]);
    const cashier = await stage.staff("cashier", "/cage", { motion });
    const { page } = cashier;
    await page.getByLabel(cashier.say("cage.amount")).fill("40");
    await page.getByLabel(cashier.say("house.currency")).selectOption("AUD");
    await page.locator("form button.main").click();
    await page.locator("dialog .voucher svg").waitFor();
    writeFileSync(file, await codeOnPaper(page));
    await page.locator("dialog .foot .main").click();
    await cashier.press("cage.scan");
    await page.getByRole("button", { name: cashier.say("cage.pay-out", { amount: "AUD\u00a040" }) }).click();
    await page.locator(".found").getByText(cashier.say("voucher.state.redeemed")).waitFor();
    await cashier.button("cage.scan").waitFor();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function without_a_camera_the_cage_says_so_and_takes_the_number(stage) {
  await stage.house([dealerTable(1, "act")]);
  const cashier = await stage.staff("cashier", "/cage", { motion });
  await cashier.press("cage.scan");
  await cashier.page.getByRole("alert").getByText(cashier.say("cage.no-camera")).waitFor();
  await cashier.page.getByLabel(cashier.say("cage.voucher")).fill("nothing-like-a-voucher");
  await cashier.press("cage.look-up");
  await cashier.page.getByRole("alert").nth(1).waitFor();
}
