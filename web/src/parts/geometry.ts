/** How large a layout is drawn in its room, and when it is folded. Pure. */

import type { Book, BookArea } from '../wire';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How much higher or flatter than the paper the layout may be drawn to fill its room. */
const STRETCH = { tall: 1.22, flat: 0.86 };
/** The frame and the gaps between areas take this part of a place. */
const PRINT = 0.94;
/** What the bars above and below the table leave of a window. */
const ROOM = 0.8;

export function paperSize({ layout }: Book, room: Size): Size {
  const natural = layout.rows / layout.columns;
  const height = Math.min(room.height, room.width * natural * STRETCH.tall);
  return { width: Math.min(room.width, height / (natural * STRETCH.flat)), height };
}

/**
 * Whether the smallest area would be smaller than a finger or a mouse needs. Judged by the window and not by the room: a
 * folded layout makes its own room higher, and one that was judged by it would unfold again.
 */
export function isTooSmall(book: Book, window: Size, targetPx: number): boolean {
  const { columns, rows } = book.layout;
  const { width, height } = paperSize(book, { ...window, height: window.height * ROOM });
  const narrowest = Math.min(...book.areas.map(({ frame }) => frame.width));
  const lowest = Math.min(...book.areas.map(({ frame }) => frame.height));
  const least = Math.min((narrowest / columns) * width, (lowest / rows) * height);
  return least * PRINT < targetPx;
}

/** Families that stand in the first row of a folded layout. */
const OUTSIDE: readonly string[] = ['small', 'big', 'even', 'odd', 'any-triple'];

export interface Group {
  readonly family: string;
  readonly areas: BookArea[];
}

/** Areas by their families, in the order of the layout. */
export function foldedGroups(areas: readonly BookArea[]): Group[] {
  const groups = new Map<string, Group>();
  for (const area of areas) {
    const family = OUTSIDE.includes(area.family) ? 'outside' : area.family;
    const group = groups.get(family) ?? { family, areas: [] };
    group.areas.push(area);
    groups.set(family, group);
  }
  return [...groups.values()];
}

/** How wide a text is in halves of its size; Chinese characters are twice as wide. */
export function lettersOf(text: string): number {
  return [...text].reduce((all, letter) => all + (letter > '\u2e80' ? 2 : 1.15), 0);
}
