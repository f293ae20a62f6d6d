// Every irregularity from the console, under the books that treat it differently; the player's money tells what happened.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const DICE = [1, 2, 6];
const WINS = "small";
const LOSES = "big";
const BETS = [WINS, LOSES];
const STAKE = 200;

/** What follows a call, and what the player's credit must be after it compared with before the round. */
const FOLLOWS = {
  /** The round is void at once: nobody knows more than another. */
  async void({ dealer }) {
    await dealer.heading("idle").waitFor();
    return 0;
  },
  /** The same, and nothing is played until the display is repaired and inspected. */
  async "void and stopped"({ dealer }) {
    await dealer.heading("suspended").waitFor();
    return 0;
  },
  /** Two people agree that it is void. */
  async "void by two"({ dealer, second }) {
    await second.agree();
    await dealer.runTo("idle");
    return 0;
  },
  async "ruled void"({ dealer, second }) {
    await dealer.rule("void-round");
    await second.agree();
    await dealer.runTo("idle");
    return 0;
  },
  async "ruled to go on"({ dealer, second }) {
    await dealer.rule("go-on");
    await second.agree();
    await dealer.settle(...DICE);
    return 0;
  },
  async "ruled to shake again"({ dealer, second }) {
    await dealer.rule("reshake");
    await second.agree();
    await dealer.settle(...DICE);
    return 0;
  },
  async "bets of one player void"({ dealer, second, player }) {
    await dealer.rule("void-bets");
    await second.agree();
    await comesTo(() => player.staked(), 0, "the bets are off the layout");
    await dealer.settle(...DICE);
    return 0;
  },
  async "result stands"({ dealer }) {
    await dealer.settle(...DICE);
    return 0;
  },
};

const ACT = [
  ["dice-exposed", "betting", "void"],
  ["too-few-shakes", "no-more-bets", "void by two"],
  ["shaker-failed", "no-more-bets", "void by two"],
  ["dice-not-flat", "entry", "void"],
  ["display-failed", "betting", "result stands"],
  ["display-failed", "no-more-bets", "result stands"],
  ["display-failed", "entry", "result stands"],
  ["disturbance", "betting", "ruled void"],
  ["impracticable", "no-more-bets", "ruled to go on"],
  ["contravention", "no-more-bets", "bets of one player void"],
  ["dispute", "entry", "ruled to go on"],
  ["uncovered", "entry", "ruled void"],
];
const MASSACHUSETTS = [
  ["too-few-shakes", "entry", "ruled to shake again"],
  ["dice-exposed", "betting", "ruled void"],
  ["disturbance", "no-more-bets", "ruled to go on"],
  ["display-failed", "betting", "void and stopped"],
];
const NEVER_CALLED = ["interruption", "terminal-lost", "wrong-entry", "late-error"];

async function table(stage, book) {
  await stage.house([dealerTable(1, book)]);
  const motion = "reduce";
  const [player, dealer, second] = [
    await stage.player({ motion }),
    await stage.dealer(1, { motion }),
    await stage.dealer(1, { motion, name: "shift" }),
  ];
  await player.play(1);
  return { player, dealer, second };
}

/** One round in which something goes wrong. Small wins what Big loses, so that a settled round changes nothing either. */
async function goesWrong(people, [what, when, follows]) {
  const { player, dealer } = people;
  const claim = `${what}, ${follows}`;
  await dealer.runTo("betting");
  const before = await player.credit();
  await player.bet(...BETS);
  await comesTo(() => player.credit(), before - STAKE, `${claim}: the stakes lie on the layout`);
  await dealer.runTo(when);
  await dealer.call(what);
  const change = await FOLLOWS[follows](people);
  await comesTo(() => player.credit(), before + change, claim);
  await comesTo(() => player.staked(), 0, claim);
  if (follows.includes("void") && !follows.startsWith("bets")) await seesVoid(player, what);
}

async function seesVoid(player, what) {
  await player.outcome().getByText(player.say("outcome.void", { what: player.say(`irregularity.${what}`) })).waitFor();
}

