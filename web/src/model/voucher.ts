/**
 * The number of a voucher as people read and write it. Whenever an old copy of the journal is
 * accepted, another series begins, so that no number comes twice: it stands before the number.
 */

/** A series has so many numbers. */
const SERIES = 100_000_000;

export function numberText(number: number): string {
  const series = Math.floor(number / SERIES);
  return series === 0 ? String(number) : `${String(series)}-${String(number % SERIES)}`;
}

/** What somebody typed, if it is a number and not a token: `17`, `983456-17`, or in full. */
export function readNumber(text: string): number | null {
  const match = /^(?:(\d{1,8})\s*-\s*)?(\d{1,16})$/u.exec(text.trim());
  if (match === null) return null;
  const [, series, inSeries] = match;
  const number = Number(series ?? 0) * SERIES + Number(inSeries);
  return Number.isSafeInteger(number) ? number : null;
}
