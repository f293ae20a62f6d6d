/** What two people can decide about a round that awaits it. Which of these may be decided, the table says. */

import type { Roll } from '../model/dice';
import type { Act, Irregularity } from '../wire';

export const RULINGS = [
  'void-round',
  'reshake',
  'go-on',
  'call-mistaken',
  'state-dice',
  'void-bets',
] as const;
export type Ruling = (typeof RULINGS)[number];

interface Case {
  readonly round: number;
  readonly what: Irregularity;
  readonly reason: string;
  readonly dice: Roll | null;
  readonly seat: number | null;
}

/** The act of a ruling; nothing while something of it is not yet said. */
export function actOf(ruling: Ruling, { round, what, reason, dice, seat }: Case): Act | null {
  switch (ruling) {
    case 'void-round':
      return { void_rounds: { rounds: [round], what, reason } };
    case 'reshake':
      return { reshake: { what, reason } };
    case 'go-on':
      return { go_on: { what, reason } };
    case 'call-mistaken':
      return { call_mistaken: { what, reason } };
    case 'state-dice':
      return dice === null ? null : { attest_dice: { dice: [...dice], reason } };
    case 'void-bets':
      return seat === null ? null : { void_bets: { seat, reason } };
  }
}
