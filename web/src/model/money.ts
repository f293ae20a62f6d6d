/** Money for people: amounts are whole numbers of the smallest unit until they are shown. */

export interface MoneyFormat {
  /** With its currency. */
  full(units: number): string;
  /** With the three letters of its currency, where more than one is about. */
  coded(units: number): string;
  /** Without currency, and without cents where there are none. */
  plain(units: number): string;
  /** As short as a chip is wide. */
  short(units: number): string;
  /** With a sign, for what was won or lost in all. */
  signed(units: number): string;
}

export function moneyFormat(locale: string, currency: string, digits: number): MoneyFormat {
  const scale = 10 ** digits;
  const full = style(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const whole = style(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  const signed = style(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    signDisplay: 'exceptZero',
    trailingZeroDisplay: 'stripIfInteger',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const coded = style(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    trailingZeroDisplay: 'stripIfInteger',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const bare = style(locale, { maximumFractionDigits: 0 });
  const cents = style(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    full: (units) => (units % scale === 0 ? whole : full).format(units / scale),
    coded: (units) => coded.format(units / scale),
    plain: (units) => (units % scale === 0 ? bare : cents).format(units / scale),
    short: (units) => shortened(units / scale),
    signed: (units) => signed.format(units / scale),
  };
}

/** A chip has room for four signs: `2.5K`, `50¢` is written `.50`. */
function shortened(amount: number): string {
  if (amount >= 1_000_000) return `${trimmed(amount / 1_000_000)}M`;
  if (amount >= 10_000) return `${trimmed(amount / 1_000)}K`;
  if (amount < 1 && amount > 0) return amount.toFixed(2).slice(1);
  return trimmed(amount);
}

function trimmed(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : String(Number(amount.toFixed(2)));
}

function style(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, options);
}

/** How many decimals a currency has, from those that the server described; most have two. */
export function decimalsIn(
  known: readonly { readonly code: string; readonly decimals: number }[],
  code: string,
): number {
  return known.find((currency) => currency.code === code)?.decimals ?? 2;
}

/**
 * What a person typed, in the smallest unit; nothing where it cannot be read in exactly one way. Thousands stand apart by
 * commas or spaces, or not at all. The decimal sign is a point or a comma; what could be either sign is not read.
 */
export function readAmount(text: string, digits: number): number | null {
  const clean = text.replace(/^[\s$€£¥]+|\s+$/gu, '');
  const readings = [PLAIN, BY_COMMAS, BY_SPACES]
    .map((form) => form.exec(clean))
    .filter((found) => found !== null)
    .map(([, whole = '', sign = '', rest = '']) => ({ whole, sign, rest }))
    .filter(({ sign, rest }) => rest.length <= digits && (sign === '' || digits > 0));
  const [only, another] = readings;
  if (only === undefined || another !== undefined) return null;
  const { whole, rest } = only;
  return Number(whole.replace(/[, ]/gu, '')) * 10 ** digits + Number(rest.padEnd(digits, '0') || 0);
}

const PLAIN = /^(\d{1,9})(?:([.,])(\d*))?$/u;
const BY_COMMAS = /^(\d{1,3}(?:,\d{3}){1,2})(?:(\.)(\d*))?$/u;
const BY_SPACES = /^(\d{1,3}(?: \d{3}){1,2})(?:([.,])(\d*))?$/u;

/** Whole minutes that a person typed, at least one; nothing where it is something else. */
export function readMinutes(text: string): number | null {
  const clean = text.trim();
  return /^\d{1,4}$/u.test(clean) && Number(clean) > 0 ? Number(clean) : null;
}
