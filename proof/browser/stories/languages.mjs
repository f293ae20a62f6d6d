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
    for (const [path, key] of [["/play", "lobby.title"], ["/rules/act", "rules.bets"], ["/login", "login.title"], ["/enrol", "enrol.title"]]) {
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
