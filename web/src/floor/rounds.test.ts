import { expect, test } from 'vitest';
import type { ConsoleSeat, TableView } from '../wire';
import { inPlay, voidOfBets } from './rounds';

const seat = (number: number, staked: number): ConsoleSeat => ({
  seat: number,
  player: number,
  credit: 1_000,
  staked,
  connected: true,
  marker: null,
  colour: null,
});

const view = (dice: 'physical' | 'random', result: [number, number, number] | null) =>
  ({
    about: { dice },
    round: { next: 8, playing: { number: 7, result: result === null ? null : { dice: result } } },
  }) as unknown as TableView;

test('the round in play stands beside the others, with what lies on the layout', () => {
  const seats = [seat(1, 500), seat(2, 0), seat(3, 200)];
  expect(inPlay(view('physical', [4, 5, 6]), seats)).toEqual({
    round: 7,
    results: [[4, 5, 6]],
    voided: null,
    seats: 2,
    staked: 700,
    returned: 0,
    correctable: true,
  });
});

test('only a result that was entered can be corrected', () => {
  expect(inPlay(view('physical', null), [])?.correctable).toBe(false);
  expect(inPlay(view('random', [4, 5, 6]), [])?.correctable).toBe(false);
  const idle = { ...view('physical', null), round: { next: 8, playing: null } } as TableView;
  expect(inPlay(idle, [])).toBeNull();
});

test('bets of the round in play and of a settled one are made void by acts of their own', () => {
  const playing = inPlay(view('physical', null), []);
  expect(voidOfBets(7, 3, 'past posting', playing)).toEqual({
    void_bets: { seat: 3, reason: 'past posting' },
  });
  expect(voidOfBets(6, 3, 'past posting', playing)).toEqual({
    void_past_bets: { round: 6, seat: 3, reason: 'past posting' },
  });
});
