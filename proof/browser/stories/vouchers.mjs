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

/** A round is corrected after its player went home: what they are owed waits at the cage, in the table's own currency. */
export async function money_owed_to_a_player_who_left_is_paid_by_a_voucher(stage) {
  await stage.house([dealerTable(1, "singapore-1"), dealerTable(2, "act")]);
  const motion = "reduce";
  const [player, dealer] = [await stage.player({ motion }), await stage.dealer(2, { motion })];
  await player.play(2);
  await dealer.runTo("betting");
  await player.bet("big");
  await dealer.settle(1, 2, 3);
  await player.press("actions.session");
  await player.press("session.leave");
  await told(player.page);

  const [first, second] = [await stage.staff("floor", "/floor", { motion }), await stage.staff("shift", "/floor", { motion })];
  await first.page.locator(".glance", { hasText: "Table 2" }).click();
  const dialog = first.page.getByRole("dialog", { name: "Table 2" });
  await dialog.getByRole("tab", { name: first.say("panel.rounds") }).click();
  await dialog.getByRole("checkbox", { name: "1", exact: true }).check();
  await dialog.getByLabel(first.say("irregularity.reason")).fill("seen on tape");
  for (const face of [4, 5, 6]) await dialog.getByRole("button", { name: first.say("entry.key", { face }), exact: true }).click();
  await dialog.getByRole("button", { name: first.say("rounds.correct") }).click();
  await dialog.locator(".preview").waitFor();
  await dialog.getByRole("button", { name: first.say("rounds.propose") }).click();
  await second.page.getByRole("tab", { name: second.say("floor.tab.approvals") }).click();
  await second.press("proposals.approve");
  const asked = second.page.getByRole("dialog", { name: second.say("fresh.title") });
  await Promise.race([asked.waitFor(), second.sees(second.say("approvals.none"))]);
  if (await asked.isVisible()) await second.givePassword();
  await second.sees(second.say("approvals.none"));

  const cashier = await stage.staff("cashier", "/cage", { motion });
  const owed = cashier.page.getByRole("listitem").filter({ has: cashier.button("cage.pay-owed") });
  await comesTo(() => owed.locator("strong").innerText(), "AUD\u00a02", "the stake and the win");
  await cashier.page.getByLabel(cashier.say("cage.owed-reason")).fill("shown a passport");
  await cashier.press("cage.pay-owed");
  const token = await told(cashier.page);
  await owed.waitFor({ state: "detached" });
  await lookUp(cashier, token);
  await cashier.page.getByRole("button", { name: cashier.say("cage.pay-out", { amount: "AUD\u00a02" }) }).click();
  await cashier.page.locator(".found").getByText(cashier.say("voucher.state.redeemed")).waitFor();
}

/** A voucher that was shown and not taken: Escape, a reload and a cut line bring it back, until the player says so. */
export async function a_voucher_is_shown_until_the_player_has_it(stage) {
  await stage.house([dealerTable(1, "act")]);
  const player = await stage.player({ motion: "reduce" });
  const { page } = player;
  await player.play(1);
  await player.press("actions.session");
  await player.press("session.leave");
  const dialog = page.locator("dialog:has(.voucher)");
  await dialog.waitFor();
  const token = await dialog.locator(".token").innerText();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.ok(await dialog.isVisible(), "Escape does not throw it away");
  await page.reload();
  await dialog.waitFor();
  assert.equal(await dialog.locator(".token").innerText(), token, "it is the same after a reload");
  await player.press("voucher.have");
  await page.locator("li.table").first().waitFor();
}

