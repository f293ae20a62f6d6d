/**
 * How fast the terminal is, in a real browser slowed down four times: first layout on screen, a tap to its chip, and
 * sixty updates a second for a while. `node screens/bench.mjs [minutes]`; figures are printed, limits are asserted.
 */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { launch } from './browser.mjs';

const minutes = Number(process.argv[2] ?? 1);
const port = 8190 + (process.pid % 100);
const origin = `http://127.0.0.1:${port}`;
const mock = spawn('node', [new URL('../mock/server.mjs', import.meta.url).pathname], {
  env: { ...process.env, PORT: String(port), FLOOD: '60' },
  stdio: 'ignore',
});
await new Promise((resolve) => setTimeout(resolve, 700));

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
const page = await context.newPage();
const devtools = await context.newCDPSession(page);

await page.goto(`${origin}/play`);
await page.evaluate(async () => {
  await fetch('/api/v1/seats', { method: 'POST', body: JSON.stringify({ table: 6 }) });
  localStorage.setItem('taisai.seated', 'yes');
});

await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
const before = Date.now();
await page.goto(`${origin}/play`, { waitUntil: 'commit' });
await page.waitForSelector('.area', { state: 'visible' });
const firstLayout = Date.now() - before;

await page.locator('footer button.main').click();
await page.waitForSelector('.area:not(.idle)', { timeout: 60_000 });
/** From the event to the first frame that has the chip, in frames of the page itself. */
const frames = await page.evaluate(
  () =>
    new Promise((resolve) => {
      const area = document.getElementById('area-big');
      let count = 0;
      const look = () =>
        area.querySelector('.pile') ? resolve(count) : ((count += 1), requestAnimationFrame(look));
      area.click();
      requestAnimationFrame(look);
    }),
);

await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
const heap = async () => {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
};
await page.waitForTimeout(5_000);
const start = await heap();
await page.waitForTimeout(minutes * 60_000);
const grown = (await heap()) - start;

const assets = new URL('../dist/assets/', import.meta.url).pathname;
const size = (name) => gzipSync(readFileSync(assets + name)).length;
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const all = scripts.reduce((sum, name) => sum + size(name), 0);

console.log(`first layout on screen, 4x slower    ${firstLayout} ms (limit 1000)`);
console.log(`tap to chip                          ${frames} frames later (limit 1)`);
console.log(
  `60 updates/s for ${minutes} min: heap grew by ${(grown / 1024).toFixed(0)} KiB, from ${(start / 1024).toFixed(0)} KiB (limit 1024)`,
);
console.log(
  `all scripts of all pages and languages, gzipped ${(all / 1024).toFixed(1)} KiB (limit 150)`,
);
await browser.close();
mock.kill();
process.exit(
  firstLayout <= 1_000 && frames <= 1 && grown <= 1024 * 1024 && all <= 150 * 1024 ? 0 : 1,
);
