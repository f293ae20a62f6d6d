/**
 * Limits a player sets for themselves. The table keeps them; the screen shows them, and says so
 * before a stake is sent that the table would refuse.
 */

import type { OwnLimits, OwnTerms } from '../wire';

export const NO_LIMITS: OwnTerms = {
  since: null,
  holds: { loss_max: null, time_max_ms: null, remind_ms: null },
  later: null,
};

/** What holds at this moment: a looser wish begins to hold when its time has come. */
export function holding({ holds, later }: OwnTerms, now: number): OwnLimits {
  return later !== null && later.from <= now ? later.limits : holds;
}

export interface Standing {
  readonly lost: number;
  readonly timeMs: number;
}

export type Reached = 'loss' | 'time' | null;

/** Whether one more stake would pass a limit. */
export function reached(holds: OwnLimits, { lost, timeMs }: Standing, stake: number): Reached {
  if (holds.loss_max !== null && lost + stake > holds.loss_max) return 'loss';
  if (holds.time_max_ms !== null && timeMs >= holds.time_max_ms) return 'time';
  return null;
}
