// Whoever wants no movement gets none, and sees the same.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";

export async function with_reduced_motion_nothing_moves_and_everything_is_shown(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [player, dealer] = [await stage.player({ motion: "reduce" }), await stage.dealer(1, { motion: "reduce" })];
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("small");
  await dealer.runTo("entry");
  await dealer.enter(1, 2, 4);
  await player.page.evaluate(() => {
    globalThis.longest = 0;
    const look = () => {
      for (const { effect } of document.getAnimations())
        globalThis.longest = Math.max(globalThis.longest, Number(effect.getComputedTiming().endTime));
      requestAnimationFrame(look);
    };
    look();
  });
  await dealer.confirm();
  await player.page.locator("[data-area].lit").first().waitFor();
  await player.page.locator(".stage .total").waitFor();
  const longest = await player.page.evaluate(() => globalThis.longest);
  assert.ok(longest <= 50, `something moved for ${longest} ms`);
}
