import { hash, type KeyObject, randomBytes } from "node:crypto";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import type { Signer } from "../issuer/authority.ts";
import { type EcJwk, newJwk, signEs256, verifyEs256 } from "../issuer/keys.ts";

// An issuer and a holder of SD-JWT VCs, by @sd-jwt.

export type HeldSdJwt = {
  vct: string;
  credential: string;
  holderJwk: EcJwk;
  /** The ages that it attests. */
  thresholds: readonly string[];
};

export const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const hasher = (data: string | ArrayBuffer): Uint8Array =>
  hash("sha256", typeof data === "string" ? data : new Uint8Array(data), "buffer");

const instance = (issuerJwk: EcJwk | null, holderJwk: EcJwk | null): SDJwtVcInstance => {
  const signerFor = (jwk: EcJwk | null) => (data: string) => {
    if (!jwk) throw new Error("no key");
    return signEs256(jwk, Buffer.from(data)).toString("base64url");
  };
  return new SDJwtVcInstance({
    signer: signerFor(issuerJwk),
    signAlg: "ES256",
    hashAlg: "sha-256",
    hasher,
    saltGenerator: () => randomBytes(16).toString("base64url"),
    kbSigner: signerFor(holderJwk),
    kbSignAlg: "ES256",
  });
};

const THRESHOLDS = [13, 16, 18, 21] as const;

/** Their values are booleans, unless a test wants to see what another one does. */
type Ages = { [Threshold in (typeof THRESHOLDS)[number]]?: unknown };

export type SdJwtOptions = {
  vct: string;
  ages: Ages;
  signer: Signer;
  issued: Date;
  notBefore?: Date;
  expires: Date;
  more?: Record<string, unknown>;
};

export const issueSdJwt = async (options: SdJwtOptions): Promise<HeldSdJwt> => {
  const { vct, ages, signer, issued, notBefore = issued, expires, more = {} } = options;
  const holderJwk = await newJwk();
  const { d: _private, ...jwk } = holderJwk;
  const credential = await instance(signer.jwk, null).issue(
    {
      iss: "https://issuer.utopia.example",
      iat: seconds(issued),
      nbf: seconds(notBefore),
      exp: seconds(expires),
      vct,
      cnf: { jwk },
      age_equal_or_over: ages,
      family_name: "Mustermann",
      ...more,
    },
    { _sd: ["family_name"], age_equal_or_over: { _sd: THRESHOLDS.filter((threshold) => threshold in ages) } },
    { header: { x5c: signer.chain.map((der) => Buffer.from(der).toString("base64")) } },
  );
  return { vct, credential, holderJwk, thresholds: Object.keys(ages) };
};

/**
 * Verifies a credential and looks up its status, as a verifier made with @sd-jwt does.
 * @throws what the library found wrong with it, a revocation too
 */
export const verifyWithStatus = async (
  credential: string,
  { list, keys, now }: { list: string; keys: readonly KeyObject[]; now: Date },
): Promise<void> => {
  const verifier = new SDJwtVcInstance({
    hasher,
    verifier: (data, signature) =>
      keys.some((key) => verifyEs256({ key }, Buffer.from(data), Buffer.from(signature, "base64url"))),
    statusListFetcher: () => Promise.resolve(list),
  });
  await verifier.verify(credential, { currentDate: seconds(now) });
};

/** What is shown: {age_equal_or_over: {18: true}}. */
type PresentationFrame = { [claim: string]: boolean | { [claim: string]: boolean } };

/** Shows some ages, bound to a request. */
export const presentSdJwt = (
  held: HeldSdJwt,
  shown: PresentationFrame,
  binding: { nonce: string; aud: string; now: Date },
): Promise<string> => {
  const { nonce, aud, now } = binding;
  const payload = { nonce, aud, iat: seconds(now) };
  return instance(null, held.holderJwk).present(held.credential, shown, { kb: { payload } });
};
