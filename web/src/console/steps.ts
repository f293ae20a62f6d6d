/** The steps of a round, their keys, and the order each of them is. */

import type { Roll } from '../model/dice';
import type { Refusal, Step, StepShown, TableOrder } from '../wire';

/** Where a step stands on the console; one that the wire gains stops the build until it is here. */
type Place =
  | { readonly part: 'round'; readonly key: string }
  | { readonly part: 'day' }
  | { readonly part: 'elsewhere' };

/** Every step with its place: in the order of a round, with the single key of each, then the day. */
const PLACES = {
  open_betting: { part: 'round', key: 'o' },
  extend_betting: { part: 'round', key: 'e' },
  call_no_more_bets: { part: 'round', key: 'n' },
  shake: { part: 'round', key: 's' },
  reveal: { part: 'round', key: 'r' },
  confirm_dice: { part: 'round', key: 'y' },
  collect: { part: 'round', key: 'c' },
  pay: { part: 'round', key: 'p' },
  clear: { part: 'round', key: 'l' },
  open_table: { part: 'day' },
  take_shaker: { part: 'day' },
  cover_shaker: { part: 'day' },
  start_shift: { part: 'day' },
  attest_presence: { part: 'day' },
  attest_repair: { part: 'day' },
  announce_closing: { part: 'day' },
  close_table: { part: 'day' },
  remove_dice: { part: 'elsewhere' },
  enter_dice: { part: 'elsewhere' },
  reenter_dice: { part: 'elsewhere' },
} as const satisfies Record<Step, Place>;

const STEPS = Object.entries(PLACES) as readonly [Step, Place][];

/** In the order of a round, with the single key of each. */
export const ROUND: readonly { readonly step: Step; readonly key: string }[] = STEPS.flatMap(
  ([step, place]) => (place.part === 'round' ? [{ step, key: place.key }] : []),
);

/** What belongs to the table's day and not to a round. */
export const DAY: readonly Step[] = STEPS.flatMap(([step, place]) =>
  place.part === 'day' ? [step] : [],
);

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
