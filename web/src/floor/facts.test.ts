import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from '../lang/en.json';
import { isKey } from '../lang/words';
import { factKey, factText } from './facts';

/** Every name of a fact that the server can tell, read where it is told. */
function factNames(): string[] {
  const source = readFileSync(
    new URL('../../../forms/protocol/src/view/security.rs', import.meta.url),
    'utf8',
  );
  const named = source.matchAll(/\b(?:fact|staff)\("([^"]+)",/gu);
  return [...new Set([...named].map(([, name = '']) => name))];
}

test('every fact that the server tells has words', () => {
  const names = factNames();
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !isKey(factKey(name)))).toEqual([]);
});

const staffName = (staff: number): string => `person ${String(staff)}`;

test('a person is named, a role is worded, and the rest is told as it is', () => {
  const name = { staffName, currencies: [] };
  expect(factText({ name: 'approved by', value: '2' }, name)).toBe('approved by: person 2');
  expect(factText({ name: 'role', value: 'shift-manager' }, name)).toBe(
    `role: ${en['role.shift-manager']}`,
  );
  expect(factText({ name: 'address', value: '10.0.0.9' }, name)).toBe('address: 10.0.0.9');
  expect(factText({ name: 'what', value: 'shaker-place' }, name)).toContain(
    en['things.approval.shaker-place'],
  );
  expect(factText({ name: 'from', value: 'dice 7' }, name)).toContain(
    `${en['things.kind.dice']} 7`,
  );
});

// "amount: 10000" stood there for a hundred dollars.
test('an amount is told as money', () => {
  const [sgd, aud] = [
    { code: 'SGD', decimals: 2 },
    { code: 'AUD', decimals: 2 },
  ];
  const told = (value: string, currencies: { code: string; decimals: number }[]): string =>
    factText({ name: 'amount', value }, { staffName, currencies }).replace(/\s/gu, ' ');
  expect(told('10000', [sgd])).toBe('amount: SGD 100');
  expect(told('10000 AUD', [sgd, aud])).toBe('amount: AUD 100');
  expect(told('10000', [sgd, aud])).toBe('amount: 10000 in the smallest currency unit');
});
