import { launch } from "./browser.mjs";
import { Player, Staff, Dealer, Screen } from "./people.mjs";
import { readFileSync } from "node:fs";
const url = process.env.URL ?? "http://127.0.0.1:8091";
const said = readFileSync(process.env.SAID ?? "/tmp/screens-demo.out", "utf8");
const logins = {};
for (const [, name, password] of said.matchAll(/^ {2}([a-z-]+) +([0-9a-f]{16}) /gmu)) logins[name] = password;
const browser = await launch();
const out = "/tmp/shots";
async function shot(screen, name, full = false) { await screen.page.screenshot({ path: `${out}/${name}.png`, fullPage: full }); console.log(name, JSON.stringify(screen.wrongs), JSON.stringify((await screen.barriers()).slice(0, 4))); screen.wrongs.length = 0; }
const steps = {
  async lobby() { const s = await Screen.open(browser, url, { size: "hd" }); await s.goto("/play"); await s.page.waitForTimeout(1500); await shot(s, "lobby"); },
  async console() { const d = await Dealer.open(browser, url, { size: "hd" }); await d.logIn("dealer", logins.dealer, "/console/9"); await d.page.waitForTimeout(1500); await shot(d, "console"); await d.page.locator(".go").click(); await d.page.waitForTimeout(700); await shot(d, "console2"); await d.page.keyboard.press("x"); await d.page.waitForTimeout(500); await shot(d, "console3"); },
  async floor() { const d = await Staff.open(browser, url, { size: "hd" }); await d.logIn("shift", logins.shift, "/floor"); await d.page.waitForTimeout(1500); await shot(d, "floor");
    for (const [i, n] of ["approvals", "staff", "terminals", "security", "house"].entries()) { await d.page.getByRole("tab").nth(i + 1).click(); await d.page.waitForTimeout(400); await shot(d, "floor-" + n); }
    await d.page.getByRole("tab").nth(0).click(); await d.page.locator(".glance").last().click(); await d.page.waitForTimeout(900); 
    for (const [i, n] of ["day", "equipment", "limits", "seats", "rounds"].entries()) { await d.page.getByRole("dialog").getByRole("tab").nth(i).click(); await d.page.waitForTimeout(300); await shot(d, "panel-" + n); } },
  async cage() { const d = await Staff.open(browser, url, { size: "hd" }); await d.logIn("cashier", logins.cashier, "/cage"); await d.page.waitForTimeout(900); await shot(d, "cage"); await d.page.locator("input").first().fill("250"); await d.page.locator("form button").first().click(); await d.page.waitForTimeout(700); await shot(d, "cage2"); },
  async misc() { for (const [n, p] of [["display", "/display/6"], ["rules", "/rules/singapore-1"], ["odds", "/odds/act"], ["login", "/login"], ["enrol", "/enrol"], ["home", "/home"], ["lost", "/nope"]]) { const s = await Screen.open(browser, url, { size: "hd" }); await s.goto(p); await s.page.waitForTimeout(1500); await shot(s, n, n === "rules"); await s.context.close(); } },
  async play() { const p = await Player.open(browser, url, { size: "hd" }); await p.goto("/play"); await p.page.getByRole("button", { name: /Take a seat/ }).nth(5).click(); await p.page.locator("footer.bottom form").waitFor(); await shot(p, "sit"); await p.sitWithPlayMoney(); await p.bet("big", "total-10", "double-4"); await shot(p, "play"); await p.outcome().waitFor({ timeout: 60000 }); await p.page.waitForTimeout(800); await shot(p, "result"); },
};
for (const n of process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(steps)) { try { await steps[n](); } catch (e) { console.log(n, "FAILED", String(e).slice(0, 500)); } }
await browser.close();
