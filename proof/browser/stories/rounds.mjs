// A player and a dealer through a whole round, under each rule book.

import assert from "node:assert/strict";
import { BOOKS, dealerTable, eightTables } from "../house.mjs";
import { comesTo } from "../people.mjs";

const BUY_IN = 100_000;
const CHIP = 100;

/** Small wins even money, the double by its odds, Big and the triple lose. */
const BETS = ["small", "big", "double-4", "triple-6"];
const DICE = [4, 4, 2];

async function round(stage, dealer, table) {
  const { url } = stage.opened;
  const { areas, id } = await (await fetch(`${url}/api/v1/books/${BOOKS[table - 1]}`)).json();
  const [{ win, stake }] = areas.find((area) => area.id === "double-4").pays;
  const player = await stage.player();
  await dealer.goto(`/console/${table}`);
  await player.play(table);
  await comesTo(() => player.credit(), BUY_IN, id);

  await dealer.runTo("betting");
  await player.bet(...BETS);
  await comesTo(() => player.staked(), BETS.length * CHIP, id);
  await dealer.runTo("entry");
  await comesTo(() => player.lit(), [], `${id}: nothing is lit before the dice are confirmed`);
  await dealer.enter(...DICE);
  await dealer.confirm();
  const lit = areasOf(areas);
  await comesTo(() => player.lit(), lit, id);
  await dealer.runTo("idle");
  await player.outcome().waitFor();

  const won = CHIP + (CHIP * win) / stake;
  await comesTo(() => player.credit(), BUY_IN - BETS.length * CHIP + 2 * CHIP + won, id);
  await player.close();
  await dealer.leaveShaker();
}

/** What a 4, a 4 and a 2 light, of the areas this book has. */
function areasOf(areas) {
  const winners = ["small", "even", "single-2", "single-4", "double-4", "total-10", "domino-24", "combo-442"];
  const known = new Set(areas.map(({ id }) => id));
  return winners.filter((id) => known.has(id)).sort();
}

export async function a_player_and_a_dealer_play_a_whole_round_under_each_rule_book(stage) {
  await stage.house(eightTables());
  const dealer = await stage.dealer(1);
  for (let table = 1; table <= BOOKS.length; table += 1) await round(stage, dealer, table);
}

/** Rounds without a bet of one's own are not among one's own; each of the others is there with what it brought. */
export async function a_player_finds_every_round_of_their_own_and_what_it_brought(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [player, dealer] = [await stage.player({ motion: "reduce" }), await stage.dealer(1, { motion: "reduce" })];
  await player.play(1);
  for (const [area, dice] of [["big", [1, 2, 4]], [null, [6, 6, 5]], ["total-7", [1, 2, 4]]]) {
    await dealer.runTo("betting");
    if (area !== null) await player.bet(area);
    await dealer.settle(...dice);
  }
  await player.page.keyboard.press("h");
  await player.page.getByRole("tab", { name: player.say("history.tab.mine") }).click();
  const rows = player.page.locator("table.own tbody tr");
  await rows.nth(1).waitFor();
  const told = await rows.evaluateAll((found) => found.map((row) => [...row.cells].slice(0, 5).map((cell) => cell.innerText)));
  assert.deepEqual(told.map(([round, , staked, returned, net]) => [round, staked, returned, net]), [
    ["3", "$1", "$13", "+$12"],
    ["1", "$1", "$0", "-$1"],
  ]);
  await player.button("history.recall", { round: 3 }).click();
  await player.page.locator(".slip table").getByText("12 to 1").waitFor();
}
