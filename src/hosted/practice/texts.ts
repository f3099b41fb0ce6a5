import type { Language } from "#core/language.ts";
import type { MethodCategory } from "#core/policy/traits.ts";
import type { NeverStored } from "#core/practice/stored.ts";
import type { ProcessorId, StatedMethod } from "#core/practice/words.ts";
import texts from "./texts.json" with { type: "json" };

// The words of the page with the practice statement. They are here and not in the catalogues of the hosted page, which
// browsers get. What the signed statement says in sentences stays in its language, English.

export type PracticeTexts = {
  title: string;
  lead: string;
  english: string;
  version: string;
  current: string;
  earlier: string;
  signed: string;
  numbers: string;
  none: string;
  yes: string;
  no: string;
  headings: Record<
    | "who"
    | "methods"
    | "asked"
    | "choice"
    | "appeal"
    | "data"
    | "never"
    | "parties"
    | "limits"
    | "software"
    | "months",
    string
  >;
  labels: Record<
    | "operator"
    | "website"
    | "contact"
    | "complaint"
    | "proves"
    | "doesNotProve"
    | "minimumAge"
    | "everywhere"
    | "kept"
    | "people"
    | "members"
    | "gets"
    | "tests"
    | "conformance"
    | "languages",
    string
  >;
  categories: Record<MethodCategory, string>;
  methods: Record<StatedMethod, string>;
  choice: { plain: string; policy: string; unread: string };
  appeal: { offered: string; absent: string };
  never: Record<NeverStored, string>;
  parties: Record<ProcessorId, string>;
  limits: readonly string[];
};

export const PRACTICE_TEXTS: Readonly<Record<Language, PracticeTexts>> = texts;
