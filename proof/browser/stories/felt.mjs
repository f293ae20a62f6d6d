// Chips on cloth: no terminal, a dealer with a console, a sign, and the helper that works out what is paid.

import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const motion = "reduce";

export async function on_a_felt_table_the_console_works_out_what_is_paid(stage) {
  await stage.house([dealerTable(1, "act", { kind: "felt" })]);
  const dealer = await stage.dealer(1, { motion });
  const display = await stage.screen({ motion, size: "hd" });
  await display.goto("/display/1");
  await dealer.runTo("betting");
  await display.sees(display.say("phase.betting"));
  await dealer.runTo("entry");
  await dealer.enter(4, 4, 2);
  await dealer.confirm();
  await display.page.locator("[data-area].lit").first().waitFor();

  const helper = dealer.page.getByRole("region", { name: dealer.say("payouts.title") });
  const work = async (area, amount) => {
    await helper.getByLabel(dealer.say("recall.area")).selectOption(area);
    await helper.getByLabel(dealer.say("money.staked")).fill(amount);
    await helper.getByRole("button", { name: dealer.say("payouts.add") }).click();
  };
  const rows = () => helper.locator("tbody tr").evaluateAll((found) => found.map((row) => row.innerText.replaceAll(/\s+/gu, " ").trim()));
  await work("double-4", "25");
  await work("small", "10");
  await work("big", "10");
  const total = helper.locator("tfoot td");
  await comesTo(() => total.innerText(), "$320", "11 to 1 on 25, even money on 10, and nothing");
  await comesTo(async () => (await rows()).length, 3);
  const [double] = (await rows()).filter((row) => row.includes("$25"));
  await comesTo(async () => /11 to 1 \$300$/u.test(double), true, double);
  await work("double-4", "0.001");
  await comesTo(() => total.innerText(), "$320", "what cannot be read changes nothing");
  await dealer.runTo("idle");
}

/** The dealer's panel of places. */
const placesOf = (dealer) => dealer.page.getByRole("region", { name: dealer.say("places.title"), exact: true });

/** Chips of one player are tapped on the layout and recorded. */
async function records(dealer, seat, value, ...areas) {
  await placesOf(dealer).locator(`[data-place="${seat}"]`).getByRole("button", { name: dealer.say("places.record") }).click();
  const panel = dealer.page.getByRole("region", { name: dealer.say("places.recording", { seat }) });
  await panel.getByRole("button", { name: value, exact: true }).click();
  for (const area of areas) await dealer.page.locator(`[data-area="${area}"]`).click();
  await panel.getByRole("button", { name: dealer.say("places.save"), exact: true }).click();
  return panel;
}

export async function places_have_colours_records_and_payouts_named_in_chips(stage) {
  await stage.house([dealerTable(1, "act", { kind: "felt" })]);
  const dealer = await stage.dealer(1, { motion });
  const places = placesOf(dealer);
  const place = (seat) => places.locator(`[data-place="${seat}"]`);
  const give = places.getByRole("button", { name: dealer.say("places.give") });
  for (const seat of [1, 2]) {
    await give.click();
    await place(seat).waitFor();
  }
  await places.getByRole("button", { name: dealer.say("places.more") }).click();
  const form = dealer.page.getByRole("dialog");
  await form.getByRole("radio").first().check();
  await form.getByLabel(dealer.say("seats.amount")).fill("5");
  await form.getByRole("button", { name: dealer.say("seats.assign-colour") }).click();
  await dealer.page.keyboard.press("Escape");
  await place(1).getByText(dealer.say("seats.colour", { n: 1, amount: "$5" })).waitFor();

  await dealer.runTo("betting");
  await records(dealer, 1, "$5", "small", "small");
  await place(1).getByText(dealer.say("places.recorded", { amount: "$10" })).waitFor();
  await records(dealer, 2, "$1", "big");
  await place(2).getByText(dealer.say("places.recorded", { amount: "$1" })).waitFor();

  await dealer.runTo("entry");
  await dealer.enter(4, 4, 2);
  await dealer.confirm();
  await place(1).getByText(dealer.say("places.pays", { amount: "$10" })).waitFor();
  await place(1).getByText(dealer.say("places.in-colour", { count: 2, n: 1 })).waitFor();
  await place(2).getByText(dealer.say("places.collects", { amount: "$1" })).waitFor();
  await dealer.runTo("idle");

  await place(1).getByRole("button", { name: dealer.say("places.free") }).click();
  await place(1).getByRole("button", { name: dealer.say("places.take-back") }).click();
  await place(1).getByText(dealer.say("seats.colour", { n: 1, amount: "$5" })).waitFor({ state: "detached" });
  await place(1).getByRole("button", { name: dealer.say("places.free") }).click();
  await place(1).waitFor({ state: "detached" });

  // A round without any record takes the presses that it always took.
  await dealer.runTo("betting");
  await dealer.runTo("entry");
  await dealer.enter(1, 2, 3);
  await dealer.confirm();
  await dealer.runTo("idle");
}
