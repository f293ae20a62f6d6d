import { describe, expect, test } from 'vitest';
import type { BookArea } from '../wire';
import { areasOfDice, isWithin } from './area';
import { CHIPS_MAX, chipRank, chipValues, stackHeight } from './chips';
import { rollOf } from './dice';
import { FAVOURITES_MAX, kept, linesOf, readFavourites } from './favourites';
import { moneyFormat, readAmount, readMinutes } from './money';

describe('chips', () => {
  test('every value can be staked: from the minimum, in the multiple, up to the maximum', () => {
    for (const limits of [
      { stakeMin: 500, stakeMax: 500_000, multiple: 100 },
      { stakeMin: 200, stakeMax: 2_000, multiple: 200 },
      { stakeMin: 50, stakeMax: 100_000, multiple: 50 },
    ]) {
      const values = chipValues(limits);
      expect(values.length).toBeGreaterThan(0);
      expect(values.length).toBeLessThanOrEqual(CHIPS_MAX);
      for (const value of values) {
        expect(value % limits.multiple).toBe(0);
        expect(limits.stakeMin <= value && value <= limits.stakeMax).toBe(true);
      }
    }
  });

  test('odd limits still get one chip', () => {
    expect(chipValues({ stakeMin: 700, stakeMax: 700, multiple: 700 })).toEqual([700]);
  });

  test('a stack looks like its largest chip and does not grow into the sky', () => {
    const values = [500, 1_000, 2_500];
    expect(chipRank(1_500, values)).toBe(1);
    expect(chipRank(100, values)).toBe(0);
    expect(stackHeight(1_500, values)).toBe(2);
    expect(stackHeight(1_000_000, values)).toBe(5);
  });
});

describe('money', () => {
  const money = moneyFormat('en-SG', 'SGD', 2);
  test('whole amounts have no cents, others have both', () => {
    expect(money.full(100_000)).toBe('$1,000');
    expect(money.full(100_050)).toBe('$1,000.50');
    expect(money.signed(-3_500)).toBe('-$35');
    expect(money.signed(4_250)).toBe('+$42.50');
  });
  test('where several currencies are about, an amount names its own', () => {
    expect(money.coded(125_000).replace(/\s/gu, ' ')).toBe('SGD 1,250');
    expect(money.coded(50).replace(/\s/gu, ' ')).toBe('SGD 0.50');
  });

  test('a chip has room for four signs', () => {
    expect([50, 500, 100_000, 2_500_000, 100_000_000].map((units) => money.short(units))).toEqual([
      '.50',
      '5',
      '1000',
      '25K',
      '1M',
    ]);
  });
  test('what is typed is read exactly or not at all', () => {
    expect(readAmount('1,250.5', 2)).toBe(125_050);
    expect(readAmount('$ 20', 2)).toBe(2_000);
    expect(readAmount('0.29', 2)).toBe(29);
    for (const text of ['', '-5', '1.234', '1e3', 'ten', '12345678901', '100 dollars', '30m'])
      expect(readAmount(text, 2)).toBeNull();
  });

  // "20,50" became a limit of 2,050, and the cage read "1,00" as a hundred.
  test('both decimal signs are understood, and what could be read in two ways is not read', () => {
    expect(
      ['20,50', '1,00', '0,5', '1,250', '1 250,5', '5.'].map((text) => readAmount(text, 2)),
    ).toEqual([2_050, 100, 50, 125_000, 125_050, 500]);
    for (const text of ['1.250,50', '1,2,3', '1 2', '1,250,5', '1,2500', '12,34.5', '1,250,50'])
      expect(readAmount(text, 2)).toBeNull();
    expect([readAmount('1,250', 0), readAmount('1,5', 0)]).toEqual([1_250, null]);
    expect([readAmount('1,250', 3), readAmount('1.250', 3)]).toEqual([null, 1_250]);
  });

  test('minutes are whole and at least one', () => {
    expect([' 30 ', '1', '1440'].map(readMinutes)).toEqual([30, 1, 1_440]);
    for (const text of ['', '0', '-5', '30m', '1.5', 'abc', '12345'])
      expect(readMinutes(text)).toBeNull();
  });
});

describe('areas by their dice', () => {
  const area = (id: string, dice: number[][], numbers: number[]): BookArea =>
    ({ id, dice, numbers }) as unknown as BookArea;
  const areas = [
    area('single-4', [[4]], [4]),
    area('double-4', [[4, 4]], [4]),
    area('domino-24', [[2, 4]], [2, 4]),
    area('triple-4', [[4, 4, 4]], [4]),
    area('total-10', [], [10]),
    area('four-1234', [], [4, 3, 2, 1]),
    area('big', [], []),
  ];
  test('each die counts once', () => {
    expect(isWithin([4, 4], [4, 2, 4])).toBe(true);
    expect(isWithin([4, 4], [4, 2])).toBe(false);
  });
  test('one die, two dice, three dice', () => {
    expect(areasOfDice(areas, [4])).toEqual(['single-4']);
    expect(areasOfDice(areas, [4, 2])).toEqual(['single-4', 'domino-24']);
    expect(areasOfDice(areas, [4, 2, 4])).toEqual([
      'single-4',
      'double-4',
      'domino-24',
      'total-10',
    ]);
    expect(areasOfDice(areas, [4, 2, 1])).toContain('four-1234');
    expect(areasOfDice(areas, [])).toEqual([]);
  });
});

describe('favourites', () => {
  test('the newest is first, twins are one, the oldest makes room', () => {
    const slip = (stake: number) => linesOf({ big: { amount: stake, registered: 0 } });
    let all = kept([], slip(1));
    for (let stake = 1; stake < 10; stake += 1) all = kept(all, slip(stake));
    expect(all).toHaveLength(FAVOURITES_MAX);
    expect(all[0]).toEqual([{ area: 'big', stake: 9 }]);
    expect(kept(all, [])).toEqual(all);
  });
  test('what storage gives back is checked', () => {
    expect(readFavourites('[[{"area":"big","stake":5}],[{"area":1}],"x",[]]')).toEqual([
      [{ area: 'big', stake: 5 }],
    ]);
    for (const text of [null, '', '{', '{"a":1}', 'null']) expect(readFavourites(text)).toEqual([]);
  });
});

test('three faces are a roll and anything else is none', () => {
  expect(rollOf([4, 4, 2])).toEqual([4, 4, 2]);
  for (const dice of [null, undefined, [], [4, 4], [4, 4, 7]]) expect(rollOf(dice)).toBeNull();
});
