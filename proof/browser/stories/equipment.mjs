// Shakers, dice and displays that fail, and what must be done before the next round.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";
import { moves, registersDice, seesChecklist } from "../things.mjs";

const motion = "reduce";
const BUY_IN = 100_000;
const CHIP = 100;

async function table(stage, book) {
  await stage.house([dealerTable(1, book)]);
  const [player, dealer] = [await stage.player({ motion }), await stage.dealer(1, { motion })];
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("small");
  await dealer.runTo("entry");
  return { player, dealer };
}

async function panel(person, tab) {
  await person.page.locator(".glance").first().click();
  const dialog = person.page.getByRole("dialog", { name: "Table 1" });
  await dialog.getByRole("tab", { name: person.say(`panel.${tab}`) }).click();
  return dialog;
}

/** The lights fail in Massachusetts: settled by hand before a superior, and no gaming until all is repaired and inspected. */
export async function a_failed_display_is_settled_by_hand_and_repaired(stage) {
  const { player, dealer } = await table(stage, "massachusetts");
  await dealer.sees(dealer.say("dice.age", { hours: 0, minutes: 0 }));
  const told = await dealer.call("display-failed");
  assert.match(told, new RegExp(dealer.say("remedy.settle-by-hand"), "u"));
  const manager = await stage.staff("shift", "/floor", { motion });
  const dialog = await panel(manager, "day");
  await dialog.getByRole("button", { name: manager.say("step.attest_presence") }).click();
  await dealer.enter(1, 2, 4);
  await dealer.confirm();
  await dealer.runTo("suspended");
  await comesTo(() => player.credit(), BUY_IN + CHIP, "the bet was paid by hand");
  await player.sees(player.say("phase.suspended"));

  await dialog.getByRole("button", { name: manager.say("step.attest_repair") }).click();
  await dialog.getByRole("tab", { name: manager.say("panel.equipment") }).click();
  await inspect(stage, manager, dialog, [4, 4, 1]);
  await dialog.getByRole("tab", { name: manager.say("panel.day") }).click();
  await dialog.getByRole("button", { name: manager.say("step.open_table") }).click();
  await dealer.runTo("betting");
}

/** Enters a trial, looks at the real display, and says that it is lit as it should be. */
async function inspect(stage, manager, dialog, faces, display = stage.screens.find(({ page }) => page.url().endsWith("/display"))) {
  const total = faces.reduce((sum, face) => sum + face, 0);
  for (const face of faces) await dialog.getByRole("button", { name: manager.say("entry.key", { face }), exact: true }).click();
  await dialog.getByRole("button", { name: manager.say("inspect.try") }).click();
  await dialog.getByText(manager.say("inspect.look", { dice: faces.join(" ") })).waitFor();
  assert.equal(await dialog.locator("[data-area]").count(), 0, "what should be lit is not told before they have looked");
  await display.sees(display.say("display.trial", { dice: faces.join(" ") }));
  const areas = display.page.locator("[data-area]");
  const ids = [...new Set(await areas.evaluateAll((found) => found.map(({ dataset }) => dataset.area)))];
  const lit = async () =>
    [...new Set(await display.page.locator("[data-area].lit").evaluateAll((found) => found.map(({ dataset }) => dataset.area)))].sort();
  await comesTo(lit, ids.filter((id) => wins(id, faces, total)).sort(), "exactly the winning areas are lit");
  await dialog.getByRole("button", { name: manager.say("inspect.is-lit") }).click();
  await comesTo(lit, [], "the trial is over");
}

/** What anybody can see of three dice; written for this story alone, and not taken from the server. */
function wins(id, faces, total) {
  const triple = faces.every((face) => face === faces[0]);
  const count = (face) => faces.filter((other) => other === face).length;
  const [kind, numbers = ""] = id.split("-");
  const each = [...numbers].map(Number);
  switch (kind) {
    case "small":
      return total <= 10 && !triple;
    case "big":
      return total >= 11 && !triple;
    case "any":
      return triple;
    case "single":
      return count(each[0]) >= 1;
    case "double":
      return count(each[0]) >= 2;
    case "triple":
      return count(each[0]) === 3;
    case "total":
      return total === Number(numbers);
    case "domino":
      return each.every((face) => count(face) >= 1);
    default:
      throw new Error(`what is ${id}?`);
  }
}