/** Paper that was lost: a cashier looks it up by its number and proposes another, a second person agrees. */
export async function a_voucher_without_its_paper_is_made_out_anew(stage) {
  await stage.house([dealerTable(1, "act")]);
  const motion = "reduce";
  const cashier = await stage.staff("cashier", "/cage", { motion });
  await cashier.page.getByLabel(cashier.say("cage.amount")).fill("250");
  await cashier.page.getByLabel(cashier.say("house.currency")).selectOption("AUD");
  await cashier.page.locator("form button.main").click();
  const lost = await told(cashier.page);
  const number = await cashier.page.locator("table").last().locator("tbody td").first().innerText();
  await lookUp(cashier, number);
  await cashier.page.getByLabel(cashier.say("cage.lost-reason")).fill("the printer was empty");
  await cashier.press("cage.lost-propose");
  await cashier.sees(cashier.say("cage.lost-second"));

  const second = await stage.staff("shift", "/floor", { motion });
  await second.page.getByRole("tab", { name: second.say("floor.tab.approvals") }).click();
  await second.press("proposals.approve");
  const dialog = second.page.locator("dialog:has(.voucher)");
  const asked = second.page.getByRole("dialog", { name: second.say("fresh.title") });
  await Promise.race([asked.waitFor(), dialog.waitFor()]);
  if (await asked.isVisible()) await second.givePassword();
  const anew = await told(second.page);

  const found = cashier.page.locator(".found");
  await lookUp(cashier, lost);
  await found.getByText(cashier.say("voucher.state.replaced")).waitFor();
  await lookUp(cashier, anew);
  await cashier.page.getByRole("button", { name: cashier.say("cage.pay-out", { amount: "AUD\u00a0250" }) }).click();
  await found.getByText(cashier.say("voucher.state.redeemed")).waitFor();
}

/** A cashier sold a voucher and the page was reloaded before it was printed: it was nowhere to be seen. */
export async function a_voucher_that_was_sold_is_shown_again_after_a_reload(stage) {
  await stage.house([dealerTable(1, "act")]);
  const cashier = await stage.staff("cashier", "/cage", { motion: "reduce" });
  const { page } = cashier;
  await page.getByLabel(cashier.say("cage.amount")).fill("1,00");
  await page.getByLabel(cashier.say("house.currency")).selectOption("AUD");
  await page.getByRole("button", { name: cashier.say("cage.sell-for", { amount: "AUD\u00a01" }) }).click();
  const dialog = page.locator("dialog:has(.voucher)");
  await dialog.waitFor();
  const token = await dialog.locator(".token").innerText();
  await page.reload();
  await dialog.waitFor();
  assert.equal(await dialog.locator(".token").innerText(), token, "it is the same one");
  await cashier.press("voucher.have");
  await comesTo(() => page.locator("table").last().locator("tbody tr").count(), 1, "and was sold once");
  await page.reload();
  await page.locator("table").last().locator("tbody tr").first().waitFor();
  assert.equal(await dialog.count(), 0, "somebody has it");
}

/** One person buys twice, together for more than the house's amount: it is a security event, and stands in the list. */
export async function two_sales_to_one_person_are_a_large_transaction(stage) {
  await stage.house([dealerTable(1, "act")]);
  const motion = "reduce";
  const cashier = await stage.staff("cashier", "/cage", { motion });
  for (const amount of ["600", "401"]) {
    await cashier.page.getByLabel(cashier.say("cage.amount")).fill(amount);
    await cashier.page.getByLabel(cashier.say("house.currency")).selectOption("AUD");
    await cashier.page.getByLabel(cashier.say("cage.person")).fill("passport 17");
    await cashier.page.locator("form button.main").click();
    await told(cashier.page);
  }
  const floor = await stage.staff("floor", "/floor", { motion });
  await floor.page.getByRole("tab", { name: floor.say("floor.tab.security") }).click();
  await floor.page.getByText(floor.say("security.large-transaction")).waitFor();
  await floor.press("large.show");
  const list = floor.page.locator("section", { has: floor.page.getByRole("heading", { name: floor.say("large.title") }) });
  await list.getByText(floor.say("large.above", { amount: "AUD\u00a01,000" })).waitFor();
  assert.equal(await list.locator("tbody tr").count(), 2, "both sales");
  assert.equal(await list.getByRole("cell", { name: "passport 17" }).count(), 2, "and whom the cashier named");
  assert.equal(await cashier.page.getByText("passport 17").count(), 0, "no paper has it");
}
