// Pictures of the screens as people see them, from the real server: `node gallery.mjs path/to/taisai FOLDER [part of a name…]`.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { launch } from "./browser.mjs";
import { House, dealerTable } from "./house.mjs";
import { Dealer, Player, Screen, Staff } from "./people.mjs";

const [binary = "target/debug/taisai", folder = "docs/screens", ...wanted] = process.argv.slice(2);
const DICE = [4, 4, 2];
const BETS = ["small", "total-10", "double-4", "single-4", "domino-24", "triple-6"];
const NAMES = ["Harbour", "Lantern", "Willow", "Jade", "Pearl", "Orchid", "Lotus", "Cedar"];
const BOOKS = ["massachusetts", "maryland", "act", "pennsylvania-a", "pennsylvania-b", "singapore-1", "singapore-2", "singapore-3"];

const browser = await launch();
const tables = BOOKS.map((book, place) => dealerTable(place + 1, book, { name: NAMES[place] }));
tables.push(dealerTable(9, "maryland", { name: "Cloth", kind: "felt" }));
const house = await House.open(resolve(binary), tables);

const open = (kind, look) => kind.open(browser, house.url, look);
async function dealer(table, look = {}) {
  const screen = await open(Dealer, { motion: "reduce", size: "hd", ...look });
  await screen.logIn("dealer", house.logins.dealer, `/console/${table}`);
  return screen;
}
async function staff(name, path, look = {}) {
  const screen = await open(Staff, { motion: "reduce", size: "hd", ...look });
  await screen.logIn(name, house.logins[name], path);
  return screen;
}
async function player(table, look = {}) {
  const screen = await open(Player, { motion: "reduce", size: "hd", ...look });
  await screen.goto("/play");
  const heading = screen.page.getByRole("heading", { name: NAMES[table - 1], exact: true });
  await screen.page.locator("li.table").filter({ has: heading }).getByRole("button").click();
  await screen.page.locator("footer.bottom form").waitFor();
  await screen.sitWithPlayMoney();
  return screen;
}

/** A few rounds that everybody has seen. */
async function play(table, rolls) {
  const desk = await dealer(table);
  for (const roll of rolls) {
    await desk.runTo("betting");
    await desk.settle(...roll);
  }
  return desk;
}

/** A terminal with bets on it, up to betting or up to the lit layout. */
async function terminal(table, look, until = "betting", bets = BETS) {
  const desk = await play(table, [[1, 2, 4], [6, 6, 5], [3, 3, 3]]);
  const seat = await player(table, look);
  await desk.runTo("betting");
  await seat.page.locator(".chip-button").nth(2).click();
  await seat.bet(...bets);
  if (until === "lit") {
    await desk.runTo("entry");
    await desk.enter(...DICE);
    await desk.confirm();
    await desk.runTo("paid");
    await seat.outcome().waitFor();
  }
  await desk.context.close();
  return seat;
}

