// What the rule documents want people to see, seen on the screens.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const motion = "reduce";

async function table(stage, book = "act") {
  await stage.house([dealerTable(1, book)]);
  const [player, dealer] = [await stage.player({ motion }), await stage.dealer(1, { motion })];
  const display = await stage.screen({ motion, size: "hd" });
  await display.goto("/display/1");
  await player.play(1);
  return { player, dealer, display };
}

/** Opens a page of the table's panel on a floor screen. */
async function panel(person, tab) {
  await person.page.locator(".glance").first().click();
  const dialog = person.page.getByRole("dialog", { name: "Table 1" });
  await dialog.getByRole("tab", { name: person.say(`panel.${tab}`) }).click();
  return dialog;
}

export async function the_rules_are_read_at_the_terminal(stage) {
  const { player } = await table(stage);
  await player.page.keyboard.press("l");
  const [rules] = await Promise.all([
    player.context.waitForEvent("page"),
    player.page.getByRole("dialog").getByRole("link", { name: player.say("rules.link") }).click(),
  ]);
  await rules.getByRole("heading", { name: player.say("rules.summary") }).waitFor();
  await rules.getByRole("link", { name: player.say("rules.whole") }).click();
  const { lines } = await (await fetch(`${stage.opened.url}/api/v1/books/act`)).json();
  const shown = await rules.locator("main").innerText();
  assert.ok(shown.includes("Summary of the rules"), "it says what it is");
  // Every clause of the procedure, the limits and the irregularities is told.
  const told = /^(wager|procedure|limits|irregularity|people|betting)\./u;
  const duties = lines.filter(({ key, value }) => told.test(key) && value !== "no" && key !== "wager.double_on_triple");
  for (const { key, clause } of duties)
    for (const part of clause.split("; ")) assert.ok(shown.includes(part), `${key}: ${part}`);
}

export async function wherever_results_are_listed_a_line_says_that_the_dice_prevail(stage) {
  const { player, dealer, display } = await table(stage);
  await dealer.runTo("betting");
  await dealer.settle(1, 2, 4);
  await display.sees(display.say("display.prevail"));
  await player.sees(player.say("history.information"));
  await player.page.keyboard.press("h");
  for (const tab of ["results", "roads", "frequencies", "mine"]) {
    await player.page.getByRole("tab", { name: player.say(`history.tab.${tab}`) }).click();
    await player.sees(player.say("history.prevail"));
  }
  const lobby = await stage.screen({ motion });
  await lobby.goto("/play");
  await lobby.sees(lobby.say("history.prevail"));
}

export async function limits_and_steps_are_on_every_screen_and_new_ones_are_told_first(stage) {
  const { player, dealer, display } = await table(stage);
  const lobby = await stage.screen({ motion });
  await lobby.goto("/play");
  await lobby.sees("AUD\u00a01 – 1,000");
  for (const screen of [player, display, dealer]) await screen.sees(/\$1 – \$1,000 · in \$1/u);
  await player.page.keyboard.press("l");
  const row = player.page.getByRole("dialog").getByRole("row").nth(1);
  assert.match(await row.innerText(), /\$1\s+\$1,000\s+\$1$/u);
  await player.page.keyboard.press("Escape");

  await dealer.runTo("betting");
  const manager = await stage.staff("shift", "/floor", { motion });
  const dialog = await panel(manager, "limits");
  await dialog.getByLabel(new RegExp(`: ${manager.say("limits.min")}`, "u")).fill("5");
  await dialog.getByLabel(new RegExp(`: ${manager.say("limits.multiple")}`, "u")).fill("5");
  await dialog.getByRole("button", { name: manager.say("limits.announce") }).click();
  await player.sees(player.say("notice.limits", { round: 2 }));
  await display.sees(display.say("notice.limits", { round: 2 }));
  await player.bet("small");
  await comesTo(() => player.staked(), 100, "in this round the old limits hold");
  await dealer.settle(1, 2, 4);
  await dealer.runTo("betting");
  await player.sees(/\$5 – \$1,000 · in \$5/u);
}

