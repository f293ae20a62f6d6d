// The bank of a felt table: counted by two people on their own screens, with its win and hold at the end.

import { dealerTable } from "../house.mjs";
import { comesTo } from "../people.mjs";

const motion = "reduce";

/** The bank of the first table on the floor's screen. */
async function bankAt(person) {
  await person.page.getByRole("tab", { name: person.say("floor.tab.tables") }).click();
  await person.page.locator(".glance").first().click();
  const dialog = person.page.getByRole("dialog", { name: "Table 1" });
  await dialog.getByRole("tab", { name: person.say("panel.bank") }).click();
  return dialog.getByRole("region", { name: person.say("bank.title", { table: "Table 1" }) });
}

/** Counts pieces under what is chosen, and proposes them. */
async function counts(person, bank, kind, label, pieces, values = {}) {
  await bank.getByLabel(person.say("bank.what")).selectOption(kind);
  const form = bank.getByRole("form", { name: person.say(label, values) });
  for (const [denomination, many] of pieces) await form.getByLabel(denomination, { exact: true }).fill(String(many));
  await form.getByRole("button", { name: person.say(label, values) }).click();
}

/** Agrees, with the password again where that is asked. */
async function agrees(person, done) {
  await person.press("proposals.approve");
  const asked = person.page.getByRole("dialog", { name: person.say("fresh.title") });
  await Promise.race([asked.waitFor(), done()]);
  if (await asked.isVisible()) await person.givePassword();
  await done();
}

async function approves(second) {
  await second.page.getByRole("tab", { name: second.say("floor.tab.approvals") }).click();
  await agrees(second, () => second.sees(second.say("approvals.none")));
}

export async function a_felt_table_has_win_and_hold_once_everything_is_counted(stage) {
  await stage.house([dealerTable(1, "act", { kind: "felt" })]);
  const floor = await stage.staff("floor", "/floor", { motion });
  const shift = await stage.staff("shift", "/floor", { motion });
  const cashier = await stage.staff("cashier", "/cage", { motion });
  const bank = await bankAt(floor);
  const figure = (name) => bank.locator(`[data-figure="${name}"]`).first();
  await bank.getByText(floor.say("bank.float-not-counted")).waitFor();

  await counts(floor, bank, "float", "bank.open-float", [["$25", 40], ["$100", 20]]);
  await approves(shift);
  await bank.getByText(floor.say("bank.float-counted", { n: 1 })).waitFor();
  await comesTo(() => figure("opening").innerText(), "$3,000", "40 of 25 and 20 of 100");
  await comesTo(() => figure("win").innerText(), floor.say("bank.not-counted"), "nothing is known of a win");
  await comesTo(() => figure("hold").innerText(), floor.say("bank.unknown"), "nor of a hold");

  const waits = cashier.page.getByRole("region", { name: cashier.say("bank.cage") });
  const none = () => waits.getByRole("button", { name: cashier.say("proposals.approve") }).waitFor({ state: "detached" });
  await counts(floor, bank, "fill", "bank.propose-fill", [["$100", 10]]);
  await waits.getByText("10 × $100").waitFor();
  await agrees(cashier, none);
  await comesTo(() => figure("fills").innerText(), "$1,000", "the cage has brought it");

  const cage = waits.getByRole("region", { name: cashier.say("bank.title", { table: "Table 1" }) });
  await counts(cashier, cage, "credit", "bank.propose-credit", [["$25", 20]]);
  await approves(shift);
  await comesTo(() => figure("expected").innerText(), "$3,500", "3000 and 1000 less 500");
  await cage.getByRole("button", { name: /1 · \$1,000/u }).click();
  const slip = cashier.page.getByRole("dialog", { name: cashier.say("bank.slip") });
  await slip.getByText(cashier.say("bank.signed-cage")).waitFor();
  await cashier.page.keyboard.press("Escape");

  await counts(floor, bank, "float", "bank.close-float", [["$25", 20], ["$100", 28]]);
  await approves(shift);
  await comesTo(() => figure("closing").innerText(), "$3,300", "20 of 25 and 28 of 100");
  await comesTo(() => figure("win").innerText(), floor.say("bank.not-counted"), "the drop is not counted");

  await counts(cashier, cage, "drop", "bank.count-drop", [["$50", 16]], { n: 1 });
  await approves(shift);
  await comesTo(() => figure("win").innerText(), "$600", "3300 + 800 + 500 - 3000 - 1000");
  await comesTo(() => figure("hold").innerText(), "75.0000 %", "600 of 800");
}
