import { expect, test } from 'vitest';
import { RULINGS, actOf } from './rulings';

const known = {
  round: 7,
  what: 'dispute',
  reason: 'two hands at once',
  dice: [4, 4, 2],
  seat: 3,
} as const;

test('a ruling that is wholly said is an act of its own kind', () => {
  expect(RULINGS.map((ruling) => Object.keys(actOf(ruling, known) ?? {}))).toEqual([
    ['void_rounds'],
    ['reshake'],
    ['go_on'],
    ['call_mistaken'],
    ['attest_dice'],
    ['void_bets'],
  ]);
});

test('only the round in question is made void, with what went wrong and why', () => {
  expect(actOf('void-round', known)).toEqual({
    void_rounds: { rounds: [7], what: 'dispute', reason: 'two hands at once' },
  });
});

test('dice are stated with the reason why they are known', () => {
  expect(actOf('state-dice', known)).toEqual({
    attest_dice: { dice: [4, 4, 2], reason: 'two hands at once' },
  });
});

test('dice that were not told and a seat that was not chosen are no act', () => {
  expect(actOf('state-dice', { ...known, dice: null })).toBeNull();
  expect(actOf('void-bets', { ...known, seat: null })).toBeNull();
});
