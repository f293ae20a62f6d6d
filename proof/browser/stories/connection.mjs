// Cut lines and killed servers: what was registered stands, and the terminal shows the truth when it is back.

import assert from "node:assert/strict";
import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const BUY_IN = 100_000;
const CHIP = 100;

export async function a_bet_on_a_cut_line_is_placed_once_or_told_why_not(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [player, dealer] = [await stage.player(), await stage.dealer(1)];
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("small");

  // The answer is lost on its way: the ask goes out again under its number, and counts once.
  await stage.cutAfterSending(player);
  await player.area("small").click();
  await player.sees(player.say("link.lost"));
  assert.equal(await player.page.getByText(player.say("slip.waiting"), { exact: true }).isVisible(), true, "it looks unregistered");
  await player.registered();
  await comesTo(() => player.staked(), 2 * CHIP, "the second chip lies there once");
  await comesTo(() => player.credit(), BUY_IN - 2 * CHIP, "and was paid for once");
}

export async function a_page_that_is_loaded_again_and_again_keeps_its_seat(stage) {
  await stage.house([dealerTable(1, "act")]);
  const player = await stage.player();
  await player.play(1);
  const tickets = [await ticketOf(player)];
  for (let time = 0; time < 2; time += 1) {
    await player.page.reload();
    await comesTo(() => player.credit(), BUY_IN, "the seat is still there");
    tickets.push(await ticketOf(player));
  }
  assert.equal(new Set(tickets).size, 3, "each line gave the browser another ticket");
}

export async function a_terminal_whose_ticket_was_used_elsewhere_says_so(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [player, other] = [await stage.player(), await stage.player()];
  await player.play(1);
  player.away = other.away = true;
  const cookies = await player.context.cookies();
  await other.context.addCookies(cookies.filter(({ name }) => name === "taisai-terminal"));
  await other.goto("/play");
  await other.page.evaluate(() => localStorage.setItem("taisai.seated", "yes"));
  await other.page.reload();
  await player.sees(player.say("bye.opened-elsewhere"));
  await player.page.reload();
  await player.sees(player.say("bye.ticket-spent"));
}

async function ticketOf(player) {
  const cookies = await player.context.cookies();
  return cookies.find(({ name }) => name === "taisai-terminal").value;
}

export async function a_terminal_that_was_away_finds_its_result(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [player, dealer] = [await stage.player(), await stage.dealer(1)];
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("small");
  await stage.cut(player);
  await player.sees(player.say("link.lost"));
  await dealer.sees(dealer.say("seats.lost"));
  await dealer.settle(1, 2, 4);
  await stage.mend(player);
  await player.outcome().waitFor();
  await comesTo(() => player.credit(), BUY_IN + CHIP, "the registered bet stood and won");
}

export async function a_server_that_is_killed_voids_an_open_round_and_comes_back(stage) {
  const house = await stage.house([dealerTable(1, "act")]);
  const [player, dealer] = [await stage.player(), await stage.dealer(1)];
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("small");
  player.away = dealer.away = true;
  await house.kill();
  await player.sees(player.say("link.lost"));
  await house.start();
  await comesTo(() => player.credit(), BUY_IN, "no outcome can exist: the stake is back");
  await player.outcome().getByText(player.say("irregularity.interruption")).waitFor();
  await dealer.heading("idle").waitFor();
}

export async function a_server_that_is_killed_after_no_more_bets_asks_for_the_dice(stage) {
  const house = await stage.house([dealerTable(1, "act")]);
  const [player, dealer] = [await stage.player(), await stage.dealer(1)];
  const second = await stage.dealer(1, { name: "shift" });
  await player.play(1);
  await dealer.runTo("betting");
  await player.bet("small");
  await dealer.runTo("no-more-bets");
  for (const screen of [player, dealer, second]) screen.away = true;
  await house.kill();
  await house.start();
  await player.sees(player.say("notice.ruling", { what: player.say("irregularity.interruption") }));
  await dealer.rule("state-dice", 1, 2, 4);
  await second.agree();
  await dealer.runTo("idle");
  await comesTo(() => player.credit(), BUY_IN + CHIP, "concluded by the dice that lay there");
}

/** A cashier pressed "Pay out" while the line was down; a minute later it was paid out. */
export async function what_is_pressed_without_a_line_is_refused_and_never_sent(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [cashier, player] = [await stage.staff("cashier", "/cage", { motion: "reduce" }), await stage.player()];
  await player.play(1);
  const { page } = cashier;
  await page.getByLabel(cashier.say("cage.amount")).fill("250");
  await page.getByLabel(cashier.say("house.currency")).selectOption("AUD");
  await page.locator("form button.main").click();
  const token = (await page.locator("dialog .token").innerText()).trim();
  await cashier.press("voucher.have");
  await page.getByLabel(cashier.say("cage.voucher")).fill(token);
  await cashier.press("cage.look-up");
  const pay = page.getByRole("button", { name: cashier.say("cage.pay-out", { amount: "AUD\u00a0250" }) });
  await pay.waitFor();

  await stage.cut(cashier);
  await cashier.sees(cashier.say("link.kept-staff"));
  await comesTo(() => pay.isEnabled(), false, "nobody can press what cannot be sent");
  await stage.mend(cashier);
  await comesTo(() => pay.isEnabled(), true, "the line is back");
  await page.locator(".found").getByText(cashier.say("voucher.state.outstanding")).waitFor();

  // A key is pressed where no button can be disabled.
  await player.press("actions.session");
  const dialog = player.page.getByRole("dialog", { name: player.say("session.title") });
  await dialog.waitFor();
  await player.page.keyboard.press("Escape");
  await stage.cut(player);
  await player.sees(player.say("link.lost"));
  await player.page.keyboard.press("u");
  await player.sees(player.say("refusal.no-line"));
  await player.press("actions.session");
  await dialog.getByText(player.say("link.no-line")).waitFor();
  for (const key of ["session.cash-out", "session.leave", "session.save"])
    assert.equal(await dialog.getByRole("button", { name: player.say(key) }).isEnabled(), false, key);
  await stage.mend(player);
  await comesTo(() => dialog.getByRole("button", { name: player.say("session.cash-out") }).isEnabled(), true, "and again");
  assert.equal(await player.credit(), BUY_IN, "nothing was carried out afterwards");
}
