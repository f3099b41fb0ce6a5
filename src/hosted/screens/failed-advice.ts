import { problemText } from "#hosted/frame/screen-texts.ts";
import type { Texts } from "#hosted/texts/en.ts";
import type { Problem } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";

/**
 * What would help after the last attempt: a better photo, another document, another way, another file, or
 * only a new start. `codes`: voucher codes have separate words.
 */
type Family = "photo" | "document" | "way" | "file" | "start" | "codes";

/** Codes that help alike whatever the reason: they stand here once. */
type OneFamily = `${"DOCUMENT_QUALITY_LOW" | "VENDOR_UNDECIDED"}.${string}`;

/** A finding without a family does not compile. */
const FAMILIES = {
  DOCUMENT_QUALITY_LOW: "photo",
  DOCUMENT_UNREADABLE: "photo",
  DOCUMENT_NOT_FOUND: "photo",
  DOCUMENT_MRZ_INVALID: "document",
  "DOCUMENT_UNREADABLE.no_birth_year": "document",
  "DOCUMENT_UNREADABLE.two_birth_years": "document",
  DOCUMENT_EXPIRED: "document",
  "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": "document",
  DOCUMENT_TYPE_UNSUPPORTED: "document",
  IMAGE_FORMAT_UNSUPPORTED: "file",
  IMAGE_TOO_LARGE: "file",
  IDENTITY_PROVIDER_UNDECIDED: "way",
  VENDOR_UNDECIDED: "way",
  AGE_INCONCLUSIVE: "way",
  VOUCHER_WRONG: "codes",
  METHOD_FAILED: "start",
} as const satisfies Record<Exclude<keyof Texts["problems"]["findings"], OneFamily>, Family>;

const familyOf = ({ code, reason }: Problem): Family => {
  const known: Readonly<Record<string, Family>> = FAMILIES;
  return known[`${code}.${reason}`] ?? known[code] ?? "start";
};

/** What the last attempt found, and what to do now. @param problem null: nothing is known of it */
export const failedWords = (words: Words, problem: Problem | null): { said: string[]; next: string[] } => {
  const { texts, say } = words;
  const { text, last, again, advice } = texts.failed;
  const family = problem ? familyOf(problem) : "start";
  if (family === "codes") return { said: [texts.voucher.failed.text], next: [...texts.voucher.failed.next] };
  if (!problem || !Object.hasOwn(texts.problems.findings, problem.code))
    return { said: [text], next: [again] };
  const { title, what, next } = problemText(words, problem);
  const said = [text, `${say(last, { problem: title })} ${what}`];
  const more: Record<typeof family, readonly string[]> = {
    photo: advice.photo,
    document: [next, advice.document],
    way: [advice.way],
    file: [next],
    start: [],
  };
  return { said, next: [again, ...more[family]] };
};
