// The words on the screens, taken from where the screens take them: a story says keys, not sentences.

import { readFileSync } from "node:fs";

const FOLDER = new URL("../../web/src/lang/", import.meta.url);
export const LANGUAGES = ["en", "zh-Hant", "zh-Hans"];
const WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [language, JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), "utf8"))]),
);

/** What a screen says under `key`, with its places filled. */
export function say(key, values = {}, language = "en") {
  const text = WORDS[language][key];
  if (text === undefined) throw new Error(`no words for ${key} in ${language}`);
  return text.replaceAll(/\{(\w+)\}/gu, (_, name) => String(values[name]));
}
