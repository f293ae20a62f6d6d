import { expect, test } from 'vitest';
import type { MoneyFormat } from '../model/money';
import { handedOver, withChip } from './chips';

const money = { full: (units: number) => `$${String(units / 100)}` } as MoneyFormat;

test('an amount is named in value chips, and in the colour of whoever has one', () => {
  const chips = [
    { value: 2_500, count: 2 },
    { value: 100, count: 1 },
  ];
  expect(handedOver({ chips, left: 0, in_colour: null }, money)).toEqual(['2 × $25 + 1 × $1']);
  const own = { value: 200, count: 25 };
  const in_colour = { colour: 3, chips: own, beside: [{ value: 100, count: 1 }], left: 0 };
  const [, other] = handedOver({ chips, left: 0, in_colour }, money);
  expect(other).toContain('25');
  expect(other).toContain('3');
  expect(other).toContain('1 × $1');
});

test('nothing is handed over for nothing', () => {
  expect(handedOver({ chips: [], left: 0, in_colour: null }, money)).toEqual([]);
});

test('a tap lays one more chip on what lies there', () => {
  const once = withChip([], 'big', 500);
  expect(once).toEqual([{ area: 'big', stake: 500 }]);
  expect(withChip(once, 'big', 100)).toEqual([{ area: 'big', stake: 600 }]);
  expect(withChip(once, 'small', 100)).toHaveLength(2);
});
