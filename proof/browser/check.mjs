// Opens every report in a real Chromium, light and dark, and looks whether everything is there.
//
//   node check.mjs path/to/taisai
//
// Nothing may be fetched: whatever leaves the page is a failure.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";

const SCHEMES = ["light", "dark"];
const CONTRAST_MIN = 4.5;
const BETS = ["--bet", "small=100", "--bet", "total-10=50", "--bet", "double-4=50"];
const PURSE = ["--bankroll", "2000", "--target", "4000"];
const CHARTS = [
  ["slip", "slip", "act", ...BETS],
  ["session", "session", "act", "--rounds", "500", ...BETS],
  ["ruin", "ruin", "act", ...PURSE, "--bet", "small=100"],
  ["compare", "compare"],
  ["wish", "wish", "--all", "--win", "10000"],
  ["bias", "bias", "act"],
  ["bias-of-area", "bias", "act", "--area", "single-6"],
  ["bias-of-dice", "bias", "act", "--dice-weights", "10,10,10,10,10,11"],
];

const results = { passed: 0, failed: 0 };

function check(holds, claim) {
  results[holds ? "passed" : "failed"] += 1;
  if (!holds) console.log(`failed: ${claim}`);
}

const binary = resolve(process.argv[2] ?? "target/release/taisai");
const taisai = (...args) => execFileSync(binary, args, { encoding: "utf8", maxBuffer: 1 << 26 });
const folder = mkdtempSync(join(tmpdir(), "taisai-reports-"));
const browser = await launch();
try {
  for (const scheme of SCHEMES) {
    for (const { id } of JSON.parse(taisai("rules", "list", "--json"))) {
      await checkSheet(id, scheme, []);
    }
    await checkSheet("act", scheme, ["--face-probabilities", "0.17,0.17,0.17,0.17,0.16,0.16"]);
    for (const [name, ...question] of CHARTS) await checkChart(name, question, scheme);
  }
  await checkPrint("singapore-2");
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed === 0 && results.passed > 0 ? 0 : 1);

// A page that keeps account of every complaint and of everything that wants to leave it.
async function open(file, scheme, look) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 1300, height: 900 } });
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== address) complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(address);
  await look(page);
  check(complaints.length === 0, `${file} ${scheme}: ${complaints.join("; ")}`);
  await context.close();
}

async function checkSheet(id, scheme, dice) {
  const file = join(folder, `${id}.html`);
  taisai("odds", id, "--html", file, ...dice);
  const told = JSON.parse(taisai("odds", id, "--json", ...dice));
  const name = `${id} ${scheme} ${dice.length ? "uneven dice" : ""}`;
  await open(file, scheme, async (page) => {
    const seen = await page.evaluate(lookAtSheet);
    check(seen.charts.length === 3, `${name}: three charts`);
    seen.charts.forEach((chart) => checkDrawing(chart, name));
    check(seen.sign.width > 500 && seen.sign.height > 300, `${name}: the layout is seen`);
    const areas = told.areas.map(({ area }) => area).sort();
    check(same(seen.rows, areas), `${name}: every area has a row`);
    check(same(seen.spots, areas), `${name}: every area has a place on the layout`);
    check(seen.overflow <= 0, `${name}: the page is ${seen.overflow} wider than the window`);
    const dark = luminance(seen.paper) < 0.2;
    check(dark === (scheme === "dark"), `${name}: the paper is ${seen.paper}`);
    for (const [ink, paper, what] of seen.inks) {
      const ratio = contrast(ink, paper);
      check(ratio >= CONTRAST_MIN, `${name}: ${what} has a contrast of ${ratio.toFixed(1)}`);
    }
  });
}

async function checkChart(name, question, scheme) {
  const file = join(folder, `${name}.svg`);
  taisai("odds", ...question, "--svg", file);
  await open(file, scheme, async (page) => {
    checkDrawing(await page.evaluate(lookAtChart), `${name} ${scheme}`);
  });
}

