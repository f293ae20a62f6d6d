// Money between cage and seat: a voucher is sold, played with, cashed out, and paid out once.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const SOLD = 25_000;
const CHIP = 100;

async function told(page) {
  const dialog = page.locator("dialog:has(.voucher)");
  await dialog.waitFor();
  const token = await dialog.locator(".token").innerText();
  await dialog.locator(".foot .main").click();
  await dialog.waitFor({ state: "detached" });
  return token.trim();
}

export async function a_voucher_goes_from_the_cage_to_a_seat_and_back(stage) {
  await stage.house([dealerTable(1, "act")]);
  const motion = "reduce";
  const cashier = await stage.staff("cashier", "/cage", { motion });
  await cashier.page.getByLabel(cashier.say("cage.amount")).fill("250");
  await cashier.page.getByLabel(cashier.say("house.currency")).selectOption("AUD");
  await cashier.page.locator("form button.main").click();
  const token = await told(cashier.page);

  const player = await stage.player({ motion });
  await player.take(1);
  await player.sitWith(token);
  await comesTo(() => player.credit(), SOLD, "the voucher has become credit");

  const dealer = await stage.dealer(1, { motion });
  await dealer.runTo("betting");
  await player.bet("small");
  await dealer.settle(1, 2, 4);
  await comesTo(() => player.credit(), SOLD + CHIP, "small has won");

  await player.press("actions.session");
  await player.press("session.leave");
  const out = await told(player.page);
  await player.page.locator("li.table").first().waitFor();

  const { page } = cashier;
  const found = page.locator(".found");
  await lookUp(cashier, token);
  await found.getByText(cashier.say("voucher.state.spent")).waitFor();
  await lookUp(cashier, out);
  await page.getByRole("button", { name: cashier.say("cage.pay-out", { amount: "AUD\u00a0251" }) }).click();
  await found.getByText(cashier.say("voucher.state.redeemed")).waitFor();
  assert.equal(await found.getByRole("button").count(), 0, "it is paid once");
}

async function lookUp(cashier, token) {
  await cashier.page.getByLabel(cashier.say("cage.voucher")).fill(token);
  await cashier.press("cage.look-up");
}
