/** What became of the last round, and how long a player can see it. */

import type { Outcome } from '../wire';
import type { Piles, Screen } from './screen';

/**
 * The outcome to be shown. It appears when the dice lie, and stays while the next round is open until the player bets again
 * or the next result comes: a void may be followed by the next round at once, and nobody reads that fast.
 */
export function outcomeShown(screen: Screen, piles: Piles, atRest: boolean): Outcome | null {
  const outcome = screen.seat?.outcome.last ?? null;
  if (outcome === null || screen.table === null) return null;
  const { playing } = screen.table.round;
  if (playing?.number === outcome.round) return atRest ? outcome : null;
  const isNextResult = playing !== null && playing.result !== null;
  const isOutdated = (screen.table.history.at(-1)?.round ?? 0) > outcome.round;
  const hasBetAgain = playing !== null && Object.keys(piles).length > 0;
  return isNextResult || isOutdated || hasBetAgain ? null : outcome;
}
