// A whole round without a pointing device, at the terminal and at the console.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { Dealer, comesTo } from "../people.mjs";

const BUY_IN = 100_000;

/** Walks with Tab until what has the focus is what is looked for. */
async function tabTo(page, selector, most = 60) {
  for (let steps = 0; steps < most; steps += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

/** Walks the layout with the arrows, some way off first, until the focus is where it should be. */
async function walkTo(page, id, most = 60) {
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  for (let steps = 0; steps < most; steps += 1) {
    if ((await page.evaluate(() => document.activeElement.id)) === id) return;
    await page.keyboard.press(steps % 2 === 0 ? "ArrowLeft" : "ArrowUp");
  }
  throw new Error(`no arrow leads to ${id}`);
}

/** The focus can be seen: something is drawn around it that is not drawn without it. */
async function isFocusSeen(page) {
  return page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  });
}

export async function a_whole_round_is_played_and_dealt_by_keys_alone(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [player, dealer] = [await stage.player({ motion: "reduce" }), await stage.screen({ motion: "reduce" }, Dealer)];
  await dealer.goto("/login?next=/console/1");
  await tabTo(dealer.page, "input[autocomplete=username]");
  await dealer.page.keyboard.type("dealer");
  await tabTo(dealer.page, "input[type=password]");
  await dealer.page.keyboard.type(stage.opened.logins.dealer);
  await dealer.page.keyboard.press("Enter");
  await player.goto("/play");
  await player.page.locator("li.table").waitFor();
  await tabTo(player.page, "li.table button");
  assert.ok(await isFocusSeen(player.page), "the focus is seen in the lobby");
  await player.page.keyboard.press("Enter");
  await player.page.locator("footer.bottom form").waitFor();
  await tabTo(player.page, "footer.bottom form button.main");
  await player.page.keyboard.press("Enter");
  await comesTo(() => player.credit(), BUY_IN);

  const keys = async (...pressed) => {
    for (const key of pressed) await dealer.page.keyboard.press(key);
  };
  await dealer.heading("idle").waitFor();
  await takeUpTo(dealer, "betting");
  await player.sees(player.say("phase.betting"));
  await tabTo(player.page, "[data-area]");
  assert.ok(await isFocusSeen(player.page), "the focus is seen on the layout");
  await walkTo(player.page, "area-small");
  await player.page.keyboard.press("2");
  await player.page.keyboard.press("Enter");
  await player.registered();
  await comesTo(() => player.staked(), 200, "the second chip of the rack, on the area with the focus");
  await player.page.keyboard.press("ArrowRight");
  assert.notEqual(await player.page.evaluate(() => document.activeElement.id), "area-small", "arrows walk the layout");
  await player.page.keyboard.press("Space");
  await comesTo(() => player.staked(), 400);
  await player.page.keyboard.press("u");
  await comesTo(() => player.staked(), 200, "u takes the last back");

  await dealer.moves(() => keys("n"));
  await takeUpTo(dealer, "entry");
  await keys("1", "2", "5");
  await dealer.sees(dealer.say("entry.ask"));
  await keys("Backspace");
  await dealer.page.locator(".entry .keys").waitFor();
  await keys("1", "2", "4");
  await dealer.sees(dealer.say("entry.ask"));
  await keys("Enter");
  await takeUpTo(dealer, "idle");
  await comesTo(() => player.credit(), BUY_IN + 200, "small has won");
}

/** Presses Enter, which is whatever comes next, until the round stands where it should. */
async function takeUpTo(dealer, where) {
  const there = where === "entry" ? dealer.page.locator(".entry .keys") : dealer.heading(where);
  for (let presses = 0; presses < 12; presses += 1) {
    await dealer.page.locator(".next.card .go:not(:disabled)").or(there).first().waitFor();
    if (await there.isVisible()) return;
    await dealer.moves(() => dealer.page.keyboard.press("Enter"));
  }
  throw new Error(`Enter does not lead to ${where}`);
}