/** The next round may begin at once; what became of the last one is read until the player bets again. */
export async function a_void_is_seen_while_the_next_round_is_open_until_the_player_bets(stage) {
  const { player, dealer } = await table(stage, "act");
  await dealer.runTo("betting");
  await player.bet(...BETS);
  await dealer.call("dice-exposed");
  await dealer.heading("idle").waitFor();
  await dealer.runTo("betting");
  await player.sees(player.say("phase.betting"));
  await player.sees(player.say("round.number", { n: 2 }));
  await seesVoid(player, "dice-exposed");
  await player.page.reload();
  await seesVoid(player, "dice-exposed");
  await player.bet(WINS);
  await player.outcome().waitFor({ state: "detached" });
}

export async function every_irregularity_of_the_act_ends_as_its_book_says(stage) {
  const people = await table(stage, "act");
  for (const wrong of ACT) await goesWrong(people, wrong);
}

export async function what_no_rule_covers_is_decided_by_two_people_in_massachusetts(stage) {
  const people = await table(stage, "massachusetts");
  for (const wrong of MASSACHUSETTS) await goesWrong(people, wrong);
}

/** A floorperson with a fresh password was asked for each cocked die, and "No Roll" stood nowhere. */
export async function a_dealer_calls_no_roll_with_one_press_and_one_confirmation(stage) {
  for (const book of ["massachusetts", "maryland", "singapore-1"]) {
    const { player, dealer } = await table(stage, book);
    const noRoll = dealer.page.getByRole("button", { name: dealer.say("irregularity.no-roll"), exact: true });
    await dealer.runTo("betting");
    const before = await player.credit();
    await player.bet(...BETS);
    await dealer.runTo("no-more-bets");
    assert.equal(await noRoll.count(), 0, "nobody has seen the dice");
    await dealer.runTo("entry");
    await noRoll.click();
    const dialog = dealer.page.getByRole("dialog", { name: dealer.say("irregularity.no-roll") });
    await dialog.getByRole("button", { name: dealer.say("irregularity.confirm") }).click();
    await dealer.heading("idle").waitFor();
    await comesTo(() => player.credit(), before, "every stake is back");
    await seesVoid(player, "dice-not-flat");
    assert.equal(await noRoll.count(), 0, "there is nothing left to call");
  }
}

/** The words "no more bets" were gone as soon as they stood, where the dice are shaken before. */
export async function no_more_bets_waits_for_the_shake_and_is_read_before_the_reveal(stage) {
  const { player, dealer } = await table(stage, "maryland");
  await dealer.runTo("betting");
  const next = dealer.page.locator(".go");
  await next.filter({ hasText: dealer.say("step.shake") }).waitFor();
  await next.click();
  await next.filter({ hasText: dealer.say("step.call_no_more_bets") }).waitFor();
  await player.bet(WINS);
  await next.click();
  await dealer.heading("no-more-bets").waitFor();
  const called = Date.now();
  await next.filter({ hasText: dealer.say("step.reveal") }).waitFor();
  assert.equal(await next.isEnabled(), false, "everybody reads the words first");
  await player.sees(player.say("phase.no-more-bets"));
  await dealer.moves(() => next.click());
  assert.ok(Date.now() - called >= 1_400, "the words stood for a second and a half");
  await dealer.settle(...DICE);
}

/** These are noticed by the machine or proposed as a correction: the console says so and calls nothing. */
export async function what_cannot_be_called_says_so(stage) {
  const { dealer } = await table(stage, "singapore-1");
  await dealer.runTo("betting");
  for (const what of NEVER_CALLED) {
    const dialog = await dealer.irregularity(what);
    await dialog.getByRole("alert").waitFor();
    assert.equal(await dialog.getByRole("button", { name: dealer.say("irregularity.confirm") }).isEnabled(), false, what);
    await dealer.page.keyboard.press("Escape");
  }
}

/** "The round has changed" was all that a dealer heard who noticed between rounds that an entry had been wrong. */
export async function an_error_noticed_between_rounds_is_led_to_where_it_is_put_right(stage) {
  await stage.house([dealerTable(1, "act")]);
  const dealer = await stage.dealer(1, { motion: "reduce" });
  await dealer.runTo("betting");
  await dealer.settle(...DICE);
  for (const what of ["wrong-entry", "late-error"]) {
    const dialog = await dealer.irregularity(what);
    await dialog.getByText(dealer.say("irregularity.past")).waitFor();
    await dialog.getByRole("link", { name: dealer.say("home.floor") }).waitFor();
    await dealer.page.keyboard.press("Escape");
  }
}
