/** Chips in words: what is handed over, in value chips or in a player's colour. */

import { t } from '../lang/lang.svelte';
import type { MoneyFormat } from '../model/money';
import type { BetLine, ChipsOf, HandOver } from '../wire';

/** Some chips, the largest first, and what no chip of the house makes. */
function inWords(chips: readonly ChipsOf[], left: number, money: MoneyFormat): string {
  const made = chips.map(({ count, value }) => `${String(count)} × ${money.full(value)}`);
  const rest = left > 0 ? [t('places.left', { amount: money.full(left) })] : [];
  return [...made, ...rest].join(' + ');
}

/** Each way to hand an amount over. */
export function handedOver(hand: HandOver, money: MoneyFormat): string[] {
  const ways = [inWords(hand.chips, hand.left, money)];
  if (hand.in_colour !== null && hand.in_colour.chips.count > 0) {
    const { chips, colour, beside, left } = hand.in_colour;
    const own = t('places.in-colour', { count: chips.count, n: colour });
    const rest = inWords(beside, left, money);
    ways.push(rest === '' ? own : `${own} + ${rest}`);
  }
  return ways.filter((way) => way !== '');
}

/** What lies there with one more chip. */
export function withChip(bets: readonly BetLine[], area: string, chip: number): BetLine[] {
  const known = bets.find((bet) => bet.area === area);
  if (known === undefined) return [...bets, { area, stake: chip }];
  return bets.map((bet) => (bet === known ? { area, stake: bet.stake + chip } : bet));
}
