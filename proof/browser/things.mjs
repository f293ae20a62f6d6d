// Shakers and dice in the floor's register, as people enter them, attest them and move them.

/** Which approvals a shaker needs where a document asks for any. */
const SHAKER_APPROVALS = ["shaker", "shaker-procedure", "shaker-place"];

async function openRegister(person) {
  await person.page.getByRole("tab", { name: person.say("floor.tab.things") }).click();
}

/** A thing's own dialog, from the register. */
async function thing(person, name) {
  const row = person.page.getByRole("row").filter({ hasText: name });
  await row.getByRole("button", { name: person.say("things.open") }).click();
  return person.page.getByRole("dialog", { name });
}

/** Takes a thing to a table; the register must be open. */
export async function moves(person, name, table) {
  await openRegister(person);
  const dialog = await thing(person, name);
  await dialog.getByLabel(person.say("things.place")).selectOption({ label: table });
  await dialog.getByRole("button", { name: person.say("things.move") }).click();
  await person.page.keyboard.press("Escape");
  await person.page.getByRole("row").filter({ hasText: name }).filter({ hasText: table }).waitFor();
}

async function enters(person, kind, number, fill) {
  await openRegister(person);
  const form = person.page.locator("form").filter({ has: person.page.getByRole("button", { name: person.say("things.enter") }) });
  await form.getByLabel(person.say("things.kind")).first().selectOption(kind);
  await form.getByLabel(person.say("inspect.number")).first().fill(String(number));
  await fill(form);
  await form.getByRole("button", { name: person.say("things.enter") }).click();
  const name = person.say("things.name", { kind: person.say(`things.kind.${kind}`), number });
  await person.page.getByRole("row").filter({ hasText: name }).waitFor();
  return name;
}

/** Registers three dice and takes them to a table. */
export async function registersDice(person, number, dice, table) {
  const name = await enters(person, "dice", number, (form) => form.getByLabel(person.say("inspect.dice")).fill(dice));
  await moves(person, name, table);
  return name;
}

/** Registers a shaker with its seal and its approvals, and takes it to a table. */
export async function registersShaker(person, number, kind, table) {
  const name = await enters(person, "shaker", number, (form) => form.getByLabel(person.say("inspect.kind")).last().selectOption(kind));
  const dialog = await thing(person, name);
  const attest = dialog.getByRole("button", { name: person.say("things.attest") });
  await dialog.getByLabel(person.say("things.seal")).fill("S-17");
  await attest.first().click();
  for (const approval of SHAKER_APPROVALS) {
    await dialog.getByLabel(person.say("things.approval")).first().selectOption(approval);
    await dialog.getByLabel(person.say("things.reference")).fill(`A-${approval}`);
    await dialog.getByLabel(person.say("things.date")).fill("2026-11-19");
    await dialog.getByLabel(person.say("things.holder")).fill("The office");
    await attest.last().click();
    await dialog.getByText(`A-${approval}`).waitFor();
  }
  await person.page.keyboard.press("Escape");
  await moves(person, name, table);
  return name;
}

/** Ticks every line of the checklist that nobody has seen yet, in the table's panel, and confirms them. */
export async function seesChecklist(person, dialog) {
  const unseen = dialog.locator("input[type=checkbox]:not(:checked):not(:disabled)");
  await unseen.first().waitFor();
  while ((await unseen.count()) > 0) await unseen.first().check();
  const tick = dialog.getByRole("button", { name: person.say("inspect.tick") });
  await tick.click();
  await tick.and(dialog.locator(":disabled")).waitFor();
}
