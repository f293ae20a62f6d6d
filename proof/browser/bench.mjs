// How fast the terminal is, against the real server: `node bench.mjs path/to/taisai [minutes of updates]`.
//
// Prints every figure beside its limit and fails where one is over it.

import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { launch } from "./browser.mjs";
import { House, dealerTable } from "./house.mjs";
import { Dealer, Player } from "./people.mjs";

const [binary = "target/release/taisai", minutes = "1"] = process.argv.slice(2);
const SLOWER = 4;
const PAINTS = 5;
const UPDATES_PER_SECOND = 60;
const BURST = 40;

const figures = [];
function figure(name, value, unit, limit) {
  figures.push(value <= limit);
  console.log(`${name.padEnd(58)} ${String(value).padStart(7)} ${unit} (limit ${limit})`);
}

const house = await House.open(resolve(binary), [dealerTable(1, "singapore-2")], { messages_per_second: 1_000 });
const browser = await launch();
try {
  const dealer = await Dealer.open(browser, house.url);
  await dealer.logIn("dealer", house.logins.dealer, "/console/1");
  const player = await Player.open(browser, house.url);
  await player.play(1);
  await dealer.runTo("betting");
  await dealer.context.close();
  const devtools = await player.context.newCDPSession(player.page);
  await paint(player, devtools);
  await work(player, devtools);
  script();
  await tap(player, devtools);
  await burst(player);
  await soak(player, devtools);
} finally {
  await browser.close();
  await house.close();
}
process.exit(figures.every(Boolean) ? 0 : 1);

/** From the address to the layout of the table on a slow machine that has seen nothing yet; the middle of a few. */
async function paint({ page }, devtools) {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const times = [];
  for (let paints = 0; paints < PAINTS; paints += 1) {
    await page.goto("about:blank");
    await page.goto(`${house.url}/play`, { waitUntil: "commit" });
    await page.waitForSelector("[data-area]");
    times.push(await page.evaluate(painted));
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: false });
  times.sort((a, b) => a - b);
  console.log(`  paints of the layout: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  figure(`the layout painted, processor ${SLOWER} times slower`, Math.round(times[PAINTS >> 1]), "ms", 1_000);
}

/** What the page itself has to do for it, in processor time: the figure that a busy machine does not blur. */
async function work({ page }, devtools) {
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const times = [];
  for (let paints = 0; paints < PAINTS; paints += 1) {
    await page.goto("about:blank");
    await page.goto(`${house.url}/play`, { waitUntil: "commit" });
    await page.waitForSelector("[data-area]");
    await page.evaluate(painted);
    const { metrics } = await devtools.send("Performance.getMetrics");
    times.push(metrics.find(({ name }) => name === "TaskDuration").value * 1_000);
  }
  await devtools.send("Performance.disable");
  times.sort((a, b) => a - b);
  figure(`its work on the page's thread, times ${SLOWER}`, Math.round(times[PAINTS >> 1] * SLOWER), "ms", 1_000);
}

/** Milliseconds from the navigation to the frame that shows the layout. */
function painted() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
}

/** Everything the terminal's page fetches as script. */
function script() {
  const assets = new URL("../../web/dist/assets/", import.meta.url);
  const size = (name) => gzipSync(readFileSync(new URL(name, assets))).length;
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const all = scripts.reduce((sum, name) => sum + size(name), 0);
  figure("script of all pages and languages, gzipped", Math.round(all / 1024), "KiB", 150);
}

/** In frames of the page itself, from the tap to the first frame that has the chip. */
async function tap({ page }, devtools) {
  await page.waitForSelector("[data-area]:not(.idle)");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const frames = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const area = document.getElementById("area-big");
        let frames = 0;
        const look = () => (area.querySelector(".pile") ? resolve(frames) : ((frames += 1), requestAnimationFrame(look)));
        requestAnimationFrame(() => {
          area.click();
          requestAnimationFrame(look);
        });
      }),
  );
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  figure("frames without the chip after a tap", frames, "", 0);
}

/** Many messages within one frame change what is drawn once. */
async function burst({ page }) {
  await page.locator(".slip").getByText("registered", { exact: true }).waitFor();
  const drawn = await page.evaluate(
    async (burst) => {
      const socket = [...globalThis.sockets].findLast(({ readyState }) => readyState === WebSocket.OPEN);
      const credit = document.querySelector(".money strong");
      let drawn = 0;
      new MutationObserver(() => (drawn += 1)).observe(credit, { characterData: true, childList: true, subtree: true });
      const tell = (told) => socket.onmessage({ data: JSON.stringify(told) });
      const money = { staked: 0, bought_in: 0, cashed_out: 0, turnover: 0, returned: 0, adjusted_in: 0, adjusted_out: 0, voided: 0 };
      await new Promise(requestAnimationFrame);
      tell({ tell: "answer", answer: "done", id: 0, seat: { number: globalThis.lastSeat + 1, changed: { money: { ...money, credit: 1 } } } });
      for (let more = 2; more <= burst; more += 1)
        tell({ tell: "update", channel: "seat", number: globalThis.lastSeat + more, changed: { money: { ...money, credit: more * 100 } } });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return drawn;
    },
    BURST,
  );
  figure(`redraws for ${BURST} messages within one frame`, drawn, "", 1);
}

/** A bet and its undoing, again and again: each is asked, answered and drawn. */
async function soak({ page }, devtools) {
  await page.goto(`${house.url}/play`);
  await page.waitForSelector("[data-area]:not(.idle)");
  const heap = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    return (await devtools.send("Runtime.getHeapUsage")).usedSize;
  };
  await page.evaluate((everyMs) => {
    globalThis.answers = 0;
    const socket = [...globalThis.sockets].findLast(({ readyState }) => readyState === WebSocket.OPEN);
    socket.addEventListener("message", ({ data }) => (globalThis.answers += data.includes('"done"') ? 1 : 0));
    let place = true;
    setInterval(() => {
      if (place) document.getElementById("area-big").click();
      else dispatchEvent(new KeyboardEvent("keydown", { key: "u" }));
      place = !place;
    }, everyMs);
  }, 1_000 / UPDATES_PER_SECOND);
  await page.waitForTimeout(10_000);
  const [before, answersBefore] = [await heap(), await page.evaluate(() => globalThis.answers)];
  const lasts = Number(minutes) * 60_000;
  await page.waitForTimeout(lasts);
  const answers = (await page.evaluate(() => globalThis.answers)) - answersBefore;
  const grown = (await heap()) - before;
  console.log(`  ${(answers / (lasts / 1_000)).toFixed(1)} updates a second for ${minutes} min, heap at the start ${Math.round(before / 1024)} KiB`);
  figure("growth of the heap meanwhile", Math.round(grown / 1024), "KiB", 1_024);
}
