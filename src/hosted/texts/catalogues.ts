import type { Language } from "#core/language.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";

/** All languages. For the server only: a browser gets the one that it shows through `WordsProvider`. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, fr, es, it, pt, pl, ar };
