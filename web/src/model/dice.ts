/** Dice as they lie on the table: faces and rolls. */

export type Face = 1 | 2 | 3 | 4 | 5 | 6;

/** Three dice at rest, in order. */
export type Roll = readonly [Face, Face, Face];

export const FACES: readonly Face[] = [1, 2, 3, 4, 5, 6];

export function isFace(value: number): value is Face {
  return Number.isInteger(value) && 1 <= value && value <= 6;
}

/** The faces in a list of numbers from the wire. */
export function faces(dice: readonly number[]): Face[] {
  return dice.filter(isFace);
}

/** A roll from the wire, where three dice are three numbers. */
export function rollOf(dice: readonly number[] | null | undefined): Roll | null {
  const [a, b, c] = faces(dice ?? []);
  return a === undefined || b === undefined || c === undefined ? null : [a, b, c];
}

export function total(roll: Roll): number {
  return roll[0] + roll[1] + roll[2];
}

export function isTriple(roll: Roll): boolean {
  return roll[0] === roll[1] && roll[1] === roll[2];
}

/** Where the pips of a face lie on a die of side 100. */
export const PIPS: Readonly<Record<Face, readonly (readonly [number, number])[]>> = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  6: [
    [28, 24],
    [72, 24],
    [28, 50],
    [72, 50],
    [28, 76],
    [72, 76],
  ],
};

/** On Asian dice the one and the four are red, and the one is large. */
export function isRed(face: Face): boolean {
  return face === 1 || face === 4;
}

export function pipRadius(face: Face): number {
  return face === 1 ? 17 : 10;
}
