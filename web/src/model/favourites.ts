/** Slips a player keeps. They live in this browser, by rule book. */

import type { BetLine } from '../wire';
import type { Piles } from './screen';

export const FAVOURITES_MAX = 6;

export type Favourite = readonly BetLine[];

export function linesOf(piles: Piles): Favourite {
  return Object.entries(piles).map(([area, { amount }]) => ({ area, stake: amount }));
}

/** The newest first; the oldest makes room. */
export function kept(favourites: readonly Favourite[], slip: Favourite): Favourite[] {
  if (slip.length === 0) return [...favourites];
  const others = favourites.filter((known) => JSON.stringify(known) !== JSON.stringify(slip));
  return [slip, ...others].slice(0, FAVOURITES_MAX);
}

/** What storage gives back may be anything at all. */
export function readFavourites(text: string | null): Favourite[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter(isFavourite).slice(0, FAVOURITES_MAX) : [];
  } catch {
    return [];
  }
}

function isFavourite(value: unknown): value is Favourite {
  return Array.isArray(value) && value.length > 0 && value.every(isLine);
}

function isLine(value: unknown): value is BetLine {
  if (typeof value !== 'object' || value === null) return false;
  const { area, stake } = value as Partial<BetLine>;
  return (
    typeof area === 'string' &&
    typeof stake === 'number' &&
    Number.isSafeInteger(stake) &&
    stake > 0
  );
}
