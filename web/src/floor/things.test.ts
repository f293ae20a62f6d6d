import { expect, test } from 'vitest';
import type { Thing, ThingShown } from '../wire';
import { KINDS, nameOf, partsOf, readyAt, thingOf } from './things';

const shown = (thing: Thing, about: Partial<ThingShown> = {}): ThingShown => ({
  thing,
  nature: 'layout',
  table: 1,
  in_use: false,
  since: 0,
  withdrawn: null,
  seal: null,
  approvals: [],
  first_used: null,
  damage: null,
  disputed: [],
  ...about,
});

test('every kind is found again in what it names', () => {
  for (const kind of KINDS) expect(partsOf(thingOf(kind, 7))).toEqual({ kind, number: 7 });
  expect(nameOf({ dice: 5 })).toBe('Dice set 5');
});

test('a table offers what is placed there, sound and not in use', () => {
  const here = shown({ dice: 1 });
  const things = [
    here,
    shown({ dice: 2 }, { table: 2 }),
    shown({ dice: 3 }, { table: null }),
    shown({ dice: 4 }, { in_use: true }),
    shown({ dice: 5 }, { damage: { reason: null, by: null } }),
    shown({ shaker: 6 }),
  ];
  expect(readyAt(things, 1, 'dice')).toEqual([here]);
});
