// The floor's own work: tables, terminals, people and their passwords.

import assert from "node:assert/strict";
import { automaticTable, dealerTable } from "../house.mjs";
import { Staff, comesTo } from "../people.mjs";

const motion = "reduce";

async function tab(person, name) {
  await person.page.getByRole("tab", { name: person.say(`floor.tab.${name}`) }).click();
}

export async function a_terminal_gets_its_seat_by_a_code_from_the_floor(stage) {
  await stage.house([dealerTable(1, "act")]);
  const person = await stage.staff("floor", "/floor", { motion });
  await person.page.locator(".glance").waitFor();
  await tab(person, "terminals");
  await person.page.getByLabel(person.say("terminals.seat")).fill("7");
  await person.press("terminals.code");
  const code = (await person.page.locator(".code").innerText()).split("\n")[0].trim();

  const player = await stage.player({ motion });
  await player.goto("/enrol");
  await player.page.getByLabel(player.say("enrol.code")).fill(code);
  await player.press("enrol.go");
  await player.sees(player.say("seat.number", { n: 7 }));
  await person.page.locator("tbody tr").filter({ hasText: "Table 1" }).getByRole("cell", { name: "7", exact: true }).waitFor();

  const other = await stage.player({ motion });
  await other.goto("/enrol");
  await other.page.getByLabel(other.say("enrol.code")).fill(code);
  other.away = true;
  other.forgives = /the server responded with a status of 4/u;
  await other.press("enrol.go");
  await other.page.getByRole("alert").waitFor();
}

/** Whoever opens a staff screen without a log-in is led to it, and then to the screen. */
export async function a_screen_of_the_staff_leads_to_the_log_in_and_back(stage) {
  await stage.house([dealerTable(1, "act"), dealerTable(2, "act")]);
  for (const [path, name] of [["/floor", "floor"], ["/cage", "cashier"], ["/console/2", "dealer"]]) {
    const person = await stage.player({ motion });
    person.away = true;
    person.forgives = /status of 401|HTTP Authentication failed/u;
    await person.goto(path);
    await person.page.getByLabel(person.say("login.name")).fill(name);
    await person.page.getByLabel(person.say("login.password")).fill(stage.opened.logins[name]);
    await person.press("login.go");
    await person.page.waitForURL(person.url + path);
    await person.page.getByRole("img", { name: person.say("link.live") }).waitFor();
  }
}

export async function a_table_is_added_opened_to_the_lobby_and_retired(stage) {
  await stage.house([automaticTable(1, "act")]);
  const admin = await stage.staff("admin", "/floor", { motion });
  await admin.page.locator(".glance").waitFor();
  await admin.press("new-table.title");
  const dialog = admin.page.getByRole("dialog", { name: admin.say("new-table.title") });
  await dialog.getByLabel(admin.say("login.name")).fill("Table 2");
  await dialog.getByLabel(admin.say("rules.title")).selectOption("maryland");
  await dialog.getByRole("button", { name: admin.say("new-table.add") }).click();
  await dialog.waitFor({ state: "detached" });
  const glance = admin.page.locator(".glance", { hasText: "Table 2" });
  await glance.waitFor();

  const lobby = await stage.screen({ motion });
  await lobby.goto("/play");
  await lobby.page.getByRole("heading", { name: "Table 2" }).waitFor();

  await glance.click();
  const panel = admin.page.getByRole("dialog", { name: "Table 2" });
  await panel.getByRole("button", { name: admin.say("panel.retire") }).click();
  await glance.waitFor({ state: "detached" });
  await comesTo(() => lobby.page.getByRole("heading", { name: "Table 2" }).count(), 0, "it is gone from the lobby");
}

export async function a_new_colleague_gets_a_role_by_two_people_and_a_password_of_their_own(stage) {
  await stage.house([dealerTable(1, "act")]);
  const [first, second] = [await stage.staff("admin", "/floor", { motion }), await stage.staff("second-admin", "/floor", { motion })];
  await tab(first, "staff");
  await first.page.getByLabel(first.say("login.name")).fill("mei");
  await first.press("staff.add");
  const shown = first.page.getByRole("dialog", { name: first.say("staff.invitation", { name: "mei" }) });
  const invitation = await shown.locator(".code").innerText();
  await first.page.keyboard.press("Escape");
  assert.equal(await shown.count(), 0, "an invitation is shown once");
  const row = first.page.getByRole("row").filter({ hasText: "mei" });
  await row.locator(".tag").waitFor();
  await row.getByRole("button").click();
  const dialog = first.page.getByRole("dialog", { name: "mei" });
  await dialog.getByLabel(first.say("staff.role")).selectOption("floorperson");
  await dialog.getByRole("button", { name: first.say("staff.propose-role") }).click();

  const mei = await stage.screen({ motion }, Staff);
  await mei.goto("/login?next=/floor");
  await mei.press("login.invited");
  await mei.page.getByLabel(mei.say("login.name")).fill("mei");
  await mei.page.getByLabel(mei.say("login.choose"), { exact: true }).fill("one of my own");
  await mei.page.getByLabel(mei.say("login.choose-again")).fill("one of my own");
  await mei.page.getByLabel(mei.say("login.invitation")).fill(invitation.toUpperCase());
  await mei.press("login.accept");
  await mei.sees(mei.say("barred.no-role", { name: "mei" }));

  await tab(second, "approvals");
  await second.sees(second.say("approvals.role", { name: "mei", role: second.say("role.floorperson") }));
  await second.press("proposals.approve");
  await second.sees(second.say("approvals.none"));
  await tab(second, "staff");
  await second.page.getByRole("row").filter({ hasText: "mei" }).getByText(second.say("role.floorperson")).waitFor();
  await mei.logIn("mei", "one of my own", "/floor");
  await mei.page.locator(".glance").waitFor();
}