/** A die breaks in the ACT: the round is void, and the next one waits for sound dice. */
export async function a_broken_die_is_replaced_before_the_next_round(stage) {
  const { player, dealer } = await table(stage, "act");
  const second = await stage.dealer(1, { name: "shift", motion });
  await dealer.call("die-broken");
  await second.agree();
  await comesTo(() => player.credit(), BUY_IN, "the round is void");
  await dealer.sees(dealer.say("dice.damaged"));
  assert.equal(await dealer.page.locator(".next.card .go").isEnabled(), false, "nothing is opened with a broken die");

  await second.goto("/floor");
  await registersDice(second, 2, "14 15 16", "Table 1");
  await second.page.getByRole("tab", { name: second.say("floor.tab.tables") }).click();
  const dialog = await panel(second, "equipment");
  await dialog.getByRole("button", { name: second.say("step.remove_dice") }).click();
  await dialog.getByText(second.say("dice.none")).waitFor();
  await dialog.getByRole("button", { name: second.say("inspect.lock") }).click();
  await dialog.locator("span").getByText(second.say("dice.set", { set: 2 })).waitFor();
  await seesChecklist(second, dialog);
  await dealer.runTo("betting");
}

/** The display is a browser of its own: tried there, cut off, missed, and back. */
export async function a_display_is_tried_where_it_stands_and_missed_when_it_is_cut(stage) {
  await stage.house([dealerTable(1, "maryland", { shown: false })]);
  const manager = await stage.staff("shift", "/floor", { motion });
  await manager.page.getByRole("tab", { name: manager.say("floor.tab.terminals") }).click();
  await manager.page.getByRole("button", { name: manager.say("displays.code") }).click();
  const code = (await manager.page.locator(".code").innerText()).split("\n")[0].trim();
  const display = await stage.screen({ motion, size: "hd" });
  await display.goto("/display");
  await display.page.getByLabel(display.say("enrol.code")).fill(code);
  await display.page.getByRole("button", { name: display.say("enrol.go") }).click();
  await display.page.locator("[data-area]").first().waitFor();

  await manager.goto("/floor");
  const dialog = await panel(manager, "equipment");
  await inspect(stage, manager, dialog, [1, 2, 6], display);
  await dialog.getByRole("tab", { name: manager.say("panel.day") }).click();
  await dialog.getByRole("button", { name: manager.say("step.take_shaker") }).click();
  await dialog.getByRole("button", { name: manager.say("step.open_table") }).click();
  await dialog.getByRole("button", { name: manager.say("step.leave_shaker") }).click();
  const dealer = await stage.dealer(1, { motion });
  await dealer.runTo("betting");

  await stage.cut(display);
  await dealer.sees(dealer.say("display.none"));
  await dealer.settle(1, 2, 3);
  await dealer.sees(new RegExp(dealer.say("need.display"), "u"));
  await stage.mend(display);
  await display.goto("/display");
  await dealer.runTo("betting");
}

/** Dice of the first table are no choice at the second until they were moved there, and broken ones are none anywhere. */
export async function dice_are_used_where_they_are_and_broken_ones_nowhere(stage) {
  await stage.house([dealerTable(1, "act"), dealerTable(2, "act")]);
  const manager = await stage.staff("shift", "/floor", { motion });
  const { page } = manager;
  const name = await registersDice(manager, 7, "71 72 73", "Table 1");
  const equipmentOf = async (table) => {
    await page.getByRole("tab", { name: manager.say("floor.tab.tables") }).click();
    await page.locator(".glance").filter({ hasText: table }).click();
    const dialog = page.getByRole("dialog", { name: table });
    await dialog.getByRole("tab", { name: manager.say("panel.equipment") }).click();
    return dialog;
  };
  const offered = (dialog) => dialog.getByLabel(manager.say("inspect.set")).getByRole("option", { name });
  let dialog = await equipmentOf("Table 2");
  assert.equal(await offered(dialog).count(), 0, "dice of another table are offered");
  await page.keyboard.press("Escape");
  await moves(manager, name, "Table 2");
  dialog = await equipmentOf("Table 2");
  await dialog.getByRole("button", { name: manager.say("step.remove_dice") }).click();
  await dialog.getByText(manager.say("dice.none")).waitFor();
  await dialog.getByLabel(manager.say("inspect.set")).selectOption({ label: name });
  await dialog.getByRole("button", { name: manager.say("inspect.lock") }).click();
  await dialog.locator("span").getByText(manager.say("dice.set", { set: 7 })).waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: manager.say("floor.tab.things") }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByRole("button", { name: manager.say("things.open") }).click();
  const known = page.getByRole("dialog", { name });
  await known.getByLabel(manager.say("irregularity.reason")).fill("a chipped corner");
  await known.getByRole("button", { name: manager.say("things.report") }).click();
  await page.keyboard.press("Escape");
  await row.getByText(manager.say("things.damaged")).waitFor();
  dialog = await equipmentOf("Table 2");
  await dialog.getByText(manager.say("dice.damaged")).waitFor();
  await dialog.getByRole("button", { name: manager.say("step.remove_dice") }).click();
  await dialog.getByText(manager.say("dice.none")).waitFor();
  assert.equal(await offered(dialog).count(), 0, "broken dice are offered");
}
