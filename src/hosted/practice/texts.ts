import type { Language } from "#core/language.ts";
import type { MethodCategory, MethodId } from "#core/policy/method-id.ts";
import type { NeverStored } from "#core/practice/stored.ts";
import type { ProcessorId } from "#core/practice/words.ts";
import texts from "./texts.json" with { type: "json" };

// The words of the practice statement's page. They are here and not in the hosted page's catalogues, which go
// to browsers. Sentences of the signed statement stay in its own language, English.

/** The same keys as in English; whatever a statement names by an id has words in every language. */
export type PracticeTexts = (typeof texts)["en"] & {
  categories: Record<MethodCategory, string>;
  methods: Record<MethodId, string>;
  never: Record<NeverStored, string>;
  parties: Record<ProcessorId, string>;
};

export const PRACTICE_TEXTS: Readonly<Record<Language, PracticeTexts>> = texts;
