import { expect, test } from 'vitest';
import { DAY, KEY_OF, ROUND, orderOf } from './steps';

const known = { shakes: 3, entered: [4, 4, 2] as const };

test('no two steps share a key, and none is a digit or the key for irregularities', () => {
  expect(KEY_OF.size).toBe(ROUND.length);
  for (const { key } of ROUND) expect(key).toMatch(/^[a-wyz]$/u);
});

test('every step is the order of its own name', () => {
  for (const step of DAY) expect(orderOf(step, known)).toBe(step);
  expect(orderOf('shake', known)).toEqual({ shake: { times: 3 } });
  expect(orderOf('confirm_dice', known)).toEqual({ confirm_dice: { dice: [4, 4, 2] } });
});

test('dice that were not entered cannot be confirmed', () => {
  expect(orderOf('confirm_dice', { ...known, entered: null })).toBeNull();
  expect(orderOf('enter_dice', known)).toBeNull();
});
