/** Results of past rounds, and the roads people draw from them. They foretell nothing. */

import type { Mark, PastResult } from '../wire';
import { FACES, rollOf, type Roll } from './dice';

/** A past round that has a result; void rounds have none. */
export interface Result {
  readonly round: number;
  readonly roll: Roll;
  readonly total: number;
  readonly triple: boolean;
  readonly size: Mark;
  readonly parity: Mark;
}

export function resultsOf(history: readonly PastResult[]): Result[] {
  return history.flatMap(({ round, dice, total, triple, size, parity }) => {
    const roll = rollOf(dice);
    if (roll === null || total === null || size === null || parity === null) return [];
    return [{ round, roll, total, triple, size, parity }];
  });
}

/** The dice that lie there between rounds: those of the last round. A void round has none, and leaves none of another's. */
export function diceLeft(history: readonly PastResult[]): Roll | null {
  const last = history.at(-1);
  return last === undefined || last.voided !== null ? null : rollOf(last.dice);
}

/** Which of its two marks a road takes from a result. */
export type Pair = 'size' | 'parity';

export interface Bead {
  readonly column: number;
  readonly row: number;
  readonly mark: Mark;
  readonly result: Result;
}

export const ROAD_ROWS = 6;

/** Six beads a column, oldest first; the last columns only. */
export function beadPlate(results: readonly Result[], pair: Pair, columns: number): Bead[] {
  const full = Math.ceil(results.length / ROAD_ROWS);
  const skip = Math.max(0, full - columns) * ROAD_ROWS;
  return results.slice(skip).map((result, place) => ({
    column: Math.floor(place / ROAD_ROWS),
    row: place % ROAD_ROWS,
    mark: result[pair],
    result,
  }));
}

/** The big road: a run goes down its column, and along its last row when there is no more room. */
export function bigRoad(results: readonly Result[], pair: Pair, columns: number): Bead[] {
  const beads: Bead[] = [];
  const taken = new Set<string>();
  const at = (column: number, row: number): string => `${String(column)},${String(row)}`;
  let column = -1;
  let row = 0;
  let start = -1;
  let run: Mark | null = null;
  for (const result of results) {
    const now = result[pair];
    if (now !== run) {
      run = now;
      start += 1;
      while (taken.has(at(start, 0))) start += 1;
      column = start;
      row = 0;
    } else if (row + 1 < ROAD_ROWS && !taken.has(at(column, row + 1))) {
      row += 1;
    } else {
      column += 1;
    }
    taken.add(at(column, row));
    beads.push({ column, row, mark: now, result });
  }
  return lastColumns(beads, columns);
}

function lastColumns(beads: readonly Bead[], columns: number): Bead[] {
  const last = Math.max(-1, ...beads.map((bead) => bead.column));
  const skip = Math.max(0, last + 1 - columns);
  return beads
    .filter((bead) => bead.column >= skip)
    .map((bead) => ({ ...bead, column: bead.column - skip }));
}

export interface Frequency {
  readonly label: string;
  readonly seen: number;
  readonly expected: number;
}

/** How often each face lay on the table; a fair die shows each one time in six. */
export function faceFrequencies(results: readonly Result[]): Frequency[] {
  const expected = (results.length * 3) / 6;
  return FACES.map((face) => ({
    label: String(face),
    seen: results.flatMap(({ roll }) => roll.filter((die) => die === face)).length,
    expected,
  }));
}

/** How often each total came, beside the ways of 216 that lead to it. */
export function totalFrequencies(results: readonly Result[]): Frequency[] {
  const totals = Array.from({ length: 16 }, (_, place) => place + 3);
  return totals.map((pips) => ({
    label: String(pips),
    seen: results.filter(({ total }) => total === pips).length,
    expected: (results.length * waysTo(pips)) / 216,
  }));
}

/** Of the 216 rolls, how many make this total. */
export function waysTo(pips: number): number {
  let ways = 0;
  for (const a of FACES)
    for (const b of FACES) for (const c of FACES) if (a + b + c === pips) ways += 1;
  return ways;
}

export function tripleFrequency(results: readonly Result[]): Frequency {
  return {
    label: '',
    seen: results.filter(({ triple }) => triple).length,
    expected: (results.length * 6) / 216,
  };
}
