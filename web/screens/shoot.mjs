/**
 * A picture of every screen, as people see it: `node screens/shoot.mjs FOLDER [name…]`. Plays against the stand-in server
 * and says of each page whether anything went wrong on it: console errors, broken policies, requests elsewhere, and what
 * axe-core finds.
 */
import AxeBuilder from '@axe-core/playwright';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { launch, watched } from './browser.mjs';

const [out = 'shots', ...named] = process.argv.slice(2);
const port = 8200 + (process.pid % 100);
const mock = spawn('node', [new URL('../mock/server.mjs', import.meta.url).pathname], {
  env: { ...process.env, PORT: String(port), PACE: process.env.PACE ?? '0.5' },
  stdio: 'ignore',
});
await new Promise((r) => setTimeout(r, 600));
const origin = `http://127.0.0.1:${port}`;
const browser = await launch();
const sizes = {
  hd: [1920, 1080],
  lap: [1366, 768],
  tab: [1024, 768],
  port: [820, 1180],
  phone: [390, 844],
};
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
async function axe(page) {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(
    ({ id, nodes }) => `axe ${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length})`,
  );
}

async function open(size, { theme = 'dark', lang = 'en', storage = {} } = {}) {
  const [width, height] = sizes[size];
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: size === 'phone',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  await context.addInitScript(
    (s) => {
      for (const [k, v] of Object.entries(s)) localStorage.setItem(k, v);
    },
    { 'taisai.theme': theme, 'taisai.language': lang, ...storage },
  );
  const page = await context.newPage();
  const wrongs = watched(page, origin);
  return { context, page, wrongs };
}
async function seat(page, table) {
  await page.goto(origin + '/play');
  await page.evaluate(async (table) => {
    await fetch('/api/v1/seats', { method: 'POST', body: JSON.stringify({ table }) });
    localStorage.setItem('taisai.seated', 'yes');
  }, table);
  await page.goto(origin + '/play');
  await page.waitForSelector('.area');
  const demo = page.locator('footer button.main');
  if (await demo.count()) await demo.first().click();
  await page.waitForSelector('[data-rack]');
}
async function login(page, name, path) {
  await page.goto(origin + '/login');
  await page.evaluate(async (name) => {
    await fetch('/api/v1/login', {
      method: 'POST',
      body: JSON.stringify({ name, password: 'demo' }),
    });
  }, name);
  await page.goto(origin + path);
}
async function waitBetting(page) {
  await page.waitForSelector('.area:not(.idle)', { timeout: 40000 });
}
const shots = {
  lobby: async () => {
    const o = await open('hd');
    await o.page.goto(origin + '/play');
    await o.page.waitForSelector('.table');
    await o.page.waitForTimeout(800);
    return o;
  },
  play: async (size = 'hd', table = 6, opt) => {
    const o = await open(size, opt);
    await seat(o.page, table);
    await waitBetting(o.page);
    for (const a of ['big', 'total-10', 'double-4', 'single-4', 'domino-24', 'triple-6']) {
      await o.page.locator(`[data-area=${a}]`).click();
    }
    await o.page.locator('[data-area=big]').click();
    await o.page.waitForTimeout(500);
    return o;
  },
  hover: async () => {
    const o = await shots.play();
    await o.page.locator('[data-area=total-9]').hover();
    await o.page.waitForTimeout(300);
    return o;
  },
  result: async (size = 'hd', table = 6, opt) => {
    const o = await shots.play(size, table, opt);
    await o.page.waitForSelector('.area.lit', { timeout: 40000 });
    await o.page.waitForTimeout(900);
    return o;
  },
  shaken: async () => {
    const o = await shots.play('hd');
    await o.page.waitForSelector('.stage.shaking', { timeout: 40000 });
    await o.page.waitForTimeout(700);
    return o;
  },
  ma: () => shots.play('hd', 1),
  sg2: () => shots.result('hd', 7),
  sg3: () => shots.play('hd', 8),
  act: () => shots.result('lap', 3),
  light: () => shots.result('hd', 6, { theme: 'light' }),
  zh: () => shots.result('hd', 6, { lang: 'zh-Hant' }),
  hans: () => shots.play('hd', 7, { lang: 'zh-Hans', theme: 'light' }),
  tab: () => shots.play('tab', 6),
  port: () => shots.play('port', 6),
  phone: () => shots.play('phone', 6),
  phoneres: () => shots.result('phone', 6),
  history: async () => {
    const o = await shots.play();
    await o.page.keyboard.press('h');
    await o.page.getByRole('tab').nth(1).click();
    await o.page.waitForTimeout(300);
    return o;
  },
  freq: async () => {
    const o = await shots.play();
    await o.page.keyboard.press('h');
    await o.page.getByRole('tab').nth(2).click();
    await o.page.waitForTimeout(300);
    return o;
  },
  session: async () => {
    const o = await shots.play();
    await o.page.locator('.actions button').last().click();
    await o.page.waitForTimeout(300);
    return o;
  },
  build: async () => {
    const o = await shots.play();
    await o.page.keyboard.press('b');
    await o.page.locator('.pick button').nth(3).click();
    await o.page.locator('.pick button').nth(1).click();
    await o.page.locator('.pick button').nth(3).click();
    await o.page.waitForTimeout(300);
    return o;
  },
  voucher: async () => {
    const o = await open('hd');
    await seat(o.page, 9);
    await o.page.locator('.actions button').last().click();
    await o.page.locator('dialog footer .button').last().click();
    await o.page.waitForTimeout(700);
    return o;
  },
  refuse: async () => {
    const o = await open('hd');
    await seat(o.page, 6);
    await waitBetting(o.page);
    await o.page.locator('.chip-button').last().click();
    for (let i = 0; i < 2; i += 1) await o.page.locator('[data-area=triple-6]').click();
    await o.page.waitForTimeout(330);
    return o;
  },
  console: async (size = 'hd', opt) => {
    const o = await open(size, opt);
    await login(o.page, 'dealer', '/console/9');
    await o.page.waitForSelector('.next');
    await o.page.waitForTimeout(500);
    return o;
  },
  consolebet: async () => {
    const o = await shots.console();
    await o.page.keyboard.press('Enter');
    await o.page.waitForTimeout(700);
    return o;
  },
  consoledice: async () => {
    const o = await shots.console();
    for (let i = 0; i < 4; i += 1) {
      await o.page.keyboard.press('Enter');
      await o.page.waitForTimeout(300);
    }
    for (const k of '442') {
      await o.page.keyboard.press(k);
      await o.page.waitForTimeout(100);
    }
    await o.page.waitForTimeout(500);
    return o;
  },
  consoleirr: async () => {
    const o = await shots.console();
    await o.page.keyboard.press('Enter');
    await o.page.waitForTimeout(300);
    await o.page.keyboard.press('x');
    await o.page.waitForTimeout(300);
    await o.page.locator('.irregularity').nth(1).click();
    await o.page.waitForTimeout(600);
    return o;
  },
  consoletab: () => shots.console('tab'),
  consolelight: () => shots.console('hd', { theme: 'light' }),
  display: async () => {
    const o = await open('hd');
    await o.page.goto(origin + '/display/6');
    await o.page.waitForSelector('.area.lit', { timeout: 40000 });
    await o.page.waitForTimeout(900);
    return o;
  },
  displaybet: async () => {
    const o = await open('hd');
    await o.page.goto(origin + '/display/1');
    await o.page.waitForSelector('.area', { timeout: 40000 });
    await o.page.waitForTimeout(2500);
    return o;
  },
  floor: async (size = 'hd', opt) => {
    const o = await open(size, opt);
    await login(o.page, 'supervisor', '/floor');
    await o.page.waitForSelector('.glance');
    await o.page.waitForTimeout(500);
    return o;
  },
  floorapp: async () => {
    const o = await shots.floor();
    await o.page.getByRole('tab').nth(1).click();
    await o.page.waitForTimeout(500);
    return o;
  },
  floortable: async () => {
    const o = await shots.floor();
    await o.page.locator('.glance').last().click();
    await o.page.waitForTimeout(900);
    return o;
  },
  floorstaff: async () => {
    const o = await shots.floor();
    await o.page.getByRole('tab').nth(2).click();
    await o.page.waitForTimeout(500);
    return o;
  },
  floorlight: () => shots.floor('tab', { theme: 'light' }),
  cage: async (size = 'hd') => {
    const o = await open(size);
    await login(o.page, 'cashier', '/cage');
    await o.page.waitForSelector('form');
    await o.page.waitForTimeout(500);
    return o;
  },
  cagesold: async () => {
    const o = await shots.cage();
    await o.page.locator('input').first().fill('250');
    await o.page.locator('form button').first().click();
    await o.page.waitForTimeout(700);
    return o;
  },
  rules: async () => {
    const o = await open('hd', { theme: 'light' });
    await o.page.goto(origin + '/rules/singapore-1');
    await o.page.waitForTimeout(900);
    return o;
  },
  home: async () => {
    const o = await open('hd');
    await o.page.goto(origin + '/');
    await o.page.waitForTimeout(600);
    return o;
  },
  login: async () => {
    const o = await open('lap');
    await o.page.goto(origin + '/login');
    await o.page.waitForTimeout(400);
    return o;
  },
  enrol: async () => {
    const o = await open('lap');
    await o.page.goto(origin + '/enrol');
    await o.page.waitForTimeout(400);
    return o;
  },
};
mkdirSync(out, { recursive: true });
let failures = 0;
for (const name of named.length > 0 ? named : Object.keys(shots)) {
  try {
    const { page, wrongs, context } = await shots[name]();
    await page.screenshot({
      path: `${out}/${name}.png`,
      fullPage: ['rules', 'lobby'].includes(name),
    });
    wrongs.push(...(await axe(page)));
    failures += wrongs.length;
    console.log(name, wrongs.length ? wrongs.slice(0, 12).join('\n   ').slice(0, 3000) : 'ok');
    await context.close();
  } catch (error) {
    failures += 1;
    console.log(name, 'FAILED', String(error).slice(0, 400));
  }
}
await browser.close();
mock.kill();
process.exit(failures === 0 ? 0 : 1);
