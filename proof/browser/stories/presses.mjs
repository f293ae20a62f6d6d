// The dealer's one large button: it does what it said when it was pressed, or nothing.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";

const GO = ".next.card .go:not(:disabled)";

/** Two consoles at one table: the other one moves the round on between the finger's coming down and its leaving. */
export async function a_press_that_began_on_another_step_does_nothing(stage) {
  await stage.house([dealerTable(1, "singapore-1")]);
  const [slow, fast] = [await stage.dealer(1), await stage.dealer(1)];
  await slow.runTo("betting");
  await fast.heading("betting").waitFor();
  const told = await slow.page.locator(GO).innerText();
  await slow.page.locator(GO).hover();
  await slow.page.mouse.down();
  await fast.runTo("no-more-bets");
  await slow.page.locator(GO).filter({ hasText: slow.say("step.shake") }).waitFor();
  await slow.page.mouse.up();
  await slow.sees(slow.say("console.moved-on", { step: slow.say("step.call_no_more_bets") }));
  assert.match(told, new RegExp(slow.say("step.call_no_more_bets"), "u"), "it was another button that was pressed");
  assert.equal(await shakes(stage), 0, "nobody shook the dice");
  await slow.page.locator(GO).click();
  await slow.page.locator(GO).filter({ hasText: slow.say("step.reveal") }).waitFor();
  assert.equal(await shakes(stage), 3, "a whole press does what the button says");
  await slow.page.getByText(slow.say("console.moved-on", { step: slow.say("step.call_no_more_bets") })).waitFor({ state: "detached" });
}

/** Whoever leans on the keyboard takes one step and not the whole round. */
export async function a_key_that_is_held_down_is_one_press(stage) {
  await stage.house([dealerTable(1, "singapore-1")]);
  const dealer = await stage.dealer(1);
  await dealer.runTo("betting");
  await dealer.page.locator("body").click({ position: { x: 5, y: 5 } });
  for (let repeats = 0; repeats < 8; repeats += 1) await dealer.page.keyboard.down("Enter");
  await dealer.heading("no-more-bets").waitFor();
  for (let repeats = 0; repeats < 8; repeats += 1) await dealer.page.keyboard.down("Enter");
  await dealer.page.keyboard.up("Enter");
  // The next press is answered after all those before it: had they counted, the dice would lie open by now.
  await dealer.page.keyboard.press("s");
  await dealer.page.locator(GO).filter({ hasText: dealer.say("step.reveal") }).waitFor();
  assert.equal(await shakes(stage), 3, "the dice were shaken by the one press that was made");
}

async function shakes(stage) {
  const { round } = await (await fetch(`${stage.opened.url}/api/v1/tables/1`)).json();
  return round.playing.shakes;
}
