/** Why the table said no, in the reader's words. */

import { cited, clockTime, said, wordOf, t } from '../lang/lang.svelte';
import { isKey, type Values } from '../lang/words';
import { wordOfCount } from '../bank/bank';
import { nameOf } from '../floor/things';
import { areaOf } from '../model/area';
import type { MoneyFormat } from '../model/money';
import type { Why } from '../model/screen';
import {
  REFUSAL_FIELDS,
  type BetProblem,
  type Book,
  type CountOf,
  type Need,
  type Thing,
} from '../wire';

export interface Context {
  readonly money: MoneyFormat | null;
  readonly book: Book | null;
}

/** The sentence of a refusal; the server's English one where the language files have none. */
export function refusalText(why: Why, sentence: string, context: Context): string {
  const key = `refusal.${why.code}`;
  return isKey(key) ? t(key, valuesOf(why.code, why, context)) : sentence;
}

/** The clause that says so. It stands beside the sentence, behind an info mark, and never in it. */
export function clauseOf(why: Why): string | null {
  return 'clause' in why ? cited(why.clause) : null;
}

type Fields = typeof REFUSAL_FIELDS;
type FieldType = { [C in keyof Fields]: Fields[C][keyof Fields[C]] }[keyof Fields];

const TYPES: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = REFUSAL_FIELDS;

/** How each type of field is read; a type that the wire gains must be worded here. */
const WORDED: Readonly<Record<FieldType, (value: unknown, context: Context) => string>> = {
  Amount: (value, { money }) => money?.full(Number(value)) ?? String(value),
  Moment: (value) => clockTime(Number(value)),
  AreaId: (value, { book }) => areaName(String(value), book),
  BetProblem: (value, context) => betText(value as BetProblem, context),
  Need: (value, context) => needText(value as Need, context),
  Phase: (value) => wordOf('possible', String(value)),
  TableRole: (value) => wordOf('role', String(value)),
  FloorRole: (value) => wordOf('role', String(value)),
  VoucherState: (value) => wordOf('voucher.state', String(value)),
  Thing: (value) => nameOf(value as Thing),
  CountOf: (value) => countName(value as CountOf),
};

/** A refusal's data, each field in the form a person reads. */
function valuesOf(code: string, data: object, context: Context): Values {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    const type = TYPES[code]?.[name];
    if (type !== undefined)
      values[name] = [value]
        .flat()
        .map((one) => WORDED[type](one, context))
        .join(type === 'BetProblem' ? ' ' : ', ');
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value;
    else if (Array.isArray(value) && value.every(isPlain)) values[name] = value.join(', ');
  }
  return values;
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

function countName(of: CountOf): string {
  const { word, slip } = wordOfCount(of);
  const name = wordOf('bank.count', word);
  return slip === null ? name : `${name} ${String(slip)}`;
}

function areaName(id: string, book: Book | null): string {
  const found = book === null ? undefined : areaOf(book.areas, id);
  return found === undefined ? id : said(found.name);
}

function betText({ area, why }: BetProblem, context: Context): string {
  const name = areaName(area, context.book);
  return t(`bet.${why.code}`, { area: name, ...valuesOf(why.code, why, context) });
}

function needText(need: Need, context: Context): string {
  return t(`need.${need.need}`, valuesOf(need.need, need, context));
}
