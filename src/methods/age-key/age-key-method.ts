import { createHash } from "node:crypto";
import { z } from "zod";
import { isJsonObject, type JsonObject, jsonIn } from "#core/json.ts";
import {
  AGE_KEY_METHOD,
  AGE_KEY_SECONDS,
  confidenceOf,
  isCounterAhead,
  reusedAssurance,
} from "#core/policy/age-key.ts";
import type { FindingCode } from "#core/policy/finding-codes.ts";
import {
  type Finding,
  type Method,
  type MethodContext,
  noDecision,
  type Question,
  type Submission,
  verifies,
} from "#methods/method.ts";

// W3C Web Authentication Level 3. The package is loaded when the first passkey is used: most deployments
// never see one.

/** The site that passkeys are bound to: the host of a page's address, the main one or a tenant's. */
export type RelyingParty = { origin: string; rpId: string };

export const relyingPartyOf = (address: string): RelyingParty => {
  const { origin, hostname } = new URL(address);
  return { origin, rpId: hostname };
};

/** COSE algorithms (RFC 9053): ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

export const MAX_ANSWER_BYTES = 16 * 1024;
const USER_HANDLE_BYTES = 32;

const KEPT = z.object({
  challenge: z.string(),
  key: z.object({ publicKey: z.string(), counter: z.number(), ageAtLeast: z.int(), assurance: z.string() }),
});

/** What a passkey's answer is checked against; it comes from the passkey's row, never from a person. */
type KnownKey = z.output<typeof KEPT>["key"];

/** A question's challenge, and the key that the answer names. */
export const keptOfKey = (challenge: string, key: KnownKey): string => JSON.stringify({ challenge, key });

const keyIn = (kept: string) => KEPT.safeParse(jsonIn(kept)).data;

const BASE64URL = /^[A-Za-z0-9_-]+$/;

const textIn = (from: JsonObject, name: string): string | null => {
  const value = from[name];
  return typeof value === "string" && BASE64URL.test(value) ? value : null;
};

/** The parts of an answer that are read; whatever else the browser sends is dropped. */
type Parts = { id: string; response: JsonObject; clientData: JsonObject };

const partsOf = ({ body }: Submission): Parts | null => {
  const answer = jsonIn(new TextDecoder().decode(body));
  if (!isJsonObject(answer) || !isJsonObject(answer.response)) return null;
  const { response } = answer;
  const id = textIn(answer, "id");
  const clientDataText = textIn(response, "clientDataJSON");
  if (id === null || clientDataText === null) return null;
  const clientData = jsonIn(Buffer.from(clientDataText, "base64url").toString("utf8"));
  return isJsonObject(clientData) ? { id, response, clientData } : null;
};

/** What an answer names before it is checked: the question and the passkey. */
export const namedIn = (submission: Submission): { challenge: string; credentialId: string } | null => {
  const parts = partsOf(submission);
  const challenge = parts?.clientData.challenge;
  return parts && typeof challenge === "string" ? { challenge, credentialId: parts.id } : null;
};

// Authenticator data (§6.1): the site's hash (32 bytes), flags, and the counter (4 bytes).
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const LEAST_BYTES = 37;
const FLAG = { present: 0x01, verified: 0x04, synced: 0x08 } as const;

type AuthenticatorData = { rpIdHash: Uint8Array; flags: number; counter: number };

const authenticatorDataOf = (bytes: Uint8Array | null): AuthenticatorData | null => {
  if (!bytes || bytes.length < LEAST_BYTES) return null;
  const data = Buffer.from(bytes);
  return {
    rpIdHash: data.subarray(0, FLAGS_AT),
    flags: data.readUInt8(FLAGS_AT),
    counter: data.readUInt32BE(COUNTER_AT),
  };
};

type Expected = RelyingParty & { type: "webauthn.create" | "webauthn.get"; challenge: string };

/** What §7.1 and §7.2 require before the signature, each with its code. */
const faultIn = (
  { clientData }: Parts,
  data: AuthenticatorData,
  { origin, rpId, type, challenge }: Expected,
): FindingCode<"age_key"> | null => {
  if (clientData.type !== type) return "AGE_KEY_SIGNATURE";
  if (clientData.challenge !== challenge) return "AGE_KEY_CHALLENGE";
  // In another site's frame, people cannot see whose page is asking.
  if (clientData.origin !== origin || clientData.crossOrigin === true) return "AGE_KEY_ORIGIN";
  if (!createHash("sha256").update(rpId).digest().equals(data.rpIdHash)) return "AGE_KEY_RP";
  const isVerified = (data.flags & FLAG.present) !== 0 && (data.flags & FLAG.verified) !== 0;
  return isVerified ? null : "AGE_KEY_NOT_VERIFIED";
};

/** The counter in an answer, for its key's row. */
export const counterIn = (submission: Submission): number => {
  const text = partsOf(submission)?.response.authenticatorData;
  return authenticatorDataOf(typeof text === "string" ? Buffer.from(text, "base64url") : null)?.counter ?? 0;
};

/** A question to any of this site's passkeys (§5.5): their owner chooses which. */
const questionOf = ({ rpId }: RelyingParty, challenge: string): Question => {
  const timeout = AGE_KEY_SECONDS.question * 1000;
  const data = { challenge, rpId, timeout, userVerification: "required", allowCredentials: [] };
  return { kept: "", link: null, requests: [{ protocol: "webauthn", data }] };
};

