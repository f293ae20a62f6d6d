/**
 * Every page in a real browser against a running server: no console error, no broken policy, no request elsewhere, and
 * nothing that axe-core knows to be wrong. `node screens/check.mjs http://127.0.0.1:8080 [name password]`
 */
import AxeBuilder from '@axe-core/playwright';
import { launch, watched } from './browser.mjs';

const origin = process.argv[2] ?? 'http://127.0.0.1:8080';
const paths = (
  process.env.PATHS ?? '/,/play,/login,/enrol,/rules/singapore-1,/display/1,/nothing'
).split(',');
const themes = ['dark', 'light'];
const browser = await launch();
let failures = 0;

for (const theme of themes) {
  for (const path of paths) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
    await context.addInitScript((wanted) => localStorage.setItem('taisai.theme', wanted), theme);
    const page = await context.newPage();
    const wrongs = watched(page, origin);
    await page.goto(origin + path);
    await page.waitForTimeout(1_200);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    for (const { id, nodes } of violations)
      wrongs.push(
        `axe ${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length}) ${nodes[0]?.failureSummary?.split('\n')[1] ?? ''}`,
      );
    failures += wrongs.length;
    console.log(`${theme} ${path} ${wrongs.length === 0 ? 'ok' : wrongs.join('\n   ')}`);
    await context.close();
  }
}
await browser.close();
process.exit(failures === 0 ? 0 : 1);
