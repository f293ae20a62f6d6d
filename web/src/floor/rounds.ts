/** The rounds that two people can still change: those that are over, and the one in play. */

import type { Act, ConsoleSeat, RoundKept, TableView } from '../wire';

/** The round in play as it stands beside those that are over; nothing where none is. */
export function inPlay(
  { about, round }: Pick<TableView, 'about' | 'round'>,
  seats: readonly ConsoleSeat[],
): RoundKept | null {
  const { playing } = round;
  if (playing === null) return null;
  const staked = seats.filter((seat) => seat.staked > 0);
  return {
    round: playing.number,
    results: playing.result === null ? [] : [playing.result.dice],
    voided: null,
    seats: staked.length,
    staked: staked.reduce((sum, seat) => sum + seat.staked, 0),
    returned: 0,
    correctable: playing.result !== null && about.dice === 'physical',
  };
}

/** Makes one player's bets void, in the round in play or in one that is over. */
export function voidOfBets(
  round: number,
  seat: number,
  reason: string,
  playing: RoundKept | null,
): Act {
  return playing?.round === round
    ? { void_bets: { seat, reason } }
    : { void_past_bets: { round, seat, reason } };
}
