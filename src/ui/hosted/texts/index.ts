import type { Language } from "#core/language.ts";
import { ar } from "./ar/index.ts";
import { de } from "./de/index.ts";
import { en, type Texts } from "./en/index.ts";
import { es } from "./es/index.ts";
import { fr } from "./fr/index.ts";
import { it } from "./it/index.ts";
import { pl } from "./pl/index.ts";
import { pt } from "./pt/index.ts";

/** All languages. For the server only: a browser gets the one that it shows, by `WordsProvider`. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, fr, es, it, pt, pl, ar };
