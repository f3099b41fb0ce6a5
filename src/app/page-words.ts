import { headers } from "next/headers";
import { DEFAULT_LANGUAGE, LANGUAGE_HEADER, type Language, languageOfTag } from "#core/language.ts";
import { CATALOGUES } from "#hosted/texts/catalogues.ts";
import { type Words, wordsOf } from "#hosted/words.ts";

/** The language of this page, as chosen by `src/proxy.ts`; English if it chose none. */
export const currentLanguage = async (): Promise<Language> =>
  languageOfTag((await headers()).get(LANGUAGE_HEADER)) ?? DEFAULT_LANGUAGE;

export const currentWords = async (): Promise<Words> => {
  const language = await currentLanguage();
  return wordsOf(language, CATALOGUES[language]);
};
