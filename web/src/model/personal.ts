/** Limits a player sets for themselves. The table keeps them and refuses what would pass them; the screen shows them. */

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
