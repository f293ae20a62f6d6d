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
