/** Where a card about an area is put: beside the area, and within the room it may cover. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 8;

/** Above the area, else below, to its right or its left; where nothing is free, at the end that is farther from it. */
export function beside(area: Box, { width, height }: Size, within: Box): { x: number; y: number } {
  const middle = {
    x: (area.left + area.right - width) / 2,
    y: (area.top + area.bottom - height) / 2,
  };
  const above = area.top - GAP - height;
  const below = area.bottom + GAP;
  const right = area.right + GAP;
  const left = area.left - GAP - width;
  // An area may be scrolled half out of sight; the card never is.
  const put = (x: number, y: number): { x: number; y: number } => ({
    x: clamp(x, within.left, within.right - width),
    y: clamp(y, within.top, within.bottom - height),
  });
  if (within.top <= above) return put(middle.x, above);
  if (below + height <= within.bottom) return put(middle.x, below);
  if (right + width <= within.right) return put(right, middle.y);
  if (within.left <= left) return put(left, middle.y);
  const isLow = area.top - within.top > within.bottom - area.bottom;
  return put(middle.x, isLow ? within.top : within.bottom);
}

/** What two boxes have in common. */
export function common(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
