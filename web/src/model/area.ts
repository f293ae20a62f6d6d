/** Finding areas by the dice that are printed on them, for people who think in dice. */

import type { AreaId, BookArea } from '../wire';
import type { Face } from './dice';

/** Whether every one of these dice is among the picked ones, each die counted once. */
export function isWithin(dice: readonly number[], picked: readonly number[]): boolean {
  const left = [...picked];
  return dice.every((face) => {
    const at = left.indexOf(face);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** Areas whose print is made of the picked dice, or that print their sum. */
export function areasOfDice(areas: readonly BookArea[], picked: readonly Face[]): AreaId[] {
  if (picked.length === 0) return [];
  return areas.filter((area) => isMadeOf(area, picked)).map((area) => area.id);
}

function isMadeOf(area: BookArea, picked: readonly Face[]): boolean {
  if (area.dice.length > 0) return area.dice.some((dice) => isWithin(dice, picked));
  const [number] = area.numbers;
  if (area.numbers.length === 0 || picked.length < 3) return false;
  const sum = picked.reduce((pips, face) => pips + face, 0);
  return area.numbers.length === 1 ? number === sum : isWithin(picked, area.numbers);
}

export function areaOf(areas: readonly BookArea[], id: AreaId): BookArea | undefined {
  return areas.find((area) => area.id === id);
}

/** The house's share of a stake on the best and on the worst area of a book. */
export function edgesOf(areas: readonly BookArea[]): { low: number; high: number } {
  const all = areas.map(({ edge_percent }) => Number(edge_percent) / 100);
  return { low: Math.min(...all), high: Math.max(...all) };
}
