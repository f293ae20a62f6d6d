import { expect, test } from 'vitest';
import type { StepShown } from '../wire';
import { DAY, KEY_OF, ROUND, orderOf, whyNot } from './steps';

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

test('a step that only had to wait waits no longer when its time has come', () => {
  const until = 1_000;
  const steps: StepShown[] = [
    {
      step: 'call_no_more_bets',
      refused: { code: 'not-yet', needs: { need: 'betting-time', until }, clause: 'ACT 4.1' },
      from: until,
    },
    {
      step: 'pay',
      refused: { code: 'not-yet', needs: { need: 'collected' }, clause: 'ACT 6' },
      from: null,
    },
    { step: 'open_betting', refused: null, from: null },
  ];
  expect(whyNot(steps, 'call_no_more_bets', until - 1)).not.toBeNull();
  expect(whyNot(steps, 'call_no_more_bets', until)).toBeNull();
  expect(whyNot(steps, 'pay', until)).not.toBeNull();
  expect(whyNot(steps, 'open_betting', 0)).toBeNull();
});
