// A shaker that a player activates: the dealer chooses the player, and only that player shakes.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";
import { registersDice, registersShaker, seesChecklist } from "../things.mjs";

const motion = "reduce";

/** Puts a player-activated shaker with sound dice in the place of the one that was there. */
async function bringShaker(stage) {
  const manager = await stage.staff("shift", "/floor", { motion });
  await registersShaker(manager, 2, "player-activated", "Table 1");
  await registersDice(manager, 2, "14 15 16", "Table 1");
  await manager.page.getByRole("tab", { name: manager.say("floor.tab.tables") }).click();
  await manager.page.locator(".glance").first().click();
  const dialog = manager.page.getByRole("dialog", { name: "Table 1" });
  await dialog.getByRole("tab", { name: manager.say("panel.equipment") }).click();
  const press = (key) => dialog.getByRole("button", { name: manager.say(key), exact: true }).click();
  await press("step.remove_dice");
  await dialog.getByText(manager.say("dice.none")).waitFor();
  await press("inspect.remove");
  const here = dialog.getByLabel(manager.say("inspect.here"));
  await here.selectOption({ label: manager.say("things.name", { kind: manager.say("things.kind.shaker"), number: 2 }) });
  await press("inspect.bring");
  await dialog.getByText(manager.say("shaker.player-activated")).and(dialog.locator(":not(option)")).first().waitFor();
  const second = manager.say("things.name", { kind: manager.say("things.kind.dice"), number: 2 });
  await dialog.getByLabel(manager.say("inspect.set")).selectOption({ label: second });
  await press("inspect.lock");
  await dialog.locator("span").getByText(manager.say("dice.set", { set: 2 })).waitFor();
  await dialog.getByLabel(manager.say("inspect.tosses")).fill("3");
  await press("inspect.attest");
  await seesChecklist(manager, dialog);
  return manager;
}

export async function a_player_whom_the_dealer_chooses_shakes_the_dice(stage) {
  await stage.house([dealerTable(1, "pennsylvania-a")]);
  await bringShaker(stage);
  const [first, second] = [await stage.player({ motion }), await stage.player({ motion })];
  const dealer = await stage.dealer(1, { motion });
  await first.play(1);
  await second.play(1);
  await dealer.runTo("betting");
  await second.bet("small");
  await dealer.runTo("no-more-bets");
  assert.equal(await first.page.getByText(first.say("shake.yours")).count(), 0, "nobody shakes who was not chosen");

  const seats = dealer.page.getByRole("region", { name: dealer.say("seats.title") });
  const theirs = seats.getByRole("listitem").filter({ hasText: /^2/u });
  await theirs.getByRole("button", { name: dealer.say("seats.select") }).click();
  await theirs.getByText(dealer.say("seats.selected")).waitFor();
  await second.sees(second.say("shake.yours"));
  assert.equal(await first.page.getByText(first.say("shake.yours")).count(), 0, "nor who was passed over");
  await second.press("step.shake");
  await dealer.heading("shaken").waitFor();
  await dealer.settle(1, 2, 4);
  await comesTo(() => second.credit(), 100_100, "small has won");
}
