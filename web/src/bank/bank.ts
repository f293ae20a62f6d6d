/** Counts of chips and cash: which pieces are offered, what was typed in, and what it comes to. */

import type { BankAsk, BankShown, CountWaiting, DayShown, SlipShown } from './types';
import type { CountOf, Pieces } from '../wire';

/** The usual chips and the usual cash, in whole coins of a currency. */
const CHIPS = [1, 5, 25, 100, 500, 1_000, 5_000];
const CASH = [1, 2, 5, 10, 20, 50, 100, 500, 1_000];

export type Counted = 'chips' | 'cash';

/** The denominations that a form offers, the largest first, in the smallest unit. */
export function denominations(of: Counted, decimals: number): number[] {
  const usual = of === 'chips' ? CHIPS : CASH;
  return usual.map((coins) => coins * 10 ** decimals).reverse();
}

/** What was typed in, as a count: pieces of each denomination; nothing where it is no count. */
export function readCount(typed: Readonly<Record<number, string>>): Pieces[] | null {
  const pieces: Pieces[] = [];
  for (const [denomination, text] of Object.entries(typed)) {
    const plain = text.trim();
    if (plain === '') continue;
    const many = Number(plain);
    if (!/^\d+$/u.test(plain) || many > 1_000_000) return null;
    if (many > 0) pieces.push({ denomination: Number(denomination), pieces: many });
  }
  return pieces.sort((one, other) => one.denomination - other.denomination);
}

export function total(count: readonly Pieces[]): number {
  return count.reduce((sum, { denomination, pieces }) => sum + denomination * pieces, 0);
}

/** Which of a day's counts is meant, by its word and the number of its slip. */
export type CountWord = 'opening' | 'fill' | 'credit' | 'closing' | 'drop';

export function wordOfCount(of: CountOf): { word: CountWord; slip: number | null } {
  if (typeof of === 'string') return { word: of, slip: null };
  return 'fill' in of ? { word: 'fill', slip: of.fill } : { word: 'credit', slip: of.credit };
}

/** Every count of a day that can be found to be wrong, as it stands. */
export function countsOf(day: DayShown): { of: CountOf; count: Pieces[] }[] {
  const slip = ({ way, slip, counted }: SlipShown): { of: CountOf; count: Pieces[] } => ({
    of: way === 'fill' ? { fill: slip } : { credit: slip },
    count: counted.count,
  });
  return [
    { of: 'opening', count: day.opening.count },
    ...day.slips.map(slip),
    ...(day.closing === null ? [] : [{ of: 'closing' as const, count: day.closing.count }]),
    ...(day.drop === null ? [] : [{ of: 'drop' as const, count: day.drop.count }]),
  ];
}

/** The day that is open, and the closed ones that wait for their drop. */
export function openDay(bank: BankShown): DayShown | null {
  return bank.days.find(({ day }) => day === bank.open) ?? null;
}

export function waitingForDrop(bank: BankShown): DayShown[] {
  return bank.days.filter(({ closing, drop }) => closing !== null && drop === null);
}

export type { BankAsk, BankShown, CountWaiting, DayShown };
