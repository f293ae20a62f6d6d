/** The language that is on, and everything that is written by it: words, money, times. */

import { moneyFormat, type MoneyFormat } from '../model/money';
import type { Currency, Said } from '../wire';
import { recall, remember } from '../parts/memory';
import {
  ENGLISH,
  LANGUAGES,
  LOCALES,
  isKey,
  preferred,
  say,
  type Key,
  type Language,
  type Values,
  type Words,
} from './words';

const files: Record<Exclude<Language, 'en'>, () => Promise<{ default: Words }>> = {
  'zh-Hant': () => import('./zh-Hant.json'),
  'zh-Hans': () => import('./zh-Hans.json'),
};

class Speech {
  language = $state<Language>('en');
  words = $state.raw<Words>(ENGLISH);
  readonly locale = $derived(LOCALES[this.language]);

  async speak(language: Language): Promise<void> {
    this.words = language === 'en' ? ENGLISH : (await files[language]()).default;
    this.language = language;
    remember('language', language);
    document.documentElement.lang = language;
  }
}

export const speech = new Speech();

export function t(key: Key, values?: Values): string {
  return say(speech.words, speech.language, key, values);
}

/** The word for an id of the wire; the compiler checks that each id of its type has one. */
export function tId<P extends string, I extends string>(
  prefix: P,
  id: I & (`${P}.${I}` extends Key ? unknown : never),
): string {
  return wordOf(prefix, id);
}

/** The word for an id that may be newer than this page: the id itself where the files have none. */
export function wordOf(prefix: string, id: string): string {
  const key = `${prefix}.${id}`;
  return isKey(key) ? t(key) : id;
}

/** The name of a rule book; a house's own book has the name that the house gave it. */
export function titleOf({ id, title }: { readonly id: string; readonly title: string }): string {
  const key = `book.${id}`;
  return isKey(key) ? t(key) : title;
}

/** A line of a checklist; one of a house's own is said as the house wrote it. */
export function checklistLine(words: string): string {
  const key = `checklist.${words.toLowerCase().replace(/[^a-z]+/gu, '-')}`;
  return isKey(key) ? t(key) : words;
}

/** A clause as it is cited; what is no document is said in words. */
export function cited(clause: string): string {
  return clause
    .replace(/reading (\d+)/gu, (_, n: string) => t('clause.reading', { n }))
    .replace(/\bhouse\b/gu, t('clause.house'));
}

const formats = new Map<string, MoneyFormat>();

/** Money in a currency, by the locale of the language that is on. */
export function moneyIn({ code, decimals }: Currency): MoneyFormat {
  const key = `${speech.locale} ${code} ${String(decimals)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = moneyFormat(speech.locale, code, decimals);
  formats.set(key, format);
  return format;
}

/** Words the server says in every language. */
export function said(words: Said): string {
  return words[speech.language];
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(speech.locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

export function percent(fraction: number, digits = 2): string {
  return new Intl.NumberFormat(speech.locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(fraction);
}

/** The time of day, with its date where that is not today's. */
export function clockTime(ms: number, now = Date.now()): string {
  const isToday = new Date(ms).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(speech.locale, {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(ms);
}

export function dateTime(ms: number): string {
  return new Intl.DateTimeFormat(speech.locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(ms);
}

/** The language kept from last time, or the browser's. */
export async function startLanguage(): Promise<void> {
  const kept = recall('language');
  const known = LANGUAGES.find((language) => language === kept);
  await speech.speak(known ?? preferred(navigator.languages));
}
