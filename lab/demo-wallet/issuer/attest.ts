import { type CredentialQuery, type Held, typeAskedFor } from "../wallet/choose-claims.ts";
import { issueMdoc } from "../wallet/mdoc.ts";
import { issueSdJwt } from "../wallet/sd-jwt.ts";
import type { Signer } from "./authority.ts";
import { daysFrom } from "./keys.ts";

/** The EU's proof of age; every wallet has `age_over_18` in it. */
export const EU_PROOF_OF_AGE = "eu.europa.ec.av.1";
/** ISO/IEC 18013-5 §7.1. */
export const DRIVING_LICENCE = "org.iso.18013.5.1.mDL";

/** ISO/IEC TS 23220-4 Annex C. */
export const PHOTO_ID = "org.iso.23220.photoid.1";
/** Google's ID pass before it became a photo ID. */
export const GOOGLE_ID_PASS = "com.google.wallet.idcard.1";

/** The namespaces of types that keep their ages in another than their own. */
const NAME_SPACES: Record<string, string> = {
  [DRIVING_LICENCE]: "org.iso.18013.5.1",
  [PHOTO_ID]: "org.iso.23220.1",
  [GOOGLE_ID_PASS]: "org.iso.18013.5.1",
};

/** Yes or no for each age: those that every issuer attests, and those asked for beyond them. */
const agesOf = (age: number, alsoAskedFor: readonly number[]): [number, boolean][] =>
  [...new Set([16, 18, 21, ...alsoAskedFor])]
    .sort((a, b) => a - b)
    .map((threshold) => [threshold, age >= threshold]);

type AttestOptions = { signer: Signer; age: number; now: Date; alsoAskedFor?: readonly number[] };

/** A fresh mdoc for one answer: real issuers hand out batches, each used once, so that nobody can be followed. */
export const attestMdoc = async (docType: string, options: AttestOptions): Promise<Held> => {
  const { signer, age, now, alsoAskedFor = [] } = options;
  const elements = Object.fromEntries(
    agesOf(age, alsoAskedFor).map(([threshold, isOver]) => [
      `age_over_${String(threshold).padStart(2, "0")}`,
      isOver,
    ]),
  );
  const nameSpace = NAME_SPACES[docType] ?? docType;
  const dates = { signed: daysFrom(now, -1), validUntil: daysFrom(now, 60) };
  return { mdoc: await issueMdoc({ docType, nameSpace, elements, signer, ...dates }) };
};

/** Attests the person as an SD-JWT VC. */
export const attestSdJwt = async (vct: string, { signer, age, now }: AttestOptions): Promise<Held> => {
  const ages = { 16: age >= 16, 18: age >= 18, 21: age >= 21 };
  const dates = { issued: daysFrom(now, -1), expires: daysFrom(now, 60) };
  return { sdJwt: await issueSdJwt({ vct, ages, signer, ...dates }) };
};

/** The credential that a query asks for, issued by the test issuer to a holder of this age. */
export const attestFor = (query: CredentialQuery, options: AttestOptions): Promise<Held> =>
  query.format === "mso_mdoc"
    ? attestMdoc(typeAskedFor(query), options)
    : attestSdJwt(typeAskedFor(query), options);
