import { describe, expect, test } from 'vitest';
import type { PastResult } from '../wire';
import type { Roll } from './dice';
import {
  beadPlate,
  bigRoad,
  faceFrequencies,
  resultsOf,
  totalFrequencies,
  tripleFrequency,
  waysTo,
  type Result,
  diceLeft,
} from './result';

function results(...rolls: Roll[]): Result[] {
  return rolls.map((roll, place) => {
    const total = roll[0] + roll[1] + roll[2];
    const triple = new Set(roll).size === 1;
    const size = roll === BIG ? 'big' : roll === TRIPLE ? 'triple' : 'small';
    return { round: place + 1, roll, total, triple, size, parity: 'odd' };
  });
}

const BIG: Roll = [6, 5, 4];
const SMALL: Roll = [1, 2, 3];
const TRIPLE: Roll = [4, 4, 4];

test('void rounds are left out', () => {
  const past = { round: 1, total: 6, triple: false, corrected: false, size: null, parity: null };
  expect(
    resultsOf([
      { ...past, dice: [1, 2, 3], size: 'small', parity: 'even', voided: null },
      { ...past, round: 2, dice: null, total: null, voided: 'dice-not-flat' },
    ]),
  ).toHaveLength(1);
});

describe('roads', () => {
  test('a run goes down, a change begins a column', () => {
    const road = bigRoad(results(BIG, BIG, SMALL, BIG), 'size', 10);
    expect(road.map(({ column, row }) => [column, row])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [2, 0],
    ]);
  });

  test('a long run turns along the last row and nothing covers it', () => {
    const road = bigRoad(
      results(...Array.from({ length: 8 }, () => BIG), SMALL, SMALL),
      'size',
      10,
    );
    const places = road.map(({ column, row }) => `${String(column)},${String(row)}`);
    expect(places.slice(5)).toEqual(['0,5', '1,5', '2,5', '1,0', '1,1']);
    expect(new Set(places).size).toBe(places.length);
  });

  test('only the last columns are shown, and begin at the left', () => {
    const road = bigRoad(results(BIG, SMALL, BIG, SMALL), 'size', 2);
    expect(road.map(({ column, mark }) => [column, mark])).toEqual([
      [0, 'big'],
      [1, 'small'],
    ]);
  });

  test('the plate has six beads a column', () => {
    const plate = beadPlate(results(...Array.from({ length: 20 }, () => SMALL)), 'size', 2);
    expect(plate.at(-1)).toMatchObject({ column: 1, row: 1 });
    expect(plate).toHaveLength(8);
  });
});

describe('frequencies', () => {
  test('the ways of all totals are the 216 rolls', () => {
    const ways = Array.from({ length: 16 }, (_, place) => waysTo(place + 3));
    expect(ways.reduce((all, one) => all + one, 0)).toBe(216);
    expect(ways.slice(0, 4)).toEqual([1, 3, 6, 10]);
  });

  test('what was seen stands beside what chance expects', () => {
    const seen = results(SMALL, SMALL, TRIPLE);
    expect(faceFrequencies(seen).find(({ label }) => label === '4')).toEqual({
      label: '4',
      seen: 3,
      expected: 1.5,
    });
    expect(totalFrequencies(seen).find(({ label }) => label === '6')?.seen).toBe(2);
    expect(tripleFrequency(seen)).toMatchObject({ seen: 1, expected: 18 / 216 });
  });
});

// The dice of the round before lay there, fully lit, when a round was made void.
test('a void round leaves no dice, least of all those of another round', () => {
  const past = (round: number, voided: PastResult['voided']): PastResult => ({
    round,
    dice: voided === null ? [1, 2, 3] : null,
    total: voided === null ? 6 : null,
    triple: false,
    size: null,
    parity: null,
    voided,
    corrected: false,
  });
  expect(diceLeft([past(1, null)])).toEqual([1, 2, 3]);
  expect(diceLeft([past(1, null), past(2, 'disturbance')])).toBeNull();
  expect(diceLeft([])).toBeNull();
});
