/** What a security event tells, in the reader's words; the journal keeps it in English. */

import { dateTime, t, tId } from '../lang/lang.svelte';
import { isKey } from '../lang/words';
import type { Fact } from '../wire';

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
const TIMES = new Set(['until', 'expected', 'found', 'house time', 'last record']);

export function factKey(name: string): string {
  return `fact.${name.replaceAll(' ', '-')}`;
}

export function factText({ name, value }: Fact, staffName: (staff: number) => string): string {
  const key = factKey(name);
  return t('fact.told', {
    name: isKey(key) ? t(key) : name,
    value: worded(name, value, staffName),
  });
}

function worded(name: string, value: string, staffName: (staff: number) => string): string {
  if (PEOPLE.has(name)) return staffName(Number(value));
  if (TIMES.has(name)) return dateTime(Number(value));
  if (name === 'role') return tId('role', value);
  return name === 'what' ? tId('irregularity', value) : value;
}
