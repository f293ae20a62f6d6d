// What axe-core finds on every page, in each role, in light and in dark: nothing.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";

const THEMES = ["light", "dark"];
const OPEN_PAGES = ["/", "/play", "/rules", "/rules/singapore-2", "/login", "/enrol", "/display/1", "/no-such-page"];
/** What is nothing is answered with 404, and Chromium says so. */
const NOTHING = "/no-such-page";
const STAFF_PAGES = [
  ["dealer", "/console/1"],
  ["dealer", "/console"],
  ["cashier", "/cage"],
];

async function none(screen, where) {
  await screen.page.waitForFunction(() => document.querySelector("main, .terminal, .console, .display") !== null);
  await screen.page.waitForLoadState("networkidle").catch(() => undefined);
  assert.deepEqual(await screen.barriers(), [], where);
}

export async function pages_for_everybody_have_no_barriers(stage) {
  await stage.house([dealerTable(1, "singapore-2")]);
  for (const theme of THEMES)
    for (const path of OPEN_PAGES) {
      const screen = await stage.screen({ theme, motion: "reduce" });
      if (path === NOTHING) Object.assign(screen, { away: true, forgives: /status of 404/u });
      await screen.goto(path);
      await none(screen, `${path}, ${theme}`);
      await screen.close();
    }
}

export async function pages_of_the_staff_have_no_barriers(stage) {
  await stage.house([dealerTable(1, "act")]);
  for (const theme of THEMES) {
    for (const [name, path] of STAFF_PAGES) {
      const person = await stage.staff(name, path, { theme, motion: "reduce" });
      await person.page.waitForTimeout(300);
      await none(person, `${path} of ${name}, ${theme}`);
      await person.close();
    }
    const admin = await stage.staff("admin", "/floor", { theme, motion: "reduce" });
    await admin.page.locator(".glance").waitFor();
    for (const tab of ["tables", "approvals", "staff", "terminals", "security", "house"]) {
      await admin.page.getByRole("tab", { name: admin.say(`floor.tab.${tab}`) }).click();
      await none(admin, `/floor ${tab}, ${theme}`);
    }
    await admin.page.getByRole("tab", { name: admin.say("floor.tab.tables") }).click();
    await admin.press("new-table.title");
    await none(admin, `a new table, ${theme}`);
    await admin.page.keyboard.press("Escape");
    await admin.page.locator(".glance").click();
    const dialog = admin.page.getByRole("dialog", { name: "Table 1" });
    for (const tab of ["day", "equipment", "limits", "seats", "rounds"]) {
      await dialog.getByRole("tab", { name: admin.say(`panel.${tab}`) }).click();
      await none(admin, `a table's ${tab}, ${theme}`);
    }
    await admin.close();
  }
}

export async function a_round_has_no_barriers_at_any_moment(stage) {
  await stage.house([dealerTable(1, "act")]);
  for (const theme of THEMES) {
    const look = { theme, motion: "reduce" };
    const [player, dealer] = [await stage.player(look), await stage.dealer(1, look)];
    const display = await stage.screen(look);
    await display.goto("/display/1");
    const everywhere = async (moment) => {
      for (const [who, screen] of Object.entries({ player, dealer, display })) await none(screen, `${who}, ${moment}, ${theme}`);
    };
    await player.take(1);
    await none(player, `sitting down, ${theme}`);
    await player.sitWithPlayMoney();
    await dealer.runTo("betting");
    await player.bet("small", "total-7", "single-4");
    await everywhere("betting");
    for (const key of ["h", "l", "b"]) {
      await player.page.keyboard.press(key);
      await player.page.getByRole("dialog").waitFor();
      await none(player, `the panel under ${key}, ${theme}`);
      await player.page.keyboard.press("Escape");
    }
    await player.press("actions.session");
    await none(player, `the session, ${theme}`);
    await player.page.keyboard.press("Escape");
    await dealer.runTo("entry");
    await everywhere("entry");
    await dealer.irregularity("dice-not-flat");
    await none(dealer, `an irregularity, ${theme}`);
    await dealer.page.keyboard.press("Escape");
    await dealer.enter(1, 2, 4);
    await none(dealer, `dice entered, ${theme}`);
    await dealer.confirm();
    await display.page.locator("[data-area].lit").first().waitFor();
    await everywhere("lit");
    await dealer.runTo("idle");
    await everywhere("settled");
    for (const screen of [player, dealer, display]) await screen.close();
  }
}
