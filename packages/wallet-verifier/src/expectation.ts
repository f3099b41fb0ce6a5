import { z } from "zod";
import { parseJson } from "./bytes.ts";
import { type CredentialType, isMdoc, type MdocType } from "./credential-type.ts";
import { transactionKeyFrom } from "./transaction-key.ts";
import { PROOF_OFFER } from "./zk/offer.ts";

const KEY = z
  .object({ x: z.string(), y: z.string(), d: z.string() })
  .transform((parts) => transactionKeyFrom({ kty: "EC", crv: "P-256", ...parts }));
const ASKED = {
  minimumAge: z.number(),
  thresholds: z.array(z.number()).readonly().optional(),
  types: z.array(z.unknown()).catch([]),
  /** After this time, no answer is looked at. */
  expiresAt: z.number().transform((milliseconds) => new Date(milliseconds)),
};
const LINK = {
  clientId: z.string(),
  responseUri: z.string(),
  nonce: z.string(),
  state: z.string(),
  /** The site that the browser goes back to; if absent, the main one. */
  returnTo: z.string().optional(),
};
const AUTHORITIES = z.record(z.string(), z.array(z.string()).readonly()).optional();
const BROWSER = {
  /** As the browser sees it: configured, or a proven host of the tenant's, never what a Host header alone says. */
  origin: z.string(),
  key: KEY,
  /** If absent, an answer with a zero-knowledge proof is refused. */
  proofs: PROOF_OFFER.optional(),
};

const STORED = z.discriminatedUnion("channel", [
  z.object({ ...ASKED, ...LINK, channel: z.literal("eu_link") }),
  z.object({ ...ASKED, ...LINK, channel: z.literal("signed_link"), key: KEY, authorities: AUTHORITIES }),
  z.object({
    ...ASKED,
    ...BROWSER,
    channel: z.literal("dc_api"),
    protocol: z.enum(["openid4vp-v1-unsigned", "openid4vp-v1-signed"]),
    nonce: z.string(),
    authorities: AUTHORITIES,
  }),
  z.object({
    ...ASKED,
    ...BROWSER,
    channel: z.literal("iso_mdoc"),
    /** The text that was sent, which the transcript covers. */
    encryptionInfo: z.string(),
  }),
]);

type Stored = z.output<typeof STORED>;

/** As stored, but with the requested credential types in place of their names. */
type Expectation<Channel extends Stored["channel"], Type extends CredentialType = CredentialType> = Omit<
  Extract<Stored, { channel: Channel }>,
  "types"
> & { types: readonly Type[] };

/** A link or QR code for the EU's age verification app: unsigned, and answered unencrypted over TLS. */
export type EuLinkExpectation = Expectation<"eu_link", MdocType>;

/** A link or QR code under the high assurance profile: a signed request, an encrypted answer. */
export type SignedLinkExpectation = Expectation<"signed_link">;

/** OpenID4VP over the Digital Credentials API. */
export type DcApiExpectation = Expectation<"dc_api">;

/**
 * ISO/IEC TS 18013-7 Annex C over the Digital Credentials API. Each request asks for one type, because
 * DocRequests are not alternatives; `types` is what an answer may hold nevertheless.
 */
export type IsoMdocExpectation = Expectation<"iso_mdoc", MdocType>;

/** Everything that an answer is checked against. It is what a transaction has to remember, sealed. */
export type WalletExpectation =
  | EuLinkExpectation
  | SignedLinkExpectation
  | DcApiExpectation
  | IsoMdocExpectation;

/**
 * An expectation as text, for a transaction to keep until its answer comes. It contains the private key, so
 * it must be sealed before it is stored and deleted when the transaction ends.
 */
export const storeExpectation = (expectation: WalletExpectation): string => {
  const { types, expiresAt, ...rest } = expectation;
  return JSON.stringify({
    ...rest,
    types: types.map(({ type }) => type),
    expiresAt: expiresAt.getTime(),
    ...("key" in expectation ? { key: expectation.key.privateJwk.open() } : {}),
  });
};

/**
 * Reads what `storeExpectation` wrote.
 * @param known the credential types that are enabled
 * @returns null when the text is anything else
 */
export const readExpectation = (text: string, known: readonly CredentialType[]): WalletExpectation | null => {
  const { data } = STORED.safeParse(parseJson(text));
  if (!data) return null;
  // A type that an operator has switched off in the meantime is no longer expected.
  const types = known.filter(({ type }) => data.types.includes(type));
  return data.channel === "eu_link" || data.channel === "iso_mdoc"
    ? { ...data, types: types.filter(isMdoc) }
    : { ...data, types };
};

/** What is kept of a question: the expectations of all its requests. */
export const keptOf = (expectations: readonly WalletExpectation[]): string =>
  JSON.stringify(expectations.map(storeExpectation));

/**
 * The expectations of a kept question. Whatever has been switched off in the meantime or cannot be read is
 * left out.
 */
export const readSealedExpectations = (
  kept: string,
  known: readonly CredentialType[],
): WalletExpectation[] => {
  const texts = parseJson(kept);
  if (!Array.isArray(texts)) return [];
  return texts.flatMap((text) => (typeof text === "string" ? (readExpectation(text, known) ?? []) : []));
};
