import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';
import en from './en.json';
import { clockTime } from './lang.svelte';
import { ENGLISH, preferred, say } from './words';
import hans from './zh-Hans.json';
import hant from './zh-Hant.json';

const holes = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/gu)].map(([hole]) => hole).sort();

describe.each([
  ['zh-Hant', hant],
  ['zh-Hans', hans],
])('%s', (_, words: Record<string, string>) => {
  test('has every key and no other', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  });

  test('fills in the same values', () => {
    for (const [key, text] of Object.entries(en))
      expect([key, holes(words[key] ?? '')]).toEqual([key, holes(text)]);
  });

  test('is empty only where English is', () => {
    for (const [key, text] of Object.entries(en))
      expect([key, words[key] === '']).toEqual([key, text === '']);
  });
});

test('one thing is worded as one thing', () => {
  expect(say(ENGLISH, 'en', 'glance.lost', { n: 1 })).toBe('1 terminal offline');
  expect(say(ENGLISH, 'en', 'glance.lost', { n: 2 })).toBe('2 terminals offline');
});

test('a hole without a value stays visible', () => {
  expect(say(ENGLISH, 'en', 'round.number')).toBe('Round {n}');
});

test('odds are never worded with "for"', () => {
  // MA 4(a): odds are written "to" or "win".
  for (const key of ['odds.on-dice', 'area.pays', 'card.odds'] as const)
    expect(en[key]).not.toMatch(/\bfor\b/u);
});

test('the reader’s list decides, plain zh is traditional', () => {
  expect(preferred(['fr', 'zh', 'en'])).toBe('zh-Hant');
  expect(preferred(['zh-CN'])).toBe('zh-Hans');
  expect(preferred(['zh-TW'])).toBe('zh-Hant');
  expect(preferred(['de'])).toBe('en');
});

/** Every letter on a screen comes from a language file: a page's own text has none. */
test('no component has text of its own', () => {
  const found: string[] = [];
  for (const file of svelteFiles('src')) {
    const { fragment } = parse(readFileSync(file, 'utf8'), { modern: true });
    for (const text of textsOf(fragment))
      if (/\p{Letter}{2}/u.test(text)) found.push(`${file}: ${text.trim()}`);
  }
  expect(found).toEqual([]);
});

function svelteFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return svelteFiles(path);
    return path.endsWith('.svelte') ? [path] : [];
  });
}

/** Texts between tags, and the attributes people hear or see. */
function textsOf(node: AST.Fragment | unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, data, name, value } = node as {
    type?: string;
    data?: string;
    name?: string;
    value?: unknown;
  };
  if (type === 'Text') return [data ?? ''];
  if (type === 'StyleDirective') return [];
  if (type === 'Attribute')
    return ['aria-label', 'title', 'alt'].includes(name ?? '') ? textsOf(value) : [];
  return Object.entries(node).flatMap(([key, child]) =>
    key === 'metadata' ? [] : Array.isArray(child) ? child.flatMap(textsOf) : textsOf(child),
  );
}

// An invitation was "good until 4:41 pm", and nobody could know of which day.
test('a time of another day is told with its date', () => {
  const noon = new Date(2026, 10, 16, 12).getTime();
  expect(clockTime(noon + 3_600_000, noon)).toBe('1:00 pm');
  expect(clockTime(noon + 86_400_000, noon)).toBe('17 Nov 2026, 12:00 pm');
});

test('Simplified Chinese writes a table as Simplified Chinese does', () => {
  expect(Object.entries(hans).filter(([, text]) => text.includes('枱'))).toEqual([]);
});
