import { expect, test } from 'vitest';
import type { Outcome, PastResult, Playing } from '../wire';
import { PLAYING, SEAT, TABLE } from './fixtures';
import { outcomeShown } from './outcome';
import { BLANK, type Piles, type Screen } from './screen';

const OUTCOME: Outcome = {
  round: 12,
  dice: null,
  lines: [],
  staked: 1_000,
  returned: 1_000,
  net: 0,
  voided: 'disturbance',
  corrected: [],
};
const NEXT: Playing = { ...PLAYING, number: 13 };
const RESULT = { dice: [4, 4, 2] as [number, number, number], total: 10, triple: false, lit: [] };
const PILE: Piles = { big: { amount: 100, registered: 0 } };
const past = (round: number): PastResult => ({
  round,
  dice: null,
  total: null,
  triple: false,
  size: null,
  parity: null,
  voided: 'disturbance',
  corrected: false,
});

function screenWith(playing: Playing | null, history: PastResult[] = []): Screen {
  return {
    ...BLANK,
    table: { ...TABLE, history, round: { next: 14, playing } },
    seat: { ...SEAT, bets: [], outcome: { last: OUTCOME } },
  };
}

const MOMENTS: readonly (readonly [string, Screen, Piles, boolean, boolean])[] = [
  ['while its dice roll', screenWith({ ...PLAYING, result: RESULT }), {}, false, false],
  ['when its dice lie', screenWith({ ...PLAYING, result: RESULT }), PILE, true, true],
  ['when its round is void', screenWith(null, [past(12)]), {}, true, true],
  ['before the void is in the history', screenWith(null, [past(11)]), {}, true, true],
  ['when the next round is open', screenWith(NEXT, [past(12)]), {}, true, true],
  ['when a chip lies in the next', screenWith(NEXT, [past(12)]), PILE, true, false],
  ['when no more bets are taken', screenWith({ ...NEXT, betting: false }), {}, true, true],
  ['when the next result comes', screenWith({ ...NEXT, result: RESULT }), {}, true, false],
  ['when a later round is over', screenWith(null, [past(12), past(13)]), {}, true, false],
];

test.each(MOMENTS)('the last outcome %s', (_, screen, piles, atRest, isShown) => {
  expect(outcomeShown(screen, piles, atRest)).toEqual(isShown ? OUTCOME : null);
});

test('who never bet has none', () => {
  expect(outcomeShown({ ...BLANK, table: TABLE, seat: SEAT }, {}, true)).toBeNull();
  expect(outcomeShown(BLANK, {}, true)).toBeNull();
});
