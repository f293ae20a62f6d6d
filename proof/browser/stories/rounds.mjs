// A player and a dealer through a whole round, under each rule book.

import { BOOKS, eightTables } from "../house.mjs";
import { comesTo } from "../people.mjs";

const BUY_IN = 100_000;
const CHIP = 100;

/** Small wins even money, the double by its odds, Big and the triple lose. */
const BETS = ["small", "big", "double-4", "triple-6"];
const DICE = [4, 4, 2];

async function round(stage, table) {
  const { url } = stage.opened;
  const { areas, id } = await (await fetch(`${url}/api/v1/books/${BOOKS[table - 1]}`)).json();
  const [{ win, stake }] = areas.find((area) => area.id === "double-4").pays;
  const player = await stage.player();
  const dealer = await stage.dealer(table);
  await player.play(table);
  await comesTo(() => player.credit(), BUY_IN, id);

  await runTo(dealer, "betting");
  await player.bet(...BETS);
  await comesTo(() => player.staked(), BETS.length * CHIP, id);
  await runTo(dealer, "entry");
  await comesTo(() => player.lit(), [], `${id}: nothing is lit before the dice are confirmed`);
  await dealer.enter(...DICE);
  await dealer.confirm();
  await player.outcome().waitFor();
  const lit = areasOf(areas);
  await comesTo(() => player.lit(), lit, id);
  await runTo(dealer, "idle");

  const won = CHIP + (CHIP * win) / stake;
  await comesTo(() => player.credit(), BUY_IN - BETS.length * CHIP + 2 * CHIP + won, id);
  await player.close();
  await dealer.close();
}

/** What a 4, a 4 and a 2 light, of the areas this book has. */
function areasOf(areas) {
  const winners = ["small", "even", "single-2", "single-4", "double-4", "total-10", "domino-24", "combo-442"];
  const known = new Set(areas.map(({ id }) => id));
  return winners.filter((id) => known.has(id)).sort();
}

/** Presses whatever the console says is next, until the round stands where it should. */
async function runTo(dealer, where) {
  const { page } = dealer;
  const there = {
    betting: () => page.locator(".next h2", { hasText: dealer.say("phase.betting") }),
    entry: () => page.locator(".entry .keys"),
    idle: () => page.locator(".next h2", { hasText: dealer.say("phase.idle") }),
  }[where]();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await there.isVisible()) return;
    const go = dealer.next();
    await Promise.race([go.waitFor(), there.waitFor()]);
    if (await there.isVisible()) return;
    const before = await page.locator(".next h2").innerText();
    const label = await go.innerText();
    await go.click();
    await page
      .waitForFunction(
        ([before, label]) =>
          document.querySelector(".next h2")?.innerText !== before || document.querySelector(".next .go")?.innerText !== label,
        [before, label],
      );
  }
  throw new Error(`the round does not come to ${where}`);
}

export async function a_player_and_a_dealer_play_a_whole_round_under_each_rule_book(stage) {
  await stage.house(eightTables());
  for (let table = 1; table <= BOOKS.length; table += 1) await round(stage, table);
}
