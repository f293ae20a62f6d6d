/** Each language's own name; these are the same in every language. */

import type { Language } from './words';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-Hant': '繁體中文',
  'zh-Hans': '简体中文',
};
