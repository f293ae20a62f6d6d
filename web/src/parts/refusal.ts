/** Why the table said no, in the reader's words. */

import { cited, clockTime, said, t, tId } from '../lang/lang.svelte';
import { isKey, type Key, type Values } from '../lang/words';
import { areaOf } from '../model/area';
import type { MoneyFormat } from '../model/money';
import type { Why } from '../model/screen';
import type { BetProblem, Book, Need } from '../wire';

export interface Context {
  readonly money: MoneyFormat | null;
  readonly book: Book | null;
}

/** The sentence of a refusal; the server's English one where the language files have none. */
export function refusalText(why: Why, sentence: string, context: Context): string {
  if (why.code === 'bets') return why.bets.map((bet) => betText(bet, context)).join(' ');
  if (why.code === 'not-yet')
    return t('refusal.not-yet', { needs: needText(why.needs), clause: cited(why.clause) });
  const key = `refusal.${why.code}`;
  return isKey(key) ? t(key, valuesOf(why, context)) : sentence;
}

function betText({ area, why }: BetProblem, context: Context): string {
  const found = context.book === null ? undefined : areaOf(context.book.areas, area);
  const key = `bet.${why.code}`;
  const name = found === undefined ? area : said(found.name);
  return isKey(key) ? t(key, { area: name, ...valuesOf(why, context) }) : name;
}

export function needText(need: Need): string {
  const key: Key | string = `need.${need.need}`;
  return isKey(key) ? t(key, valuesOf(need, { money: null, book: null })) : need.need;
}

const MONEY = new Set([
  'credit',
  'needed',
  'seat_max',
  'loss_max',
  'left',
  'stake_min',
  'stake_max',
  'multiple',
]);
const TIMES = new Set(['until', 'expired']);

/** A refusal's data, each field in the form a person reads. */
function valuesOf(data: object, { money }: Context): Values {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'number' && money !== null && MONEY.has(name))
      values[name] = money.full(value);
    else if (typeof value === 'number' && TIMES.has(name)) values[name] = clockTime(value);
    else if (name === 'phase') values[name] = tId('phase', String(value));
    else if (name === 'needs')
      values[name] = [value]
        .flat()
        .map((role) => tId('role', String(role)))
        .join(', ');
    else if (name === 'clause') values[name] = cited(String(value));
    else if (name === 'state') values[name] = tId('voucher.state', String(value));
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value;
  }
  return values;
}
