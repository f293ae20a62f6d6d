// People in front of screens: what they do with hand and key, and what they see.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { say } from "./words.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What a browser says of itself while a server is away; nothing else is forgiven. */
const OUTAGE = /WebSocket connection|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|503 \(Service Unavailable\)/u;

export const SIZES = {
  phone: { width: 390, height: 844 },
  "phone-landscape": { width: 844, height: 390 },
  tablet: { width: 1024, height: 768 },
  "tablet-portrait": { width: 820, height: 1180 },
  "720p": { width: 1280, height: 720 },
  laptop: { width: 1366, height: 768 },
  hd: { width: 1920, height: 1080 },
  "4k": { width: 3840, height: 2160 },
};

/** One browser of its own, with whatever goes wrong in it. */
export class Screen {
  static async open(browser, url, look = {}) {
    const { size = "laptop", theme = "dark", language = "en", motion = "no-preference", storage = {} } = look;
    const touch = look.touch ?? size.startsWith("phone");
    const context = await browser.newContext({
      viewport: SIZES[size],
      hasTouch: touch,
      reducedMotion: motion,
    });
    context.setDefaultTimeout(20_000);
    const kept = { "taisai.theme": theme, "taisai.language": language, ...storage };
    await context.addInitScript((kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
      globalThis.brokenPolicies = [];
      globalThis.sockets = new Set();
      const { send } = WebSocket.prototype;
      const note = ({ data }) => {
        const { channel, number, seat } = JSON.parse(data);
        globalThis.lastSeat = seat?.number ?? (channel === "seat" ? number : globalThis.lastSeat);
      };
      // Lines that a story can cut at the worst moment: the ask is out, its answer is not heard.
      WebSocket.prototype.send = function (message) {
        if (!globalThis.sockets.has(this)) this.addEventListener("message", note);
        globalThis.sockets.add(this);
        if (!globalThis.cutAfterSending) return send.call(this, message);
        globalThis.cutAfterSending = false;
        this.addEventListener("message", (event) => event.stopImmediatePropagation(), true);
        this.onmessage = null;
        send.call(this, message);
        setTimeout(() => this.close(), 200);
      };
      addEventListener("securitypolicyviolation", (event) => globalThis.brokenPolicies.push(event.violatedDirective));
    }, kept);
    return new this(context, await context.newPage(), url, language);
  }

  constructor(context, page, url, language) {
    Object.assign(this, { context, page, url, language, wrongs: [], forgives: OUTAGE, away: false });
    const { host } = new URL(url);
    page.on("console", (message) => {
      if (message.type() === "error") this.wrong(`console: ${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => this.wrong(`error: ${error.message}`));
    page.on("request", (request) => this.left(request.url(), host));
    page.on("websocket", (socket) => this.left(socket.url(), host));
  }

  left(address, host) {
    const to = new URL(address);
    if (to.host !== host && to.protocol !== "data:" && to.protocol !== "blob:") this.wrong(`leaves for ${address}`);
  }

  wrong(text) {
    if (!(this.away && this.forgives.test(text))) this.wrongs.push(text);
  }

  say(key, values) {
    return say(key, values, this.language);
  }

  async goto(path) {
    await this.page.goto(this.url + path);
  }

  button(key, values) {
    return this.page.getByRole("button", { name: this.say(key, values) });
  }

  async press(key, values) {
    await this.button(key, values).first().click();
  }

  async sees(text) {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Everything that a person cannot read, reach or tell apart, as axe-core finds it. */
  async barriers() {
    await this.page.evaluate(AXE);
    return this.page.evaluate(async (tags) => {
      const { violations } = await globalThis.axe.run(document, { runOnly: tags });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} (${nodes.length})`);
    }, TAGS);
  }

  async brokenPolicies() {
    return this.page.evaluate(() => globalThis.brokenPolicies ?? []).catch(() => []);
  }

  async close() {
    const text = await this.page.locator("body").innerText().catch(() => "");
    if (/\[object |undefined|NaN/u.test(text)) this.wrong(`no words for people: ${text}`);
    for (const broken of await this.brokenPolicies()) this.wrong(`policy: ${broken}`);
    await this.context.close();
  }
}

export class Player extends Screen {
  /** Takes a seat from the lobby. */
  async take(table) {
    await this.goto("/play");
    const heading = this.page.getByRole("heading", { name: `Table ${table}`, exact: true });
    await this.page.locator("li.table").filter({ has: heading }).getByRole("button").click();
    await this.page.locator("footer.bottom form").waitFor();
  }

  async sitWithPlayMoney() {
    await this.page.locator("footer.bottom form button.main").click();
    await this.page.locator("[data-rack]").waitFor();
  }

  async sitWith(token) {
    await this.page.getByLabel(this.say("sit.voucher")).fill(token);
    await this.press("sit.with-voucher");
    await this.page.locator("[data-rack]").waitFor();
  }

  async play(table) {
    await this.take(table);
    await this.sitWithPlayMoney();
  }

  area(id) {
    return this.page.locator(`[data-area="${id}"]`);
  }

  /** Waits until bets are open, then lays the picked chip on each area. */
  async bet(...areas) {
    await this.sees(this.say("phase.betting"));
    for (const area of areas) await this.area(area).click();
    await this.registered();
  }

  async registered() {
    await this.page.locator(".slip").getByText(this.say("slip.registered"), { exact: true }).waitFor();
  }

  async lit() {
    const areas = await this.page.locator("[data-area].lit").evaluateAll((found) => found.map((area) => area.dataset.area));
    return areas.sort();
  }

  async #money(key) {
    const text = await this.page.locator(".money div").filter({ hasText: this.say(key) }).locator("strong").innerText();
    return cents(text);
  }

