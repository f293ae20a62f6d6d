/** The types of the wire that this folder speaks of, and the asks among those of the floor. */

import type { BankShown, CountWaiting, DayShown, FloorAsk, SlipShown } from '../wire';

export type BankAsk = Extract<
  FloorAsk,
  | { open_float: unknown }
  | { fill: unknown }
  | { credit: unknown }
  | { close_float: unknown }
  | { count_drop: unknown }
  | { correct_count: unknown }
>;
export type { BankShown, CountWaiting, DayShown, SlipShown };
