// Plays every story against the real server: `node stories.mjs path/to/taisai [part of a name…]`.
//
// A story is an exported function of a file in `stories/`; its name is its claim. It gets a stage on which it opens a
// house and puts people in front of screens. It fails on the first thing that is not so, and on anything that any of its
// screens complains about: a console error, a broken policy, a request to anywhere else.

import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { cameraFlags, launch } from "./browser.mjs";
import { House } from "./house.mjs";
import { Dealer, Player, Screen, Staff } from "./people.mjs";

const AT_ONCE = Number(process.env.STORIES_AT_ONCE ?? 2);
const STORY_MAX_MS = 150_000;
const [binary = "target/debug/taisai", ...wanted] = process.argv.slice(2);

/** The books whose dealers enter the dice into a device that is tried before a table opens. */
const DEVICES = new Set(["massachusetts", "maryland", "pennsylvania-a", "pennsylvania-b"]);

/** Somebody on the staff without a screen: asks over HTTP, as a program does. */
class Desk {
  constructor(context, house) {
    this.context = context;
    this.house = house;
  }

  async logIn(name) {
    const data = { name, password: this.house.logins[name] };
    const reply = await this.context.request.post(`${this.house.url}/api/v1/login`, { data });
    if (!reply.ok()) throw new Error(await reply.text());
  }

  async ask(path, data) {
    const me = await (await this.context.request.get(`${this.house.url}/api/v1/me`)).json();
    const headers = { "idempotency-key": me.next_key };
    const reply = await this.context.request.post(`${this.house.url}${path}`, { data, headers });
    if (!reply.ok()) throw new Error(`${JSON.stringify(data)}: ${await reply.text()}`);
    return reply.json();
  }

  order(table, order) {
    return this.ask(`/api/v1/tables/${table}/orders`, { order });
  }

  /** Logs out, too: nobody else is logged in under this name. */
  async close() {
    await this.context.request.post(`${this.house.url}/api/v1/logout`);
    await this.context.close();
  }
}

class Stage {
  constructor(browser) {
    this.browser = browser;
    this.screens = [];
  }

  /** A browser with a camera that sees what is in a file; the file is read when the camera is switched on. */
  async withCamera(file) {
    this.browser = this.own = await launch(cameraFlags(file));
  }

  /** A house; tables whose books ask for a display have one, which was tried, and are open. */
  async house(tables) {
    this.opened = await House.open(resolve(binary), tables);
    const asking = tables.filter(({ book, run, shown = true }) => shown && run === "dealer" && DEVICES.has(book));
    if (asking.length > 0) await this.show(asking.map(({ number }) => number));
    return this.opened;
  }

  async show(tables) {
    const desk = new Desk(await this.browser.newContext(), this.opened);
    await desk.logIn("shift");
    for (const table of tables) {
      await this.display(table, desk);
      await desk.order(table, { try_display: { entered: [1, 2, 6] } });
      await desk.order(table, { judge_display: { lit: true } });
      for (const order of ["take_shaker", "open_table", "leave_shaker"]) await desk.order(table, order);
    }
    await desk.close();
  }

  /** Lets somebody of the staff work at a table. */
  async assign(name, table) {
    const [somebody, desk] = [new Desk(await this.browser.newContext(), this.opened), new Desk(await this.browser.newContext(), this.opened)];
    await somebody.logIn(name);
    const { staff } = await (await somebody.context.request.get(`${this.opened.url}/api/v1/me`)).json();
    await desk.logIn("floor");
    await desk.ask("/api/v1/floor", { assign_staff: { staff, table } });
    await Promise.all([somebody.close(), desk.close()]);
  }

  /** A browser that becomes the display of a table by a code. */
  async display(table, desk) {
    const { code } = await desk.ask("/api/v1/floor", { offer_display: { table, equipment: null } });
    const screen = await this.screen({ motion: "reduce", size: "hd", storage: { "taisai.display": "yes" } });
    const enrolled = await screen.context.request.post(`${this.opened.url}/api/v1/enrol`, { data: { code } });
    if (!enrolled.ok()) throw new Error(await enrolled.text());
    await screen.goto("/display");
    await screen.page.locator("[data-area]").first().waitFor();
    return screen;
  }

  async screen(look, kind = Screen) {
    const screen = await kind.open(this.browser, this.opened.url, look);
    this.screens.push(screen);
    return screen;
  }

  player(look) {
    return this.screen(look, Player);
  }

  async staff(name, next, look, kind = Staff, password = this.opened.logins[name]) {
    const person = await this.screen(look, kind);
    await person.logIn(name, password, next);
    return person;
  }

  dealer(table, { name = "dealer", ...look } = {}) {
    return this.staff(name, `/console/${table}`, look, Dealer);
  }

  /** Cuts a screen's line, as a pulled plug does. */
  async cut(screen) {
    screen.away = true;
    await screen.context.setOffline(true);
    await screen.page.evaluate(() => globalThis.sockets.forEach((socket) => socket.close()));
  }

  /** The next message goes out, and its answer never comes in. */
  async cutAfterSending(screen) {
    screen.away = true;
    await screen.page.evaluate(() => (globalThis.cutAfterSending = true));
  }

  async mend(screen) {
    await screen.context.setOffline(false);
  }

  async wrongs() {
    for (const screen of this.screens) await screen.close();
    await this.own?.close();
    return this.screens.flatMap(({ wrongs }) => wrongs);
  }
}

async function found() {
  const folder = new URL("./stories/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs")).sort();
  const stories = [];
  for (const file of files) {
    const told = await import(new URL(file, folder).href);
    for (const [name, tell] of Object.entries(told)) if (typeof tell === "function") stories.push({ name, tell });
  }
  return stories.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
}

async function told(browser, { name, tell }) {
  const stage = new Stage(browser);
  const started = Date.now();
  let failure = null;
  try {
    await Promise.race([tell(stage), late()]);
  } catch (error) {
    failure = error.stack ?? String(error);
    await picture(stage, name);
  }
  const wrongs = await stage.wrongs();
  await stage.opened?.close();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (failure === null && wrongs.length === 0) console.log(`  told    ${name} (${seconds} s)`);
  else console.log(`  FAILED  ${name} (${seconds} s)`, ...[failure, ...wrongs].filter(Boolean).map((line) => `\n    ${line}`));
  return failure === null && wrongs.length === 0;
}

/** With STORIES_PICTURES=FOLDER every screen of a failed story is kept as it was. */
async function picture(stage, name) {
  const folder = process.env.STORIES_PICTURES;
  if (folder === undefined) return;
  for (const [place, { page }] of stage.screens.entries())
    await page.screenshot({ path: `${folder}/${name}-${place}.png` }).catch(() => undefined);
}

function late() {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`not told within ${STORY_MAX_MS / 1000} s`)), STORY_MAX_MS).unref();
  });
}

const stories = await found();
const failed = [];
const browser = await launch();
const waiting = [...stories];
async function tellOn() {
  for (let story = waiting.shift(); story !== undefined; story = waiting.shift())
    if (!(await told(browser, story))) failed.push(story);
}
await Promise.all(Array.from({ length: AT_ONCE }, tellOn));
// A machine with too much to do can be late for a person's patience: what failed is told once more, alone, and it is said.
let again = 0;
for (const story of failed) if (await told(browser, story)) again += 1;
await browser.close();
const good = stories.length - failed.length + again;
console.log(`${good} of ${stories.length} stories told${again > 0 ? `, ${again} of them at the second attempt` : ""}`);
process.exit(stories.length > 0 && good === stories.length ? 0 : 1);