  credit() {
    return this.#money("money.credit");
  }

  staked() {
    return this.#money("money.staked");
  }

  outcome() {
    return this.page.locator(".outcome");
  }
}

export class Staff extends Screen {
  async logIn(name, password, next) {
    await this.goto(`/login?next=${next}`);
    await this.page.getByLabel(this.say("login.name")).fill(name);
    await this.page.getByLabel(this.say("login.password")).fill(password);
    await this.press("login.go");
    await this.page.waitForURL(this.url + next);
    this.password = password;
  }

  /** Gives the password again where it is asked for. */
  async givePassword() {
    const dialog = this.page.getByRole("dialog", { name: this.say("fresh.title") });
    await dialog.getByLabel(this.say("login.password")).fill(this.password);
    await dialog.getByRole("button", { name: this.say("fresh.go") }).click();
    await dialog.waitFor({ state: "detached" });
  }
}

/** Whoever stands at a console: a dealer, or somebody above who agrees. */
export class Dealer extends Staff {
  heading(...phases) {
    return this.page.locator(".next.card h2", { hasText: new RegExp(phases.map((phase) => this.say(`phase.${phase}`)).join("|"), "u") });
  }

  /** Presses whatever the console says is next, until the round stands where it should. */
  async runTo(where) {
    const there = where === "entry" ? this.page.locator(".entry .keys") : this.heading(...STANDS[where]);
    for (let presses = 0; presses < 12; presses += 1) {
      await this.#go().or(there).first().waitFor();
      if (await there.isVisible()) return;
      await this.moves(() => this.#go().click());
    }
    throw new Error(`the round does not come to ${where}`);
  }

  /** Gives the shaker up: nobody answers for two. */
  async leaveShaker() {
    await this.page.locator("summary", { hasText: this.say("console.day") }).click();
    await this.moves(() => this.press("step.leave_shaker"));
  }

  /** Does what moves the table on, and waits until the console says something else. */
  async moves(act) {
    const before = await this.page.locator(".next.card").innerText();
    await act();
    await this.page.waitForFunction((before) => document.querySelector(".next.card")?.innerText !== before, before);
  }

  #go() {
    return this.page.locator(".next.card .go:not(:disabled)");
  }

  async enter(...dice) {
    await this.page.locator(".entry .keys").waitFor();
    for (const face of dice) await this.#key(face).click();
    await this.sees(this.say("entry.ask"));
  }

  #key(face) {
    return this.page.locator(".entry").getByRole("button", { name: this.say("entry.key", { face }), exact: true });
  }

  async confirm() {
    await this.page.locator(".entry .confirm .main").click();
  }

  /** From the open dice to the end of the round. */
  async settle(...dice) {
    await this.runTo("entry");
    await this.enter(...dice);
    await this.confirm();
    await this.runTo("idle");
  }

  /** Calls an irregularity in two taps; says what was told of the money between them. */
  async call(what) {
    const dialog = await this.irregularity(what);
    await dialog.locator(".preview").waitFor();
    const told = await dialog.innerText();
    await dialog.getByRole("button", { name: this.say("irregularity.confirm") }).click();
    await dialog.waitFor({ state: "detached" });
    return told;
  }

  /** Opens what the book says about an irregularity. */
  async irregularity(what) {
    await this.press("console.irregularity");
    const dialog = this.page.getByRole("dialog", { name: this.say("irregularity.title") });
    await dialog.getByRole("button", { name: this.say(`irregularity.${what}`) }).click();
    await dialog.getByRole("heading", { name: this.say(`irregularity.${what}`) }).waitFor();
    return dialog;
  }

  /** Proposes what is to be decided about a round that awaits it. */
  async rule(ruling, ...dice) {
    const panel = this.page.getByRole("region", { name: this.say("ruling.title") });
    await panel.getByRole("button", { name: this.say(`ruling.${ruling}`) }).click();
    for (const face of dice) await panel.getByRole("button", { name: this.say("entry.key", { face }), exact: true }).click();
    const why = panel.getByRole("textbox");
    if ((await why.count()) > 0) await why.first().fill("seen on tape");
    await panel.getByRole("button", { name: this.say("rounds.propose") }).click();
  }

  /** Agrees as the second person, with the password where it was not given just now. */
  async agree() {
    await this.page.getByRole("button", { name: this.say("proposals.approve") }).first().click();
    const asked = this.page.getByRole("dialog", { name: this.say("fresh.title") });
    const gone = this.page.getByRole("region", { name: this.say("proposals.title") });
    await Promise.race([asked.waitFor(), gone.waitFor({ state: "detached" })]);
    if (await asked.isVisible()) await this.givePassword();
    await gone.waitFor({ state: "detached" });
  }
}

const STANDS = {
  betting: ["betting"],
  "no-more-bets": ["no-more-bets", "shaken"],
  idle: ["idle"],
  suspended: ["suspended"],
  paying: ["paying"],
  paid: ["clearing"],
};

const SEEN_WITHIN_MS = 15_000;

/** Looks again and again until what is read is what it should be; the last look is what the failure tells. */
export async function comesTo(read, expected, claim) {
  const until = Date.now() + SEEN_WITHIN_MS;
  for (;;) {
    const found = await read().catch((error) => error);
    if (isDeepStrictEqual(found, expected)) return;
    if (Date.now() > until) assert.deepEqual(found, expected, claim);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** `$1,234.50` in cents. */
export function cents(text) {
  const [, sign, digits] = /(-|−|–)?[^\d-]*([\d,]+(?:\.\d+)?)/u.exec(text) ?? [];
  if (digits === undefined) throw new Error(`no amount in ${text}`);
  return Math.round(Number(digits.replaceAll(",", "")) * 100) * (sign === undefined ? 1 : -1);
}
