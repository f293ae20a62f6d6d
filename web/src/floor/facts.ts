/** What a security event tells, in the reader's words; the journal keeps it in English. */

import { dateTime, moneyIn, t, wordOf } from '../lang/lang.svelte';
import { isKey } from '../lang/words';
import type { Currency, Fact } from '../wire';

/** Facts whose value is the number of somebody who works here. */
const PEOPLE = new Set([
  'administrator added',
  'added',
  'approved by',
  'invitation accepted',
  'invited',
  'invited again',
  'of',
  'password changed',
  'password recovered at the machine',
  'password reset',
  'reinstated',
  'role granted',
  'role revoked',
  'suspended',
]);
/** Facts that are amounts of money. */
const MONEY = new Set(['amount', 'cash in', 'cash out', 'above']);
const TIMES = new Set(['until', 'expected', 'found', 'house time', 'last record']);

export function factKey(name: string): string {
  return `fact.${name.replaceAll(' ', '-')}`;
}

/** The names and currencies that facts are told by. */
export interface Known {
  readonly staffName: (staff: number) => string;
  readonly currencies: readonly Currency[];
}

export function factText({ name, value }: Fact, known: Known): string {
  const key = factKey(name);
  return t('fact.told', {
    name: isKey(key) ? t(key) : name,
    value: worded(name, value, known),
  });
}

/** An amount with its currency; where the record names none, the house's only one. */
function moneyText(value: string, currencies: readonly Currency[]): string {
  const [units = '', code] = value.split(' ');
  const [only, another] = currencies;
  const currency =
    code === undefined && another === undefined
      ? only
      : currencies.find((known) => known.code === code);
  return currency === undefined
    ? t('fact.units', { n: value })
    : moneyIn(currency).coded(Number(units));
}

function worded(name: string, value: string, { staffName, currencies }: Known): string {
  if (MONEY.has(name)) return moneyText(value, currencies);
  if (PEOPLE.has(name)) return staffName(Number(value));
  if (TIMES.has(name)) return dateTime(Number(value));
  if (name === 'role') return wordOf('role', value);
  return name === 'what' ? whatText(value) : thingText(value);
}

/** What an event is about: an approval, or what went wrong. */
function whatText(value: string): string {
  const approval = `things.approval.${value}`;
  return isKey(approval) ? t(approval) : wordOf('irregularity', value);
}

/** A thing of the register by its name; anything else as it was written. */
function thingText(value: string): string {
  const [, kind, number] = /^([a-z]+) (\d+)$/u.exec(value) ?? [];
  const key = `things.kind.${kind ?? ''}`;
  return isKey(key) ? t('things.name', { kind: t(key), number: number ?? '' }) : value;
}