export async function a_marker_and_a_colour_are_shown_at_the_seat_that_has_them(stage) {
  const { player, dealer } = await table(stage);
  const other = await stage.player({ motion });
  await other.play(1);
  const manager = await stage.staff("shift", "/floor", { motion });
  const dialog = await panel(manager, "seats");
  await dialog.getByRole("radio", { name: "1" }).check();
  await dialog.getByLabel(manager.say("seats.amount")).fill("2000");
  await dialog.getByRole("button", { name: manager.say("seats.grant-marker") }).click();
  await player.sees(player.say("terms.marker", { amount: "$2,000" }));
  await dialog.getByLabel(manager.say("seats.amount")).fill("5");
  await dialog.getByRole("button", { name: manager.say("seats.assign-colour") }).click();
  await player.sees(player.say("terms.colour", { n: 1, amount: "$5" }));
  await dealer.sees(dealer.say("seats.marker", { amount: "$2,000" }));
  await dealer.sees(dealer.say("seats.colour", { n: 1, amount: "$5" }));
  assert.equal(await other.page.locator(".terms").count(), 0, "and at no other");
}

export async function a_player_sees_the_registered_bets_until_they_are_settled(stage) {
  const { player, dealer } = await table(stage);
  await dealer.runTo("betting");
  await player.bet("small", "total-7");
  const lies = async (moment) => {
    for (const area of ["small", "total-7"])
      await comesTo(() => player.area(area).locator(".pile").count(), 1, `${area}, ${moment}`);
  };
  await lies("betting");
  await dealer.runTo("no-more-bets");
  await lies("no more bets");
  await dealer.runTo("entry");
  await dealer.enter(1, 2, 4);
  await lies("dice entered");
  await player.page.reload();
  await lies("after a reload");
}

export async function confirmed_dice_light_the_display_and_every_terminal(stage) {
  const { player, dealer, display } = await table(stage);
  const other = await stage.player({ motion });
  await other.play(1);
  const { areas } = await (await fetch(`${stage.opened.url}/api/v1/books/act`)).json();
  assert.equal(areas.length, 50);
  await dealer.runTo("betting");
  await dealer.runTo("entry");
  await dealer.enter(1, 2, 4);
  const lit = (screen) => async () =>
    (await screen.page.locator("[data-area].lit").evaluateAll((found) => found.map(({ dataset }) => dataset.area))).sort();
  for (const screen of [player, other, display]) assert.deepEqual(await lit(screen)(), [], "not before they are confirmed");
  await dealer.confirm();
  const winners = ["domino-12", "domino-14", "domino-24", "single-1", "single-2", "single-4", "small", "total-7"];
  for (const screen of [player, other, display, dealer]) await comesTo(lit(screen), winners);
  const late = await stage.screen({ motion });
  await late.goto("/display/1");
  await comesTo(lit(late), winners, "who comes late sees it too");
}

export async function players_are_told_that_a_table_closes(stage) {
  const { player, dealer, display } = await table(stage);
  await dealer.runTo("betting");
  const manager = await stage.staff("shift", "/floor", { motion });
  const dialog = await panel(manager, "day");
  await dialog.getByRole("button", { name: manager.say("step.announce_closing") }).click();
  await player.sees(player.say("notice.closing"));
  await display.sees(display.say("notice.closing"));
  await player.bet("small");
  await dealer.settle(1, 2, 4);
  await dialog.getByRole("button", { name: manager.say("step.close_table") }).click();
  await player.sees(player.say("phase.closed"));
}

export async function a_void_round_is_listed_without_a_result(stage) {
  const { player, dealer, display } = await table(stage);
  await dealer.runTo("betting");
  await player.bet("small");
  await dealer.call("dice-exposed");
  await dealer.heading("idle").waitFor();
  for (const screen of [player, display]) assert.equal(await screen.page.locator("[data-area].lit").count(), 0);
  await player.page.keyboard.press("h");
  const dialog = player.page.getByRole("dialog");
  await dialog.getByText(player.say("history.void"), { exact: true }).waitFor();
  assert.equal(await dialog.locator("[role=tabpanel] .die, [role=tabpanel] use").count(), 0, "a void round has no dice");
}

// Terminals under a document of chips on felt looked like any other table.
export async function every_screen_says_that_a_table_is_outside_its_document(stage) {
  const { player, dealer, display } = await table(stage, "act");
  const manager = await stage.staff("shift", "/floor", { motion });
  for (const screen of [player, dealer, display, manager]) {
    const what = screen.say("kind.electronic");
    await screen.sees(`${screen.say("outside.document", { what })} ${screen.say("outside.play")}`);
  }
}
