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

/** What a person typed, in the smallest unit; nothing where it is no amount. */
export function readAmount(text: string, digits: number): number | null {
  const clean = text.replace(/[\s,$€£¥]/gu, '');
  if (!/^\d{1,9}(\.\d*)?$/u.test(clean)) return null;
  const [whole = '0', rest = ''] = clean.split('.');
  if (rest.length > digits) return null;
  return Number(whole) * 10 ** digits + Number(rest.padEnd(digits, '0') || '0');
}
