import type { Language } from "#core/language.ts";
import { en, type Texts } from "./en/index.ts";

/** All languages. For the server only: a browser gets the one that it shows, by `WordsProvider`. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = { en };