const pictures = {
  // First, while every terminal of the house is there: what is odd on a floor is to be seen beside what is not.
  async floor() {
    const gone = await player(2);
    const seats = [await player(4), await player(6), await player(6)];
    const desks = [await dealer(4), await dealer(6)];
    await desks[0].runTo("betting");
    await seats[0].bet("big", "total-10");
    await desks[1].runTo("betting");
    for (const seat of seats.slice(1)) await seat.bet("small", "triple-6", "total-10");
    await gone.context.close();
    const screen = await staff("shift", "/floor");
    await screen.page.getByText(screen.say("glance.lost.one", { n: 1 })).waitFor();
    return screen;
  },
  terminal: () => terminal(6, {}),
  "terminal-result": () => terminal(6, {}, "lit"),
  "terminal-light": () => terminal(3, { theme: "light" }, "lit"),
  "terminal-104": () => terminal(7, { language: "zh-Hant" }),
  "terminal-phone": () => terminal(1, { size: "phone" }, "betting", ["small", "total-10", "double-4"]),
  "terminal-phone-result": () => terminal(2, { size: "phone", language: "zh-Hans" }, "lit", ["small", "total-10", "double-4"]),
  "terminal-phone-lines": () => terminal(5, { size: "phone", theme: "light" }, "lit"),
  "terminal-phone-landscape": () => terminal(4, { size: "phone-landscape" }, "betting", ["small", "total-10"]),
  "terminal-tablet": () => terminal(5, { size: "tablet" }, "lit"),
  "terminal-tablet-portrait": () => terminal(6, { size: "tablet-portrait" }, "lit"),
  "terminal-4k": () => terminal(8, { size: "4k" }),
  async history() {
    const seat = await terminal(2, {});
    await seat.page.keyboard.press("h");
    await seat.page.getByRole("tab").nth(2).click();
    return seat;
  },
  async "history-mine"() {
    const [seat, desk] = [await player(3), await dealer(3)];
    for (const roll of [[1, 2, 4], [6, 6, 5], [4, 4, 2]]) {
      await desk.runTo("betting");
      await seat.bet("small", "total-10", "double-4");
      await desk.settle(...roll);
    }
    await seat.page.keyboard.press("h");
    await seat.page.getByRole("tab").nth(3).click();
    await seat.page.locator("table.own button").first().click();
    await seat.page.locator(".slip table").waitFor();
    return seat;
  },
  async session() {
    const seat = await terminal(2, {});
    await seat.press("actions.session");
    return seat;
  },
  async card() {
    const seat = await terminal(3, { size: "laptop" });
    await seat.area("total-9").hover();
    return seat;
  },
  async lobby() {
    for (const table of [1, 3, 6]) await (await play(table, [[1, 2, 4], [6, 6, 5], [3, 3, 3], [2, 5, 5]])).context.close();
    const screen = await open(Screen, { size: "720p" });
    await screen.goto("/play");
    return screen;
  },
  async console() {
    const seats = [await player(6), await player(6)];
    const desk = await dealer(6);
    await desk.runTo("betting");
    await seats[0].bet("big", "total-10", "double-4");
    await seats[1].bet("big", "small", "single-4");
    await desk.runTo("entry");
    await desk.enter(...DICE);
    return desk;
  },
  async "console-irregularity"() {
    const seat = await player(3);
    const desk = await dealer(3);
    await desk.runTo("betting");
    await seat.bet("big", "total-10");
    await desk.runTo("entry");
    const dialog = await desk.irregularity("dice-not-flat");
    await dialog.locator(".preview").waitFor();
    return desk;
  },
  async "console-ruling"() {
    const seat = await player(1);
    const desk = await dealer(1, { theme: "light" });
    await desk.runTo("betting");
    await seat.bet("big", "total-10");
    await desk.runTo("no-more-bets");
    await desk.call("dispute");
    const panel = desk.page.getByRole("region", { name: desk.say("ruling.title") });
    await panel.getByRole("button", { name: desk.say("ruling.void-round") }).click();
    await panel.locator(".preview").waitFor();
    return desk;
  },
  async "not-for-you"() {
    const screen = await staff("cashier", "/floor", { size: "laptop" });
    await screen.page.getByRole("region", { name: screen.say("barred.title") }).waitFor();
    return screen;
  },
  "console-tablet": () => dealer(5, { size: "tablet" }),
  "console-phone": () => dealer(5, { size: "phone" }),
  "console-felt": () => dealer(9),
  async display() {
    const desk = await play(8, [[1, 2, 4], [6, 6, 5], [3, 3, 3], [2, 5, 5]]);
    const screen = await open(Screen, { size: "720p", motion: "reduce" });
    await screen.goto("/display/8");
    await desk.runTo("betting");
    await desk.runTo("entry");
    await desk.enter(...DICE);
    await desk.confirm();
    await screen.page.locator("[data-area].lit").first().waitFor();
    return screen;
  },
  async "floor-rounds"() {
    const seat = await player(2);
    const desk = await dealer(2);
    for (const roll of [[1, 2, 4], [6, 6, 5]]) {
      await desk.runTo("betting");
      await seat.bet("big", "total-7");
      await desk.settle(...roll);
    }
    const screen = await staff("shift", "/floor");
    await screen.page.locator(".glance", { hasText: NAMES[1] }).click();
    const dialog = screen.page.getByRole("dialog", { name: NAMES[1] });
    await dialog.getByRole("tab", { name: screen.say("panel.rounds") }).click();
    await dialog.getByRole("checkbox").first().check();
    await dialog.getByLabel(screen.say("irregularity.reason")).fill("seen on tape");
    for (const face of [1, 2, 4]) await dialog.getByRole("button", { name: screen.say("entry.key", { face }), exact: true }).click();
    await dialog.getByRole("button", { name: screen.say("rounds.correct") }).click();
    await dialog.locator(".preview").waitFor();
    return screen;
  },
  async "floor-equipment"() {
    const screen = await staff("shift", "/floor");
    await screen.page.locator(".glance", { hasText: NAMES[2] }).click();
    const dialog = screen.page.getByRole("dialog", { name: NAMES[2] });
    await dialog.getByRole("tab", { name: screen.say("panel.equipment") }).click();
    for (const face of DICE) await dialog.getByRole("button", { name: screen.say("entry.key", { face }), exact: true }).click();
    await dialog.locator("[data-area=small]").click();
    await dialog.locator("[data-area=small]").scrollIntoViewIfNeeded();
    return screen;
  },
  async "floor-security"() {
    const screen = await staff("shift", "/floor", { theme: "light" });
    await screen.page.getByRole("tab", { name: screen.say("floor.tab.security") }).click();
    return screen;
  },
  async "floor-terminals"() {
    const screen = await staff("floor", "/floor");
    await screen.page.getByRole("tab", { name: screen.say("floor.tab.terminals") }).click();
    await screen.press("terminals.code");
    return screen;
  },
  async "floor-staff"() {
    const screen = await staff("admin", "/floor");
    await screen.page.getByRole("tab", { name: screen.say("floor.tab.staff") }).click();
    return screen;
  },
  async "new-table"() {
    const screen = await staff("admin", "/floor");
    await screen.press("new-table.title");
    return screen;
  },
  async cage() {
    const screen = await staff("cashier", "/cage");
    for (const amount of ["250", "1000", "80"]) {
      await screen.page.getByLabel(screen.say("cage.amount")).fill(amount);
      await screen.page.locator("form button.main").click();
      await screen.page.locator("dialog .foot .main").click();
    }
    await screen.page.locator("tbody tr").nth(3).waitFor();
    return screen;
  },
  async voucher() {
    const seat = await player(8, { size: "laptop" });
    await seat.press("actions.session");
    await seat.press("session.leave");
    await seat.page.locator(".voucher").waitFor();
    return seat;
  },
  async odds() {
    const screen = await open(Screen, { size: "laptop", theme: "light", language: "zh-Hant" });
    await screen.goto("/odds/singapore-1");
    await screen.page.locator("#layout").evaluate((section) => section.scrollIntoView());
    return screen;
  },
  ...Object.fromEntries(
    Object.entries({ home: "/", books: "/rules", rules: "/rules/singapore-1", login: "/login", enrol: "/enrol", lost: "/nowhere", choose: "/console" }).map(
      ([name, path]) => [
        name,
        async () => {
          const screen = await open(Screen, { size: "laptop", theme: name === "rules" ? "light" : "dark" });
          await screen.goto(path);
          return screen;
        },
      ],
    ),
  ),
};

/** Few colours are enough for screens; where ImageMagick is missing the pictures are larger and as good. */
function small(path) {
  try {
    execFileSync("convert", [path, "-strip", "-colors", "160", `PNG8:${path}`], { stdio: "ignore" });
  } catch {
    console.log("  (convert is missing: the picture stays large)");
  }
}

mkdirSync(folder, { recursive: true });
let failed = 0;
for (const [name, show] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.some((part) => name === part || (part.endsWith("*") && name.startsWith(part.slice(0, -1))))) continue;
  try {
    const screen = await show();
    // Whoever looks at a picture points at nothing in it, but for the card of an area.
    if (name !== "card") await screen.page.mouse.move(0, 0);
    await screen.page.waitForTimeout(700);
    const path = `${folder}/${name}.png`;
    await screen.page.screenshot({ path });
    small(path);
    console.log(name, screen.wrongs.join("; "));
  } catch (error) {
    failed += 1;
    console.log(name, "FAILED", String(error).slice(0, 300));
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
await house.close();
process.exit(failed === 0 ? 0 : 1);
