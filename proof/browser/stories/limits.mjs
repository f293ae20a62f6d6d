// Limits of their own for a family of areas: told at the table, on the sign and at the console, and kept.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const motion = "reduce";
const TRIPLES = { min: 500, max: 2_000, multiple: 500 };

export async function limits_of_a_family_of_areas_are_shown_and_kept(stage) {
  await stage.house([dealerTable(1, "maryland", { families: { triple: TRIPLES } })]);
  const [player, dealer] = [await stage.player({ motion }), await stage.dealer(1, { motion })];
  const display = await stage.screen({ motion, size: "hd" });
  await display.goto("/display/1");
  await player.play(1);
  for (const screen of [player, dealer, display]) {
    await screen.sees("$1 – $1,000 · in $1");
    const line = screen.page.locator(".limits-line").filter({ visible: true });
    await comesTo(async () => (await line.innerText()).includes("triples $5 – $20 · in $5"), true, "the family's own limits");
  }
  await player.page.keyboard.press("l");
  const row = player.page.getByRole("dialog").getByRole("row").filter({ hasText: /^triples/u });
  assert.match(await row.innerText(), /\$5\s+\$20\s+\$5$/u);
  await player.page.keyboard.press("Escape");

  await dealer.runTo("betting");
  await player.sees(player.say("phase.betting"));
  const triple = player.say("bet.below-minimum", { area: await nameOf(stage, "triple-6"), stake_min: "$5" });
  await player.area("triple-6").click();
  await player.sees(triple);
  await comesTo(() => player.staked(), 0, "a chip under the family's minimum comes back");
  await player.page.getByRole("radio", { name: player.say("rack.chip", { amount: "$5" }), exact: true }).click();
  for (let chips = 1; chips <= 4; chips += 1) await player.area("triple-6").click();
  await player.registered();
  await comesTo(() => player.staked(), 2_000, "up to the family's maximum");
  await player.area("triple-6").click();
  await player.sees(player.say("bet.above-maximum", { area: await nameOf(stage, "triple-6"), stake_max: "$20" }));
  await comesTo(() => player.staked(), 2_000, "and not over it");
  await player.area("small").click();
  await comesTo(() => player.staked(), 2_500, "the table's own limits hold elsewhere");
}

async function nameOf(stage, id) {
  const { areas } = await (await fetch(`${stage.opened.url}/api/v1/books/maryland`)).json();
  return areas.find((area) => area.id === id).name.en;
}

/** "100 dollars", "30m" and "0" were answered with "Set." and set nothing, and "20,50" became 2,050. */
export async function own_limits_are_read_exactly_or_refused_in_words(stage) {
  await stage.house([dealerTable(1, "act")]);
  const player = await stage.player({ motion });
  await player.play(1);
  await player.press("actions.session");
  const dialog = player.page.getByRole("dialog", { name: player.say("session.title") });
  const [loss, minutes, set] = [
    dialog.getByLabel(player.say("session.loss")),
    dialog.getByLabel(player.say("session.minutes")),
    dialog.getByRole("button", { name: player.say("session.save") }),
  ];
  for (const text of ["100 dollars", "abc", "1.234", "0", "-5"]) {
    await loss.fill(text);
    await dialog.getByText(player.say("amount.unread")).waitFor();
    assert.equal(await set.isEnabled(), false, text);
  }
  await loss.fill("");
  for (const text of ["30m", "1.5", "0"]) {
    await minutes.fill(text);
    await dialog.getByText(player.say("minutes.unread")).waitFor();
    assert.equal(await set.isEnabled(), false, text);
  }
  await minutes.fill("30");
  await loss.fill("20,50");
  await set.click();
  await dialog.getByText(player.say("session.saved")).waitFor();
  await player.page.keyboard.press("Escape");
  await player.press("actions.session");
  await comesTo(() => loss.inputValue(), "20.5", "as it was meant");
}
