// From a phone to a wall: nothing runs out of the page, and everything that is tapped can be hit.

import { dealerTable } from "../house.mjs";
import { SIZES, comesTo } from "../people.mjs";

const TARGET_PX = 44;
const PAGES = ["/", "/play", "/rules", "/rules/act", "/login", "/enrol"];

/** Whatever is wider than the window, or smaller than a finger. */
async function misfits(screen) {
  return screen.page.evaluate((target) => {
    const found = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const wide = [...document.body.querySelectorAll("*")].filter((part) => part.closest(".scroll") === null && part.getBoundingClientRect().right > clientWidth + 1);
      found.push(`${scrollWidth} px wide in a window of ${clientWidth}: ${wide.at(-1)?.outerHTML.slice(0, 120)}`);
    }
    const taps = "button:not([disabled]), a[href], input:not([type=checkbox]):not([type=radio]), select, summary, label:has(input[type=checkbox]), label:has(input[type=radio])";
    for (const tap of document.querySelectorAll(taps)) {
      const { width, height } = tap.getBoundingClientRect();
      if (width === 0 || !tap.checkVisibility() || tap.closest(".sr-only") !== null || tap.matches("p a, li a, dd a, td a, [aria-disabled=true]")) continue;
      if (width < target - 0.5 || height < target - 0.5)
        found.push(`${tap.outerHTML.slice(0, 120)}: ${width.toFixed(0)} × ${height.toFixed(0)} px`);
    }
    return found.slice(0, 8);
  }, TARGET_PX);
}

async function fits(screen, where) {
  await comesTo(() => misfits(screen), [], where);
}

export async function every_page_fits_every_screen(stage) {
  await stage.house([dealerTable(1, "act")]);
  for (const size of Object.keys(SIZES)) {
    const screen = await stage.screen({ size, motion: "reduce", touch: true });
    for (const path of PAGES) {
      await screen.goto(path);
      await screen.page.locator("main").waitFor();
      await fits(screen, `${path} on ${size}`);
    }
    await screen.goto("/display/1");
    await screen.page.locator("[data-area]").first().waitFor();
    await fits(screen, `display on ${size}`);
    await screen.close();
  }
}

export async function staff_screens_fit_every_screen(stage) {
  await stage.house([dealerTable(1, "act")]);
  const people = {
    dealer: await stage.staff("dealer", "/console/1", { motion: "reduce", touch: true }),
    floor: await stage.staff("shift", "/floor", { motion: "reduce", touch: true }),
    cage: await stage.staff("cashier", "/cage", { motion: "reduce", touch: true }),
  };
  for (const [size, viewport] of Object.entries(SIZES))
    for (const [who, person] of Object.entries(people)) {
      await person.page.setViewportSize(viewport);
      await fits(person, `${who} on ${size}`);
    }
}

export async function a_terminal_fits_every_screen_while_it_is_played(stage) {
  await stage.house([dealerTable(1, "singapore-1"), dealerTable(2, "singapore-2")]);
  for (const [table, name] of [[1, "dealer"], [2, "shift"]]) {
    const dealer = await stage.dealer(table, { name, motion: "reduce", touch: true });
    const player = await stage.player({ motion: "reduce", touch: true });
    await player.play(table);
    await dealer.runTo("betting");
    await player.bet("big");
    for (const [size, viewport] of Object.entries(SIZES)) {
      await player.page.setViewportSize(viewport);
      await fits(player, `table ${table} on ${size}`);
    }
    await player.close();
  }
}

/** The smallest phone: the page was 367 px wide in 320, so that the last buttons were out of reach. */
export async function nothing_runs_out_of_the_smallest_phone(stage) {
  await stage.house([dealerTable(1, "act")]);
  const small = { width: 320, height: 640 };
  const player = await stage.player({ motion: "reduce", touch: true });
  await player.page.setViewportSize(small);
  await player.play(1);
  const people = {
    player,
    floor: await stage.staff("shift", "/floor", { motion: "reduce", touch: true }),
    cage: await stage.staff("cashier", "/cage", { motion: "reduce", touch: true }),
  };
  const rules = await stage.screen({ motion: "reduce", touch: true });
  await rules.goto("/rules/act");
  await rules.page.locator("main").waitFor();
  for (const [who, screen] of Object.entries({ ...people, rules })) {
    await screen.page.setViewportSize(small);
    await comesTo(() => screen.page.evaluate(() => document.documentElement.scrollWidth), small.width, who);
  }
}

/** In Chinese the emblem is the name: the line under it was cut off. */
export async function small_and_big_are_read_whole_on_a_phone(stage) {
  await stage.house([dealerTable(1, "singapore-1")]);
  for (const language of ["en", "zh-Hant", "zh-Hans"]) {
    const player = await stage.player({ motion: "reduce", size: "phone", language });
    await player.play(1);
    const cut = () =>
      player.page.locator(":is(.family-small, .family-big) .print").evaluateAll((prints) =>
        prints.filter((print) => print.scrollHeight > print.clientHeight + 1).length);
    await comesTo(cut, 0, language);
  }
}
