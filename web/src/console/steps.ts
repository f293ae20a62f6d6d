/** The steps of a round, their keys, and the order each of them is. */

import type { Roll } from '../model/dice';
import { clauseOf, refusalText, type Context } from '../parts/refusal';
import type { Refusal, Step, StepShown, TableOrder } from '../wire';

/** Where a step stands on the console: in the round with its single key, in the table's day, or among the dice. */
type Place = { readonly key: string } | 'day' | 'dice';

/** Every step, in the order of the console; one that the wire gains must be placed here. */
const PLACES = {
  open_betting: { key: 'o' },
  extend_betting: { key: 'e' },
  call_no_more_bets: { key: 'n' },
  shake: { key: 's' },
  reveal: { key: 'r' },
  confirm_dice: { key: 'y' },
  collect: { key: 'c' },
  pay: { key: 'p' },
  clear: { key: 'l' },
  open_table: 'day',
  take_shaker: 'day',
  leave_shaker: 'day',
  cover_shaker: 'day',
  start_shift: 'day',
  attest_presence: 'day',
  attest_repair: 'day',
  announce_closing: 'day',
  close_table: 'day',
  remove_dice: 'dice',
  enter_dice: 'dice',
  reenter_dice: 'dice',
} satisfies Record<Step, Place>;

const PLACED = Object.entries(PLACES) as [Step, Place][];

/** In the order of a round, with the single key of each. */
export const ROUND = PLACED.flatMap(([step, place]) =>
  typeof place === 'object' ? [{ step, key: place.key }] : [],
);

/** What belongs to the table's day and not to a round. */
export const DAY = PLACED.flatMap(([step, place]) => (place === 'day' ? [step] : []));

export const KEY_OF: ReadonlyMap<string, Step> = new Map(ROUND.map(({ step, key }) => [key, step]));

/** Why a step cannot be taken at this moment; what was only a matter of time passes by itself. */
export function whyNot(steps: readonly StepShown[], step: Step, now: number): Refusal | null {
  const known = steps.find((shown) => shown.step === step);
  if (known === undefined || (known.from !== null && known.from <= now)) return null;
  return known.refused;
}

/** Why a step must wait, and the clause that says so. */
export interface Reason {
  readonly text: string;
  readonly clause: string | null;
}

export function reasonOf(
  steps: readonly StepShown[],
  step: Step,
  now: number,
  { money, book }: Context,
): Reason | null {
  const refused = whyNot(steps, step, now);
  if (refused === null) return null;
  return { text: refusalText(refused, '', { money, book }), clause: clauseOf(refused) };
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
