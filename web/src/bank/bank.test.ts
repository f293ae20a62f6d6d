import { expect, test } from 'vitest';
import { denominations, openDay, readCount, total, waitingForDrop, wordOfCount } from './bank';
import type { BankShown, DayShown } from '../wire';

const counted = { count: [], total: 0, by: [1, 2] as [number, number], at: 0 };
const day = (number: number, change: Partial<DayShown> = {}): DayShown => ({
  day: number,
  carried: null,
  opening: counted,
  variance: null,
  slips: [],
  fills: 0,
  credits: 0,
  expected: 0,
  closing: null,
  drop: null,
  win: null,
  hold_percent: null,
  corrections: [],
  ...change,
});

test('what is typed in is counted piece by piece', () => {
  const count = readCount({ 500: ' 3 ', 100: '20', 2500: '', 10000: '0' });
  expect(count).toEqual([
    { denomination: 100, pieces: 20 },
    { denomination: 500, pieces: 3 },
  ]);
  expect(total(count ?? [])).toBe(3_500);
  expect(readCount({})).toEqual([]);
});

test('what is no number of pieces is no count', () => {
  for (const wrong of ['-1', '1.5', 'x', '1000001']) expect(readCount({ 100: wrong })).toBeNull();
});

test('denominations are in the smallest unit, the largest first', () => {
  expect(denominations('chips', 2).slice(0, 2)).toEqual([500_000, 100_000]);
  expect(denominations('cash', 0).at(-1)).toBe(1);
});

test('a closed day waits for its drop, and an open one is not closed', () => {
  const days = [day(3), day(2, { closing: counted }), day(1, { closing: counted, drop: counted })];
  const bank: BankShown = { table: 5, name: 'Harbour 5', currency: 'USD', open: 3, days };
  expect(openDay(bank)?.day).toBe(3);
  expect(waitingForDrop(bank).map((waiting) => waiting.day)).toEqual([2]);
  expect(openDay({ ...bank, open: null })).toBeNull();
});

test('a count is named by its word and its slip', () => {
  expect(wordOfCount('drop')).toEqual({ word: 'drop', slip: null });
  expect(wordOfCount({ credit: 7 })).toEqual({ word: 'credit', slip: 7 });
});
