/** The steps of a round, their keys, and the order each of them is. */

import type { Roll } from '../model/dice';
import type { Refusal, Step, StepShown, TableOrder } from '../wire';

/** In the order of a round, with the single key of each. */
export const ROUND: readonly { readonly step: Step; readonly key: string }[] = [
  { step: 'open_betting', key: 'o' },
  { step: 'extend_betting', key: 'e' },
  { step: 'call_no_more_bets', key: 'n' },
  { step: 'shake', key: 's' },
  { step: 'reveal', key: 'r' },
  { step: 'confirm_dice', key: 'y' },
  { step: 'collect', key: 'c' },
  { step: 'pay', key: 'p' },
  { step: 'clear', key: 'l' },
];

/** What belongs to the table's day and not to a round. */
export const DAY: readonly Step[] = [
  'open_table',
  'take_shaker',
  'cover_shaker',
  'start_shift',
  'attest_presence',
  'attest_repair',
  'announce_closing',
  'close_table',
];

export const KEY_OF: ReadonlyMap<string, Step> = new Map(ROUND.map(({ step, key }) => [key, step]));

/** Why a step cannot be taken at this moment; what was only a matter of time passes by itself. */
export function whyNot(steps: readonly StepShown[], step: Step, now: number): Refusal | null {
  const refused = steps.find((known) => known.step === step)?.refused ?? null;
  if (refused?.code !== 'not-yet' || refused.needs.need !== 'betting-time') return refused;
  return refused.needs.until > now ? refused : null;
}

interface Known {
  readonly shakes: number;
  readonly entered: Roll | null;
}

/** The order of a step; dice are entered by their own keys. */
export function orderOf(step: Step, { shakes, entered }: Known): TableOrder | null {
  if (step === 'shake') return { shake: { times: shakes } };
  if (step === 'confirm_dice')
    return entered === null ? null : { confirm_dice: { dice: [...entered] } };
  if (step === 'enter_dice') return null;
  return step;
}
