import type { Texts } from "./texts/en/index.ts";
import type { Problem } from "./view.ts";
import type { Words } from "./words.ts";

/** What happened, in the person's words, and what helps. */
export type ProblemText = Texts["problems"]["generic"];

type Codes = Readonly<Record<string, ProblemText>>;

export const isRefusal = ({ texts }: Words, code: string): boolean =>
  Object.hasOwn(texts.problems.refusals, code) || Object.hasOwn(texts.wallet.problems, code);

/** Findings that a form comes back with too: the file was not opened, and no attempt is used up. */
const UNOPENED = ["IMAGE_FORMAT_UNSUPPORTED", "IMAGE_TOO_LARGE"];

/** What a form may come back with. Anything else in the page's address is somebody's own words. */
export const mayBeSentBack = (words: Words, code: string): boolean =>
  isRefusal(words, code) || UNOPENED.includes(code);

/** Whether a finding came without being counted: the same code may also be that of a damaged picture, which is. */
export const isUncounted = ({ code, isRefusal: wasRefused }: Problem): boolean =>
  wasRefused === true && UNOPENED.includes(code);

export const problemText = ({ texts }: Words, { code, reason }: Problem): ProblemText => {
  const { generic } = texts.problems;
  const findings: Codes = texts.problems.findings;
  const refusals: Codes = { ...texts.problems.refusals, ...texts.wallet.problems };
  return findings[`${code}.${reason}`] ?? findings[code] ?? refusals[code] ?? generic;
};
