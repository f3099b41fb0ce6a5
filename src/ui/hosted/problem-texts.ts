import type { Texts } from "./texts/en/index.ts";
import type { Problem } from "./view.ts";
import type { Words } from "./words.ts";

/** What happened, in the person's words, and what helps. */
export type ProblemText = Texts["problems"]["generic"];

type Codes = Readonly<Record<string, ProblemText>>;

export const isRefusal = ({ texts }: Words, code: string): boolean =>
  Object.hasOwn(texts.problems.refusals, code) || Object.hasOwn(texts.wallet.problems, code);

export const problemText = ({ texts }: Words, { code, reason }: Problem): ProblemText => {
  const { generic } = texts.problems;
  const findings: Codes = texts.problems.findings;
  const refusals: Codes = { ...texts.problems.refusals, ...texts.wallet.problems };
  return findings[`${code}.${reason}`] ?? findings[code] ?? refusals[code] ?? generic;
};