/** What both of the package's checks get. */
const givenTo = <Response>(
  { id }: Parts,
  { origin, rpId, challenge }: Pick<Expected, "origin" | "rpId" | "challenge">,
  response: Response,
) => ({
  response: { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response },
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

const signatureHolds = async (parts: Parts, known: KnownKey, expected: Expected): Promise<boolean> => {
  const [clientDataJSON, authenticatorData, signature] = [
    "clientDataJSON",
    "authenticatorData",
    "signature",
  ].map((name) => textIn(parts.response, name));
  if (!clientDataJSON || !authenticatorData || !signature) return false;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified } = await verifyAuthenticationResponse({
    ...givenTo(parts, expected, { clientDataJSON, authenticatorData, signature }),
    // The counter has already been compared, with its own code.
    credential: {
      id: parts.id,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")),
      counter: 0,
    },
  });
  return verified;
};

/** Why an answer is not this passkey's answer to this question; null if it is. */
export const assertionFault = async (
  submission: Submission,
  kept: string,
  site: RelyingParty,
): Promise<FindingCode<"age_key"> | null> => {
  const known = keyIn(kept);
  const parts = partsOf(submission);
  const text = parts && textIn(parts.response, "authenticatorData");
  const data = authenticatorDataOf(text ? Buffer.from(text, "base64url") : null);
  if (!known || !parts || !data) return "AGE_KEY_SIGNATURE";
  const expected: Expected = { ...site, type: "webauthn.get", challenge: known.challenge };
  const fault = faultIn(parts, data, expected);
  if (fault) return fault;
  if (!(await signatureHolds(parts, known.key, expected).catch(() => false))) return "AGE_KEY_SIGNATURE";
  return isCounterAhead(known.key.counter, data.counter) ? null : "AGE_KEY_COUNTER";
};

/**
 * A passkey made after an earlier verification. A method has no database: services/age-keys finds the key
 * that the answer names, and without one there is no decision.
 */
export const createAgeKeyMethod = (publicUrl: string): Method => {
  const siteOf = ({ origin }: Pick<MethodContext, "origin">): RelyingParty =>
    relyingPartyOf(origin ?? publicUrl);
  return {
    id: AGE_KEY_METHOD,
    traits: verifies("age_key"),
    modes: ["live", "test"],
    isNamedInTests: true,
    maxBodyBytes: MAX_ANSWER_BYTES,
    start: async (asked, context) =>
      asked.channel === "passkey" ? questionOf(siteOf(context), asked.id) : null,
    answer: async (submission, { kept = "", ...context }): Promise<Finding> => {
      const code = await assertionFault(submission, kept, siteOf(context));
      const known = keyIn(kept)?.key;
      if (code !== null || !known)
        return noDecision(code ?? "AGE_KEY_SIGNATURE", "Try again, or choose another way.");
      const { ageAtLeast, assurance } = known;
      const learned = { age: null, band: { atLeast: ageAtLeast, below: null }, documentType: null };
      const named = { confidence: confidenceOf(assurance), assurance: reusedAssurance(assurance) };
      return { kind: "evidence", evidence: { ...learned, ...named } };
    },
  };
};

type Named = { challenge: string; userHandle: Uint8Array; name: string; tenant: string };

/**
 * The options from which the browser makes a passkey (§5.4): discoverable, with user verification, without
 * attestation.
 * @param named `userHandle`: random, so that a person's keys cannot be linked
 */
export const creationOptions = ({ rpId }: RelyingParty, { challenge, userHandle, name, tenant }: Named) => ({
  challenge,
  rp: { id: rpId, name: tenant },
  user: { id: Buffer.from(userHandle).toString("base64url"), name, displayName: name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
  timeout: AGE_KEY_SECONDS.question * 1000,
  attestation: "none" as const,
  authenticatorSelection: {
    residentKey: "required" as const,
    requireResidentKey: true,
    userVerification: "required" as const,
  },
});

export const userHandleFrom = (random: (bytes: number) => Uint8Array): Uint8Array =>
  random(USER_HANDLE_BYTES);

/** A passkey that was just made. */
export type MadeKey = {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  isSynced: boolean;
};

const ALG_LABEL = 3;

/** @returns the passkey, or the reason why it must not be kept */
export const madeKeyIn = async (
  submission: Submission,
  site: RelyingParty,
  challenge: string,
): Promise<MadeKey | FindingCode<"age_key">> => {
  const parts = partsOf(submission);
  const attestation = parts && textIn(parts.response, "attestationObject");
  const clientDataJSON = parts && textIn(parts.response, "clientDataJSON");
  if (!parts || !attestation || !clientDataJSON) return "AGE_KEY_SIGNATURE";
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject, decodeCredentialPublicKey, parseAuthenticatorData } = await import(
    "@simplewebauthn/server/helpers"
  );
  try {
    const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, "base64url"))).get(
      "authData",
    );
    const data = authenticatorDataOf(authData);
    if (!data) return "AGE_KEY_SIGNATURE";
    const fault = faultIn(parts, data, { ...site, type: "webauthn.create", challenge });
    if (fault) return fault;
    const { credentialPublicKey } = parseAuthenticatorData(authData);
    const alg = credentialPublicKey && decodeCredentialPublicKey(credentialPublicKey).get(ALG_LABEL);
    if (alg === undefined || !ALGORITHMS.includes(Number(alg))) return "AGE_KEY_ALGORITHM";
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...givenTo(parts, { ...site, challenge }, { clientDataJSON, attestationObject: attestation }),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return "AGE_KEY_SIGNATURE";
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const isSynced = (data.flags & FLAG.synced) !== 0;
    return { credentialId, publicKey: new Uint8Array(publicKey), counter, isSynced };
  } catch {
    return "AGE_KEY_SIGNATURE";
  }
};