function checkDrawing(chart, name) {
  const where = `${name}: ${chart.title}`;
  check(chart.width > 300 && chart.height > 100, `${where} is seen`);
  check(chart.shapes >= 3, `${where} shows something (${chart.shapes} shapes)`);
  check(chart.outside.length === 0, `${where}: cut off: ${chart.outside.join(", ")}`);
  const ratio = contrast(chart.ink, chart.paper);
  check(ratio >= CONTRAST_MIN, `${where}: words have a contrast of ${ratio.toFixed(1)}`);
}

// A4 lying on its side is 842 by 595 points.
async function checkPrint(id) {
  const file = join(folder, `${id}.html`);
  taisai("odds", id, "--html", file);
  await open(file, "dark", async (page) => {
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    check(pages >= 4 && pages <= 14, `${id} prints on ${pages} pages`);
    check(/MediaBox\s*\[0 0 84[12](\.\d+)? 59[45]/.test(pdf), `${id} prints on A4`);
    await page.emulateMedia({ media: "print" });
    const seen = await page.evaluate(lookAtSheet);
    check(luminance(seen.paper) > 0.9, `${id}: printed paper is white`);
    seen.charts.forEach((chart) => checkDrawing(chart, `${id} printed`));
  });
}

// The rest runs in the page.

function lookAtSheet() {
  const solid = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/^rgba\(.*, 0\)$/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const paper = solid(document.body);
  const charts = [...document.querySelectorAll("svg.taisai-chart")].map((svg) => {
    const edge = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")];
    const out = (box) =>
      box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
    return {
      title: svg.querySelector("title").textContent,
      width: edge.width,
      height: edge.height,
      shapes: [...svg.querySelectorAll("rect, polygon, polyline, circle")].filter((shape) => {
        const box = shape.getBoundingClientRect();
        return box.width > 0 && box.height > 0;
      }).length,
      outside: texts.filter((text) => out(text.getBoundingClientRect())).map((text) => text.textContent.trim()),
      ink: getComputedStyle(texts[0]).fill,
      paper,
    };
  });
  const sign = document.querySelector("svg.taisai-layout").getBoundingClientRect();
  const inks = ["h1", "h2", "dt", "td", "figcaption", "tr.flagged td:last-child", ".tiles span"]
    .map((what) => [document.querySelector(what), what])
    .filter(([element]) => element)
    .map(([element, what]) => [getComputedStyle(element).color, solid(element), what]);
  const spot = document.querySelector(".taisai-layout .area .spot");
  const figure = document.querySelector(".taisai-layout .area text");
  inks.push([getComputedStyle(figure).fill, getComputedStyle(spot).fill, "the figure on an area"]);
  return {
    charts,
    sign: { width: sign.width, height: sign.height },
    rows: [...document.querySelectorAll("tr[data-area]")].map((row) => row.dataset.area).sort(),
    spots: [...document.querySelectorAll(".taisai-layout .area")].map((spot) => spot.dataset.area).sort(),
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    paper,
    inks,
  };
}

function lookAtChart() {
  const svg = document.documentElement;
  const edge = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")];
  const out = (box) => box.left < -1 || box.right > edge.width + 1 || box.top < -1 || box.bottom > edge.height + 1;
  const shapes = [...svg.querySelectorAll("rect, polygon, polyline, circle")].filter((shape) => {
    const box = shape.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  });
  return {
    title: svg.querySelector("title").textContent,
    width: edge.width,
    height: edge.height,
    shapes: shapes.length,
    outside: texts.filter((text) => out(text.getBoundingClientRect())).map((text) => text.textContent.trim()),
    ink: getComputedStyle(texts[0]).fill,
    paper: getComputedStyle(svg.querySelector("rect")).fill,
  };
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

// Contrast as WCAG 2 defines it.
function luminance(colour) {
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => channel(Number(part) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
