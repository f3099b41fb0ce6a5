import type { SelfieFault } from "#core/policy/finding-codes.ts";
import type { Texts } from "#hosted/texts/en.ts";
import type { Problem } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";

/** What happened, in plain words, and what to do. */
type ProblemText = Texts["problems"]["generic"];

type Codes = Readonly<Record<string, ProblemText>>;

export const isRefusal = ({ texts }: Words, code: string): boolean =>
  Object.hasOwn(texts.problems.refusals, code);

/** Findings that a form may also come back with: the file was not opened, and no attempt is used. */
const UNOPENED = ["IMAGE_FORMAT_UNSUPPORTED", "IMAGE_TOO_LARGE"];

/** Whether a form may come back with this code. Anything else in the page's address is not ours. */
export const mayBeSentBack = (words: Words, code: string): boolean =>
  isRefusal(words, code) || UNOPENED.includes(code);

/** Whether a finding used no attempt: for a damaged picture, the same code does use one. */
export const isUncounted = ({ code, isRefusal: wasRefused }: Problem): boolean =>
  wasRefused === true && UNOPENED.includes(code);

const FORGED = "selfie_manipulated" satisfies SelfieFault;
/** It is not for us to say that a person has forged a picture. */
const SAID_INSTEAD = "selfie_unverified_other" satisfies SelfieFault;

export const problemText = ({ texts }: Words, { code, reason }: Problem): ProblemText => {
  const { generic } = texts.problems;
  const findings: Codes = texts.problems.findings;
  const refusals: Codes = texts.problems.refusals;
  const said = reason === FORGED ? SAID_INSTEAD : reason;
  return findings[`${code}.${said}`] ?? findings[code] ?? refusals[code] ?? generic;
};

type Offer = { brand: { name: string } };

export const arrivalTitle = ({ texts, say }: Words, offer: Offer | null): string =>
  offer ? say(texts.handoff.arriveTitle, { tenant: offer.brand.name }) : texts.handoff.staleTitle;
