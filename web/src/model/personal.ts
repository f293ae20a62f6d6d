/**
 * Limits a player sets for themselves. A tighter one holds at once; a looser one only after a day, so
 * that nobody loosens it in the heat of a round.
 */

export const LOOSEN_AFTER_MS = 24 * 60 * 60 * 1000;

export interface Wish {
  /** The most that may be lost at this table; nothing is no limit. */
  readonly lossMax: number | null;
  /** The longest time at this table. */
  readonly timeMaxMs: number | null;
  /** How often to be reminded of time and money. */
  readonly realityMs: number | null;
}

export interface Personal {
  readonly holds: Wish;
  /** A looser wish and when it begins to hold. */
  readonly later: { readonly wish: Wish; readonly from: number } | null;
}

export const NO_LIMITS: Personal = {
  holds: { lossMax: null, timeMaxMs: null, realityMs: null },
  later: null,
};

/** The personal limits as they hold at this moment. */
export function holding(personal: Personal, now: number): Personal {
  const { later } = personal;
  return later !== null && later.from <= now ? { holds: later.wish, later: null } : personal;
}

/** Each part on its own: what is tighter holds at once, what is looser waits for a day. */
export function wished(personal: Personal, wish: Wish, now: number): Personal {
  const { holds } = holding(personal, now);
  const tight: Wish = {
    lossMax: tighter(holds.lossMax, wish.lossMax),
    timeMaxMs: tighter(holds.timeMaxMs, wish.timeMaxMs),
    // A reminder is no limit: it changes at once, either way.
    realityMs: wish.realityMs,
  };
  const looser = tight.lossMax !== wish.lossMax || tight.timeMaxMs !== wish.timeMaxMs;
  return { holds: tight, later: looser ? { wish, from: now + LOOSEN_AFTER_MS } : null };
}

function tighter(now: number | null, next: number | null): number | null {
  if (now === null) return next;
  return next === null ? now : Math.min(now, next);
}

export interface Standing {
  readonly lost: number;
  readonly timeMs: number;
}

export type Reached = 'loss' | 'time' | null;

/** Whether one more stake would pass a limit. */
export function reached({ holds }: Personal, { lost, timeMs }: Standing, stake: number): Reached {
  if (holds.lossMax !== null && lost + stake > holds.lossMax) return 'loss';
  if (holds.timeMaxMs !== null && timeMs >= holds.timeMaxMs) return 'time';
  return null;
}

/** What storage gives back may be anything at all. */
export function readPersonal(text: string | null): Personal {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Personal> | null;
    const holds = wishOf(found?.holds);
    if (holds === null) return NO_LIMITS;
    const wish = wishOf(found?.later?.wish);
    const from = found?.later?.from;
    return { holds, later: wish !== null && typeof from === 'number' ? { wish, from } : null };
  } catch {
    return NO_LIMITS;
  }
}

function wishOf(value: unknown): Wish | null {
  if (typeof value !== 'object' || value === null) return null;
  const { lossMax, timeMaxMs, realityMs } = value as Partial<Wish>;
  const amount = (part: unknown): number | null =>
    typeof part === 'number' && part >= 0 ? part : null;
  return { lossMax: amount(lossMax), timeMaxMs: amount(timeMaxMs), realityMs: amount(realityMs) };
}
