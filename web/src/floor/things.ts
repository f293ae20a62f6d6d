/** The house's things in words and lists. Pure. */

import { t } from '../lang/lang.svelte';
import type { Thing, ThingShown } from '../wire';

export const KINDS = ['shaker', 'dice', 'display', 'layout'] as const;
export type Kind = (typeof KINDS)[number];

/** The kind and the number of a thing. */
export function partsOf(thing: Thing): { kind: Kind; number: number } {
  if ('shaker' in thing) return { kind: 'shaker', number: thing.shaker };
  if ('dice' in thing) return { kind: 'dice', number: thing.dice };
  if ('display' in thing) return { kind: 'display', number: thing.display };
  return { kind: 'layout', number: thing.layout };
}

export function thingOf(kind: Kind, number: number): Thing {
  switch (kind) {
    case 'shaker':
      return { shaker: number };
    case 'dice':
      return { dice: number };
    case 'display':
      return { display: number };
    case 'layout':
      return { layout: number };
  }
}

/** What people call it. */
export function nameOf(thing: Thing): string {
  const { kind, number } = partsOf(thing);
  return t('things.name', { kind: t(`things.kind.${kind}`), number });
}

/** The things of a kind that wait at a table to be put to use. */
export function readyAt(things: readonly ThingShown[], table: number, kind: Kind): ThingShown[] {
  return things.filter(
    (known) =>
      known.table === table &&
      !known.in_use &&
      known.damage === null &&
      partsOf(known.thing).kind === kind,
  );
}
