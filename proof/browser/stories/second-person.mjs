// What takes two people on two screens: corrections and voids of settled rounds, with every posting shown before.

import assert from "node:assert/strict";
import { automaticTable, dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const BUY_IN = 100_000;
const CHIP = 100;

/** A table of Singapore at which rounds are played by one player, and two people of the floor. */
async function floor(stage) {
  await stage.house([dealerTable(1, "singapore-1")]);
  const motion = "reduce";
  const player = await stage.player({ motion });
  const dealer = await stage.dealer(1, { motion });
  await player.play(1);
  const first = await stage.staff("floor", "/floor", { motion });
  const second = await stage.staff("shift", "/floor", { motion });
  return { player, dealer, first, second };
}

async function round({ player, dealer }, area, ...dice) {
  await dealer.runTo("betting");
  await player.bet(area);
  await dealer.settle(...dice);
}

/** Opens the rounds of the table on a floor screen. */
async function rounds(person) {
  await person.page.locator(".glance").first().click();
  const dialog = person.page.getByRole("dialog", { name: "Table 1" });
  await dialog.getByRole("tab", { name: person.say("panel.rounds") }).click();
  return dialog;
}

async function pick(dialog, ...numbers) {
  for (const number of numbers) await dialog.getByRole("checkbox", { name: String(number), exact: true }).check();
}

/** Agrees on the list of approvals, after a look at what it does to the money. */
async function agree(person) {
  const { page } = person;
  await page.getByRole("tab", { name: person.say("floor.tab.approvals") }).click();
  await page.getByText(person.say("preview.open")).click();
  await page.locator(".preview").waitFor();
  const told = await page.locator(".preview").innerText();
  await page.getByRole("button", { name: person.say("proposals.approve") }).click();
  const asked = page.getByRole("dialog", { name: person.say("fresh.title") });
  const none = page.getByText(person.say("approvals.none"));
  await Promise.race([asked.waitFor(), none.waitFor()]);
  if (await asked.isVisible()) await person.givePassword();
  await none.waitFor();
  return told;
}

export async function a_correction_moves_the_money_only_when_a_second_person_agrees(stage) {
  const people = await floor(stage);
  const { player, first, second } = people;
  await round(people, "big", 1, 2, 3);
  await comesTo(() => player.credit(), BUY_IN - CHIP, "big lost");

  const dialog = await rounds(first);
  await pick(dialog, 1);
  await dialog.getByLabel(first.say("irregularity.reason")).fill("seen on tape");
  for (const face of [4, 5, 6]) await dialog.getByRole("button", { name: first.say("entry.key", { face }), exact: true }).click();
  await dialog.getByRole("button", { name: first.say("rounds.correct") }).click();
  await dialog.getByText(first.say("preview.second")).waitFor();
  await dialog.getByRole("cell", { name: "+$2" }).first().waitFor();
  await dialog.getByRole("button", { name: first.say("rounds.propose") }).click();

  await first.page.keyboard.press("Escape");
  await first.page.getByRole("tab", { name: first.say("floor.tab.approvals") }).click();
  const own = first.page.getByRole("button", { name: first.say("proposals.approve") });
  await own.waitFor();
  assert.equal(await own.isEnabled(), false, "nobody agrees with themselves");
  assert.equal(await player.credit(), BUY_IN - CHIP, "nothing has moved yet");

  assert.match(await agree(second), /\+\$2/u);
  await comesTo(() => player.credit(), BUY_IN + CHIP, "big has won after all");
  await player.outcome().getByText(player.say("outcome.corrected")).waitFor();
}

/** Nobody has entered what was drawn: there is nothing to put right, and only a void is offered. */
export async function a_draw_is_made_void_and_never_corrected(stage) {
  await stage.house([automaticTable(1, "singapore-1")]);
  const first = await stage.staff("floor", "/floor", { motion: "reduce" });
  const dialog = await rounds(first);
  await pick(dialog, 1);
  await dialog.getByLabel(first.say("irregularity.reason")).fill("seen on tape");
  assert.equal(await dialog.getByRole("button", { name: first.say("rounds.correct") }).count(), 0, "no dice but those drawn");
  await dialog.getByLabel(first.say("irregularity.title")).selectOption("dispute");
  await dialog.getByRole("button", { name: first.say("rounds.void") }).click();
  await dialog.locator(".preview").waitFor();
}

export async function rounds_with_damaged_dice_are_void_together(stage) {
  const people = await floor(stage);
  const { player, first, second } = people;
  await round(people, "big", 1, 2, 3);
  await round(people, "big", 4, 5, 5);
  await round(people, "small", 1, 2, 3);
  await comesTo(() => player.credit(), BUY_IN + CHIP, "one lost, two won");

  const dialog = await rounds(first);
  await pick(dialog, 1, 2, 3);
  await dialog.getByLabel(first.say("irregularity.reason")).fill("an edge is chipped");
  await dialog.getByLabel(first.say("irregularity.title")).selectOption("dice-damaged");
  await dialog.getByRole("button", { name: first.say("rounds.void") }).click();
  await dialog.locator(".preview").waitFor();
  await dialog.getByRole("button", { name: first.say("rounds.propose") }).click();
  await agree(second);

  await comesTo(() => player.credit(), BUY_IN, "as if none of the three had been played");
  await player.page.keyboard.press("h");
  await comesTo(() => player.page.getByRole("dialog").getByText(player.say("history.void"), { exact: true }).count(), 3);
}

/** The dealer sees the mistake when the losers are gone: nobody waits until the wrong winners are paid. */
export async function a_wrong_entry_is_put_right_before_wrong_winners_are_paid(stage) {
  const people = await floor(stage);
  const { player, dealer, first, second } = people;
  await dealer.runTo("betting");
  await player.bet("big");
  await dealer.runTo("entry");
  await dealer.enter(1, 2, 3);
  await dealer.confirm();
  await dealer.runTo("paying");

  const dialog = await rounds(first);
  await dialog.getByText(first.say("rounds.playing"), { exact: true }).waitFor();
  await pick(dialog, 1);
  await dialog.getByLabel(first.say("irregularity.reason")).fill("keyed in wrongly");
  for (const face of [4, 5, 6]) await dialog.getByRole("button", { name: first.say("entry.key", { face }), exact: true }).click();
  await dialog.getByRole("button", { name: first.say("rounds.correct") }).click();
  await dialog.getByText(first.say("preview.second")).waitFor();
  await dialog.getByRole("button", { name: first.say("rounds.propose") }).click();
  await agree(second);

  await dealer.runTo("idle");
  await comesTo(() => player.credit(), BUY_IN + CHIP, "big has won after all");
}

/** A player cheated, and the camera shows it when the round is over. */
export async function one_players_bets_of_a_settled_round_are_made_void(stage) {
  const people = await floor(stage);
  const { player, first, second } = people;
  await round(people, "big", 4, 5, 6);
  await comesTo(() => player.credit(), BUY_IN + CHIP, "big won");

  const dialog = await rounds(first);
  await pick(dialog, 1);
  await dialog.getByLabel(first.say("irregularity.reason")).fill("a late bet");
  await dialog.getByRole("button", { name: first.say("rounds.void-bets") }).click();
  await dialog.getByText(first.say("preview.second")).waitFor();
  await dialog.getByRole("cell", { name: "-$1" }).first().waitFor();
  await dialog.getByRole("button", { name: first.say("rounds.propose") }).click();
  assert.equal(await player.credit(), BUY_IN + CHIP, "nothing has moved yet");

  assert.match(await agree(second), /-\$1/u);
  await comesTo(() => player.credit(), BUY_IN, "the stake is back, the win is gone");
}
