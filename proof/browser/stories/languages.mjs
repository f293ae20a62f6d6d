// The same screens in three languages, changed while they are in use.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { LANGUAGES, say } from "../words.mjs";

const NAMES = { en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文" };

export async function a_player_changes_the_language_in_the_middle_of_a_round(stage) {
  await stage.house([dealerTable(1, "singapore-1")]);
  const [player, dealer] = [await stage.player(), await stage.dealer(1)];
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("big");
  for (const language of ["zh-Hant", "zh-Hans", "en"]) {
    await player.press("prefs.open");
    await player.page.getByRole("button", { name: NAMES[language] }).click();
    await player.page.keyboard.press("Escape");
    player.language = language;
    await player.sees(say("phase.betting", {}, language));
    await player.registered();
    assert.equal(await player.page.locator("html").getAttribute("lang"), language);
    assert.equal(await player.staked(), 100, "the bet lies where it lay");
  }
}

export async function every_page_opens_in_every_language(stage) {
  await stage.house([dealerTable(1, "maryland")]);
  for (const language of LANGUAGES) {
    const screen = await stage.screen({ language });
    for (const [path, key] of [["/play", "lobby.title"], ["/rules", "rules.link"], ["/rules/act", "rules.bets"], ["/login", "login.title"], ["/enrol", "enrol.title"]]) {
      await screen.goto(path);
      await screen.page.getByRole("heading", { name: say(key, {}, language) }).first().waitFor();
    }
    await screen.goto("/display/1");
    await screen.sees(say("phase.idle", {}, language));
    await screen.close();
  }
}

/** Two players and a dealer at one table, each in a language of their own. */
export async function a_round_is_played_in_three_languages_at_one_table(stage) {
  await stage.house([dealerTable(1, "singapore-1")]);
  const motion = "reduce";
  const traditional = await stage.player({ motion, language: "zh-Hant" });
  const english = await stage.player({ motion });
  const dealer = await stage.dealer(1, { motion, language: "zh-Hans" });
  const { areas } = await (await fetch(`${stage.opened.url}/api/v1/books/singapore-1`)).json();
  const { name } = areas.find(({ id }) => id === "small");
  await traditional.play(1);
  await english.play(1);
  await dealer.runTo("betting");
  await traditional.bet("small");
  await english.bet("small");
  await dealer.settle(1, 2, 4);
  for (const player of [traditional, english]) {
    await player.outcome().getByText(name[player.language]).waitFor();
    await player.outcome().getByText(player.say("outcome.won", { amount: "$1" })).waitFor();
  }
  assert.notEqual(name["zh-Hant"], name.en, "and they are not the same words");
}

/** Latin letters that Chinese readers see on purpose: names, codes of currencies, keys, cited documents. */
const NOT_ENGLISH = [
  /Harbour House|Taisai( House)?|Table \d+/gu,
  /\b(USD|AUD|SGD)\b/gu,
  /Sic Bo|SIC BO/gu,
  /\/display\b/gu,
  /\bEnter\b|(?<![A-Za-z])[A-Z](?![A-Za-z])/gu,
  /\b(MA|MD|ACT|PA|SG)( [\w.()]*\d[\w.()]*)?/gu,
  /\b(QR|PAR|[0-9a-f]{12,}|[0-9A-F]{4,}(-[0-9A-F]{4,})*)\b/gu,
  /\b(second-admin|demo-bank|demo-usher|demo|admin|auditor|cashier|dealer|floor|pit|shift)\b/gu,
  /English|SHA-\d+|wager\.double_on_triple/gu,
];

/** What an English word would be, among everything that can be seen. */
async function englishOn(screen) {
  const text = await screen.page.locator("body").innerText();
  const left = NOT_ENGLISH.reduce((rest, known) => rest.replaceAll(known, " "), text);
  return [...left.matchAll(/[A-Za-z]{2,}[^\n]*/gu)].map(([line]) => line);
}

async function speaksOnly(screen, where) {
  assert.deepEqual(await englishOn(screen), [], `${where} in ${screen.language}`);
}

/** A whole round with everything that is read on the way: no English word where people read Chinese. */
async function playedIn(stage, language, book) {
  await stage.house([dealerTable(1, book)]);
  const look = { language, motion: "reduce", size: "hd" };
  const [player, dealer] = [await stage.player(look), await stage.dealer(1, look)];
  await player.goto("/play");
  await player.page.locator("li.table").waitFor();
  await speaksOnly(player, "the lobby");
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("small", "single-4", "total-10", "big");
  await speaksOnly(player, "the terminal while bets are taken");
  await player.area("total-9").hover();
  await player.page.getByRole("tooltip").waitFor();
  await speaksOnly(player, "the card about an area");
  await player.page.mouse.move(1, 1);
  for (const [open, where] of [["actions.session", "the session"], ["actions.history", "the history"], ["actions.build", "building by dice"]]) {
    await player.press(open);
    await player.page.getByRole("dialog").waitFor();
    await speaksOnly(player, where);
    await player.page.keyboard.press("Escape");
    await player.page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await speaksOnly(dealer, "the console while bets are taken");
  await dealer.runTo("entry");
  await speaksOnly(dealer, "the console with open dice");
  const called = await dealer.irregularity("dice-not-flat");
  await called.locator(".preview").waitFor();
  await speaksOnly(dealer, "an irregularity");
  await dealer.page.keyboard.press("Escape");
  await called.waitFor({ state: "detached" });
  await dealer.enter(4, 4, 2);
  await speaksOnly(dealer, "the console with dice to be confirmed");
  await dealer.confirm();
  await dealer.runTo("paid");
  await player.outcome().waitFor();
  await speaksOnly(player, "the result");
  await dealer.runTo("idle");
  await player.press("actions.history");
  const history = player.page.getByRole("dialog");
  await history.getByRole("tab").nth(3).click();
  await history.getByRole("textbox").fill("1");
  await history.getByRole("button", { name: player.say("history.show") }).click();
  await history.locator("table:not(.own)").waitFor();
  await speaksOnly(player, "the recalled round");
  await dealer.page.locator("details summary").first().click();
  await speaksOnly(dealer, "the console between rounds, with the steps of the day");
}

export async function nobody_who_reads_traditional_chinese_meets_an_english_word(stage) {
  await playedIn(stage, "zh-Hant", "maryland");
}

export async function nobody_who_reads_simplified_chinese_meets_an_english_word(stage) {
  await playedIn(stage, "zh-Hans", "act");
}

/** The pages around the table: rules, display, floor with its inspections, cage. */
export async function the_other_pages_speak_chinese_too(stage) {
  await stage.house([dealerTable(1, "maryland")]);
  const look = { language: "zh-Hant", motion: "reduce", size: "hd" };
  const visitor = await stage.screen(look);
  for (const path of ["/", "/rules", "/rules/maryland", "/display/1", "/login", "/enrol"]) {
    await visitor.goto(path);
    await visitor.page.getByRole("heading").first().waitFor();
    await visitor.page.waitForLoadState("networkidle");
    // The documents keep the names that their regulators gave them.
    await visitor.page.locator(".head p.muted, li p.muted").evaluateAll((titles) => titles.forEach((title) => title.remove()));
    await speaksOnly(visitor, path);
  }
  const floor = await stage.staff("shift", "/floor", look);
  await floor.page.locator(".glance").first().waitFor();
  await speaksOnly(floor, "the floor");
  await floor.page.locator(".glance").first().click();
  const panel = floor.page.getByRole("dialog");
  for (const tab of await panel.getByRole("tab").all()) {
    await tab.click();
    await speaksOnly(floor, `the table's panel, ${await tab.innerText()}`);
  }
  await floor.page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  for (const tab of await floor.page.getByRole("tab").all()) {
    await tab.click();
    await speaksOnly(floor, `the floor, ${await tab.innerText()}`);
  }
  const cage = await stage.staff("cashier", "/cage", look);
  await cage.page.getByRole("combobox").waitFor();
  await speaksOnly(cage, "the cage");
}

/** The PAR sheet: from the rules on, and from there to itself in another language. */
export async function the_par_sheet_speaks_the_language_of_its_reader(stage) {
  await stage.house([dealerTable(1, "act")]);
  const reader = await stage.screen({ language: "zh-Hant", size: "hd" });
  await reader.goto("/rules/act");
  await reader.page.getByRole("link", { name: say("rules.par", {}, "zh-Hant") }).click();
  const at = (language) => reader.page.waitForURL(`**/api/v1/books/act/par/${language}`);
  await at("zh-Hant");
  const figures = () => reader.page.locator("#areas td.number").allInnerTexts();
  const before = await figures();
  assert.ok(before.length > 500, "every area has its figures");
  await reader.page.evaluate(() => {
    // What the same words stand for in every language: the document, ids, a command.
    for (const name of document.querySelectorAll("header p:not(.kind), dd, footer, code, svg.taisai-layout")) name.remove();
  });
  await speaksOnly(reader, "the PAR sheet");
  await reader.page.getByRole("link", { name: NAMES["zh-Hans"] }).click();
  await at("zh-Hans");
  assert.equal(await reader.page.locator("html").getAttribute("lang"), "zh-Hans");
  assert.deepEqual(await figures(), before, "and tells the same figures");
  await reader.page.getByRole("link", { name: NAMES.en }).click();
  await at("en");
  await reader.page.getByRole("heading", { name: "Every area" }).waitFor();
}
