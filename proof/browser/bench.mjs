// How fast the terminal is, against the real server: `node bench.mjs path/to/taisai [minutes of updates]`.
//
// Prints every figure beside its limit and fails where one is over it.

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
  await script(player, devtools);
  await tap(player, devtools);
  await burst(player);
  await soak(player, devtools);
} finally {
  await browser.close();
  await house.close();
}
process.exit(figures.every(Boolean) ? 0 : 1);

/**
 * From the address to the layout of the table on a slow machine that has seen nothing yet. The page's own clock counts from
 * the navigation; the first paint is what the browser says of itself.
 */
async function paint({ page, context }, devtools) {
  await context.addInitScript(noteLayout);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const [firsts, layouts] = [[], []];
  for (let paints = 0; paints < PAINTS; paints += 1) {
    await visit(page, devtools);
    const { first, layout } = await page.evaluate(() => ({
      first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
      layout: globalThis.layoutPainted,
    }));
    firsts.push(first);
    layouts.push(layout);
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const slow = `processor ${SLOWER} times slower`;
  print(`anything painted, ${slow}`, firsts);
  print(`the layout painted, ${slow}`, layouts);
  figure("the layout painted, the best", Math.round(Math.min(...layouts)), "ms", 1_000);
  figure("the layout painted, the middle one", middle(layouts), "ms", 1_000);
}

/** A visit of somebody who has seen nothing yet, until the layout is on the screen. */
async function visit(page, devtools) {
  await page.goto("about:blank");
  await devtools.send("Network.clearBrowserCache");
  await page.goto(`${house.url}/play`, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.layoutPainted !== undefined, null, { polling: 100 });
}

/** In the page: notes the end of the first frame that has the layout. */
function noteLayout() {
  const observer = new MutationObserver(() => {
    if (document.querySelector("[data-area]") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (globalThis.layoutPainted = performance.now());
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

function print(name, times) {
  console.log(`  ${name}: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
}

function middle(times) {
  return Math.round(times.toSorted((a, b) => a - b)[times.length >> 1]);
}

/** What the page itself has to do for it, in processor time: the figure that a busy machine does not blur. */
async function work({ page }, devtools) {
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const times = [];
  for (let paints = 0; paints < PAINTS; paints += 1) {
    await visit(page, devtools);
    const { metrics } = await devtools.send("Performance.getMetrics");
    times.push(metrics.find(({ name }) => name === "TaskDuration").value * 1_000);
  }
  await devtools.send("Performance.disable");
  figure(`its work on the page's thread, times ${SLOWER}`, middle(times) * SLOWER, "ms", 1_000);
}

/** Everything the terminal fetches as script, its dialogs and one more language among it. */
async function script({ page, context }, devtools) {
  const bodies = new Map();
  const note = (response) => {
    if (response.request().resourceType() === "script") bodies.set(response.url(), response.body());
  };
  context.on("response", note);
  await devtools.send("Network.clearBrowserCache");
  await page.evaluate(() => localStorage.setItem("taisai.language", "zh-Hant"));
  await page.reload();
  await page.waitForSelector("[data-area]:not(.idle)");
  await page.keyboard.press("h");
  await page.getByRole("dialog").waitFor();
  context.off("response", note);
  const sizes = (await Promise.all(bodies.values())).map((body) => gzipSync(body).length);
  figure(`script of the terminal in ${sizes.length} files, gzipped`, kib(sizes.reduce((sum, size) => sum + size, 0)), "KiB", 146);
  await page.reload();
}

function kib(bytes) {
  return Math.round(bytes / 1024);
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
  const before = await kept(page, devtools);
  let after = before;
  for (let minute = 1; minute <= Number(minutes); minute += 1) {
    await page.waitForTimeout(60_000);
    after = await kept(page, devtools);
    console.log(`  after minute ${minute}: heap ${kib(after.heap)} KiB, ${after.nodes} nodes, ${after.listeners} listeners`);
  }
  const rate = (after.answers - before.answers) / ((after.at - before.at) / 1_000);
  console.log(`  ${rate.toFixed(1)} updates a second for ${minutes} min; at the start: heap ${kib(before.heap)} KiB, ${before.nodes} nodes, ${before.listeners} listeners`);
  figure("updates a second that were missing", Math.max(0, Math.round(UPDATES_PER_SECOND - rate)), "", UPDATES_PER_SECOND / 10);
  figure("growth of the heap meanwhile", kib(after.heap - before.heap), "KiB", 1_024);
  figure("growth of the document meanwhile", after.nodes - before.nodes, "nodes", 100);
}

/** What the page holds on to when everything that can be thrown away is. */
async function kept(page, devtools) {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize: heap } = await devtools.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners: listeners } = await devtools.send("Memory.getDOMCounters");
  return { heap, nodes, listeners, at: Date.now(), answers: await page.evaluate(() => globalThis.answers) };
}
