/** Chips: which values a table shows, and how an amount is made of them. */

/** What the house can put in a rack, in the smallest unit of a currency with cents. */
const VALUES = [
  5, 10, 25, 50, 100, 200, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000,
  5_000_000, 10_000_000,
];

export const CHIPS_MAX = 6;

export interface ChipLimits {
  readonly stakeMin: number;
  readonly stakeMax: number;
  readonly multiple: number;
}

/** Values that can be staked here: multiples of what stakes must be, from the minimum on. */
export function chipValues({ stakeMin, stakeMax, multiple }: ChipLimits): number[] {
  const fits = (value: number): boolean => value % multiple === 0 && value <= stakeMax;
  const fitting = VALUES.filter((value) => stakeMin <= value && fits(value));
  return fitting.length > 0 ? fitting.slice(0, CHIPS_MAX) : [stakeMin];
}

/** The chip an amount looks like: the largest value in it. Its place in the rack is its colour. */
export function chipRank(amount: number, values: readonly number[]): number {
  let rank = 0;
  values.forEach((value, place) => {
    if (value <= amount) rank = place;
  });
  return rank;
}

/** How many chips a stack shows; more would only be a taller tower. */
export function stackHeight(amount: number, values: readonly number[]): number {
  let [left, chips] = [amount, 0];
  for (const value of [...values].reverse()) {
    chips += Math.floor(left / value);
    left %= value;
  }
  return Math.min(Math.max(chips, 1), 5);
}
