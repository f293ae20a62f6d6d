// A standing table moves to another edition of its rule book: what differs is read on the floor's screen, and two agree.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";
import { seesChecklist } from "../things.mjs";

const motion = "reduce";
const BUY_IN = 100_000;
const CHIP = 100;

/** A table under the house's own book, in which a specific triple pays so much to one. */
function table(triple) {
  const own = `extends = "maryland"\nid = "harbour"\nname = "Harbour"\nwager.triple.pays = "${triple} to 1"\n`;
  return dealerTable(1, "maryland", { own, shown: false });
}

async function tab(person, name) {
  await person.page.getByRole("tab", { name: person.say(`floor.tab.${name}`) }).click();
}

/** Agrees on the list of approvals, with the password where it was not given just now. */
async function agree(person) {
  await tab(person, "approvals");
  await person.press("proposals.approve");
  const asked = person.page.getByRole("dialog", { name: person.say("fresh.title") });
  const none = person.page.getByText(person.say("approvals.none"));
  await Promise.race([asked.waitFor(), none.waitFor()]);
  if (await asked.isVisible()) await person.givePassword();
  await none.waitFor();
}

export async function a_table_moves_to_the_edition_that_the_file_names_when_two_agree(stage) {
  const house = await stage.house([table(160)]);
  await stage.assign("pit", 1);
  house.names([table(170)]);
  await house.stop();
  await house.start();

  const first = await stage.staff("shift", "/floor", { motion });
  const second = await stage.staff("pit", "/floor", { motion });
  await first.page.locator(".glance").getByText(first.say("move.edition")).waitFor();
  await first.page.locator(".glance").click();
  const dialog = first.page.getByRole("dialog", { name: "Table 1" });
  await dialog.getByRole("tab", { name: first.say("panel.day") }).click();
  const line = dialog.getByRole("row").filter({ hasText: "wager.triple.pays" });
  await line.waitFor();
  assert.match(await line.innerText(), /160 to 1\s+170 to 1/u);
  await dialog.getByLabel(first.say("move.reason"), { exact: true }).fill("edition of May");
  await dialog.getByRole("button", { name: first.say("move.propose") }).click();
  await first.page.keyboard.press("Escape");
  await tab(first, "approvals");
  const own = first.page.getByRole("button", { name: first.say("proposals.approve") });
  await own.waitFor();
  assert.equal(await own.isEnabled(), false, "nobody agrees with themselves");

  await agree(second);
  await tab(first, "tables");
  await comesTo(() => first.page.getByText(first.say("move.edition")).count(), 0, "it plays what is named");
  await first.page.locator(".glance").click();
  await dialog.getByRole("tab", { name: first.say("panel.equipment") }).click();
  await seesChecklist(first, dialog);
  await stage.show([1]);

  const [player, dealer] = [await stage.player({ motion }), await stage.dealer(1, { motion })];
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("triple-6");
  await dealer.settle(6, 6, 6);
  await comesTo(() => player.credit(), BUY_IN + 170 * CHIP, "paid by what the layout says now");
}
