/** The table's limits, for the rack and for the sign. */

import type { ChipLimits } from '../model/chips';
import type { AreaId, AreaLimit, Book, Family, LimitsShown } from '../wire';

/** The smallest minimum, the largest maximum and the finest multiple of all areas. */
export function narrowest({ areas }: LimitsShown): ChipLimits {
  return {
    stakeMin: Math.min(...areas.map((limit) => limit.stake_min)),
    stakeMax: Math.max(...areas.map((limit) => limit.stake_max)),
    multiple: Math.min(...areas.map((limit) => limit.multiple)),
  };
}

export function limitOf({ areas }: LimitsShown, area: AreaId): AreaLimit | undefined {
  return areas.find((limit) => limit.area === area);
}

/** Areas with the same limits, said once. */
export interface LimitGroup {
  readonly limit: AreaLimit;
  readonly areas: readonly AreaId[];
}

export function groupsOf({ areas }: LimitsShown): LimitGroup[] {
  const groups = new Map<string, { limit: AreaLimit; areas: AreaId[] }>();
  for (const limit of areas) {
    const key = `${String(limit.stake_min)} ${String(limit.stake_max)} ${String(limit.multiple)}`;
    const group = groups.get(key) ?? { limit, areas: [] };
    group.areas.push(limit.area);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The limits of most areas first: those are the table's, the others are exceptions from them. */
export function byReach(limits: LimitsShown): LimitGroup[] {
  return groupsOf(limits).sort((a, b) => b.areas.length - a.areas.length);
}

/** The families of areas, in the order of the layout. */
export function familiesOf(areas: readonly AreaId[], book: Book): Family[] {
  const ids = new Set(areas);
  return [...new Set(book.areas.filter(({ id }) => ids.has(id)).map(({ family }) => family))];
}