export async function who_opens_a_screen_of_another_role_is_told_where_to_go(stage) {
  await stage.house([dealerTable(1, "act")]);
  const BARRED = [
    ["cashier", "/floor", ["/cage"]],
    ["cashier", "/console/1", ["/cage"]],
    ["dealer", "/floor", ["/console"]],
    ["shift", "/cage", ["/console", "/floor"]],
  ];
  for (const [name, path, open] of BARRED) {
    const person = await stage.staff(name, path, { motion });
    const told = person.page.getByRole("region", { name: person.say("barred.title") });
    await told.waitFor();
    const links = await told.getByRole("link").evaluateAll((found) => found.map((link) => link.getAttribute("href")));
    assert.deepEqual(links, open, `${name} at ${path}`);
    assert.deepEqual(await person.barriers(), [], `${name} at ${path}`);
    await told.getByRole("link").first().click();
    await person.page.waitForURL(person.url + open[0]);
    await person.page.locator("main").waitFor();
    assert.equal(await told.count(), 0);
    await person.close();
  }
}

export async function who_types_a_wrong_password_is_told_so_and_no_more(stage) {
  await stage.house([dealerTable(1, "act")]);
  const person = await stage.screen({ motion });
  person.away = true;
  person.forgives = /status of 401/u;
  await person.goto("/login?next=/floor");
  await person.page.getByLabel(person.say("login.name")).fill("admin");
  await person.page.getByLabel(person.say("login.password")).fill("not this one");
  await person.press("login.go");
  await person.page.getByRole("alert").waitFor();
  const said = await person.page.getByRole("alert").innerText();
  await person.page.getByLabel(person.say("login.name")).fill("nobody-of-this-name");
  await person.page.getByLabel(person.say("login.password")).fill("not this one");
  await person.press("login.go");
  await comesTo(() => person.page.getByRole("alert").innerText(), said);
  assert.equal(said, person.say("problem.wrong-password"));
}

/** A removed terminal tried for ever after a reload, and nobody had been asked before it was taken from under a player. */
export async function a_removed_terminal_says_so_and_its_credit_goes_back_by_two(stage) {
  await stage.house([automaticTable(1, "act")]);
  const [player, first, second] = [await stage.player({ motion }), await stage.staff("floor", "/floor", { motion }), await stage.staff("shift", "/floor", { motion })];
  await player.play(1);
  await tab(first, "terminals");
  await first.press("terminals.remove");
  const asked = first.page.getByRole("dialog");
  await asked.getByText(/AUD\u00a01,000 credit/u).waitFor();
  player.away = true;
  player.forgives = /status of 401|HTTP Authentication failed|WebSocket connection/u;
  await asked.getByRole("button", { name: first.say("terminals.remove") }).click();
  await player.sees(player.say("unenrolled.kept"));
  await player.page.reload();
  await player.sees(player.say("unenrolled.kept"));

  await first.page.getByLabel(first.say("terminals.seat"), { exact: true }).fill("1");
  await first.press("terminals.code");
  const code = (await first.page.locator(".code").innerText()).split("\n")[0].trim();
  await player.page.getByRole("link", { name: player.say("enrol.title") }).click();
  await player.page.getByLabel(player.say("enrol.code")).fill(code);
  await player.press("enrol.go");
  await player.sees(player.say("sit.kept"));
  await first.page.locator(".code").waitFor({ state: "detached" });
  await first.page.getByLabel(first.say("terminals.kept-how")).fill("their card");
  await first.press("terminals.kept-propose");

  await tab(second, "approvals");
  await second.page.getByText(/\$1,000 credit/u).waitFor();
  await second.page.locator(".preview").waitFor();
  await second.press("proposals.approve");
  await second.sees(second.say("approvals.none"));
  await comesTo(() => player.credit(), 100_000, "the player has it back");
}
