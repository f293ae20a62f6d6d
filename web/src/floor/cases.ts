/** Cases: which are listed, how old they are, and the ruling that somebody puts together. */

import { t } from '../lang/lang.svelte';
import type { Roll } from '../model/dice';
import type { MoneyFormat } from '../model/money';
import type { CaseBrief, CaseRuling, ConsoleSeat } from '../wire';

export const RULINGS = [
  'pay-bet',
  'take-bet',
  'void-bets',
  'void-round',
  'correct-round',
  'pay-chips',
  'take-chips',
  'stand',
] as const;
export type RulingKind = (typeof RULINGS)[number];

/** Those in which all of the words stand, in any field. */
export function found(cases: readonly CaseBrief[], search: string): readonly CaseBrief[] {
  const words = search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const text = (one: CaseBrief): string =>
    [one.case, one.what, one.about, one.round, one.seat, one.player, one.recording]
      .join(' ')
      .toLowerCase();
  return cases.filter((one) => words.every((word) => text(one).includes(word)));
}

/** How long ago it was opened, in whole hours and minutes. */
export function ageOf({ opened }: CaseBrief, skewMs: number, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now + skewMs - opened) / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

interface Said {
  readonly units: number | null;
  readonly dice: Roll | null;
  readonly seats: readonly ConsoleSeat[];
}

/** The ruling; nothing while something of it is not yet said. */
export function rulingOf(
  kind: RulingKind,
  { round, seat, player }: CaseBrief,
  { units, dice, seats }: Said,
): CaseRuling | null {
  const whose = player ?? seats.find((known) => known.seat === seat)?.player ?? null;
  const bet =
    round === null || seat === null || whose === null || units === null
      ? null
      : { round, seat, player: whose, amount: units };
  switch (kind) {
    case 'stand':
      return 'stand';
    case 'pay-bet':
      return bet === null ? null : { pay_bet: bet };
    case 'take-bet':
      return bet === null ? null : { take_bet: bet };
    case 'void-bets':
      return round === null || seat === null ? null : { void_bets: { round, seat } };
    case 'void-round':
      return round === null ? null : { void_round: { round } };
    case 'correct-round':
      return round === null || dice === null ? null : { correct_round: { round, dice: [...dice] } };
    case 'pay-chips':
      return units === null ? null : { pay_chips: { amount: units } };
    case 'take-chips':
      return units === null ? null : { take_chips: { amount: units } };
  }
}

/** A ruling in one sentence. */
export function rulingText(ruling: CaseRuling, money: MoneyFormat): string {
  if (ruling === 'stand') return t('ruled.stand');
  if ('pay_bet' in ruling) {
    const { amount, ...bet } = ruling.pay_bet;
    return t('ruled.pay-bet', { ...bet, amount: money.full(amount) });
  }
  if ('take_bet' in ruling) {
    const { amount, ...bet } = ruling.take_bet;
    return t('ruled.take-bet', { ...bet, amount: money.full(amount) });
  }
  if ('void_bets' in ruling) return t('ruled.void-bets', ruling.void_bets);
  if ('void_round' in ruling) return t('ruled.void-round', ruling.void_round);
  if ('correct_round' in ruling) {
    const { round, dice } = ruling.correct_round;
    return t('ruled.correct-round', { round, dice: dice.join(' ') });
  }
  if ('pay_chips' in ruling)
    return t('ruled.pay-chips', { amount: money.full(ruling.pay_chips.amount) });
  return t('ruled.take-chips', { amount: money.full(ruling.take_chips.amount) });
}
