/** Walking over the layout with arrow keys. */

import type { AreaId, BookArea } from '../wire';

type Way = readonly [dx: number, dy: number];

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function wayOf(key: string): Way | null {
  return WAYS[key] ?? null;
}

export function placeOf(area: AreaId): HTMLElement | null {
  return document.getElementById(`area-${area}`);
}

/** The nearest area in a direction; what lies aside counts for further. */
export function nearest(areas: readonly BookArea[], from: AreaId, [dx, dy]: Way): AreaId | null {
  const start = placeOf(from)?.getBoundingClientRect();
  if (start === undefined) return null;
  let found: { area: AreaId; far: number } | null = null;
  for (const { id: area } of areas) {
    const rect = placeOf(area)?.getBoundingClientRect();
    if (rect === undefined) continue;
    const across = rect.x + rect.width / 2 - (start.x + start.width / 2);
    const down = rect.y + rect.height / 2 - (start.y + start.height / 2);
    const ahead = across * dx + down * dy;
    const aside = Math.abs(across * dy) + Math.abs(down * dx);
    if (ahead < 4) continue;
    const far = ahead + aside * 3;
    if (found === null || far < found.far) found = { area, far };
  }
  return found?.area ?? null;
}
