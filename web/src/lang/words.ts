/** Looking words up in a language file. Pure; which language is on is for `lang.svelte.ts`. */

import type {
  BetRefusal,
  ByeReason,
  Family,
  FloorRole,
  Irregularity,
  Life,
  Need,
  NextInspection,
  Phase,
  Refusal,
  Remedy,
  ShakerKind,
  Step,
  VoucherState,
} from '../wire';
import en from './en.json';

export type Words = Record<Key, string>;
export type Key = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

export const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The locale whose numbers and dates go with a language. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-SG',
  'zh-Hant': 'zh-Hant-HK',
  'zh-Hans': 'zh-Hans-SG',
};

/** What the wire names: a new refusal, step or role stops the build here until it has its words. */
type Named =
  | `refusal.${Refusal['code']}`
  | `bet.${BetRefusal['code']}`
  | `need.${Need['need']}`
  | `${'phase' | 'announce' | 'possible'}.${Phase}`
  | `step.${Step}`
  | `role.${FloorRole}`
  | `life.${Life}`
  | `irregularity.${Irregularity}`
  | `remedy.${Remedy}`
  | `shaker.${ShakerKind}`
  | `inspection.${NextInspection}`
  | `${'family' | 'how'}.${Family}`
  | `voucher.state.${VoucherState}`
  | `bye.${ByeReason}`;

export const ENGLISH: Words = en satisfies Readonly<Record<Named, string>>;

/** Whether a text from the server has words in the language files. */
export function isKey(key: string): key is Key {
  return key in en;
}

/** A sentence with its values; one thing is worded as one thing. */
export function say(words: Words, language: Language, key: Key, values: Values = {}): string {
  const text = words[counted(language, key, values)];
  return text.replace(/\{(\w+)\}/gu, (hole, name: string) => String(values[name] ?? hole));
}

function counted(language: Language, key: Key, values: Values): Key {
  const { n } = values;
  if (typeof n !== 'number') return key;
  const one = `${key}.one`;
  return new Intl.PluralRules(language).select(n) === 'one' && isKey(one) ? one : key;
}

/** The first language of the reader's list that there is a file for; plain `zh` is traditional. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const low = tag.toLowerCase();
    if (/^zh-(hans|cn|sg|my)/u.test(low)) return 'zh-Hans';
    if (low.startsWith('zh')) return 'zh-Hant';
    if (low.startsWith('en')) return 'en';
  }
  return 'en';
}
