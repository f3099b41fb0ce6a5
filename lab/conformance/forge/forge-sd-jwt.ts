import { createHash, randomBytes } from "node:crypto";
import type { Signer } from "../../demo-wallet/issuer/authority.ts";
import { daysFrom, type EcJwk, signEs256 } from "../../demo-wallet/issuer/keys.ts";
import { seconds } from "../../demo-wallet/wallet/sd-jwt.ts";

// An SD-JWT VC by hand, so that every part of it can be wrong and still be signed.

export type SdJwtForgery = {
  now: Date;
  signer: Signer;
  holderJwk: EcJwk;
  nonce: string;
  aud: string;
  header?: Record<string, unknown>;
  payload?: Record<string, unknown>;
  /** Top-level disclosures, signed by their digests. */
  disclosures?: unknown[][];
  /** After the issuer signed. */
  disclosuresAfter?: (texts: string[]) => string[];
  keyBindingHeader?: Record<string, unknown>;
  keyBinding?: Record<string, unknown>;
  keyBindingJwk?: EcJwk;
  issuerJwt?: (jwt: string) => string;
};

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

const signJwt = (jwk: EcJwk, header: object, payload: object): string => {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${signEs256(jwk, Buffer.from(input)).toString("base64url")}`;
};

export const salt = (): string => randomBytes(16).toString("base64url");
export const disclosureDigest = (disclosure: unknown[]): string => digest(encode(disclosure));

/** @returns a presentation; honest if nothing was changed */
export const forgeSdJwt = (forgery: SdJwtForgery): string => {
  const { d: _private, ...jwk } = forgery.holderJwk;
  const disclosures = forgery.disclosures ?? [[salt(), "age_equal_or_over", { 18: true }]];
  const texts = disclosures.map(encode);
  const header = {
    alg: "ES256",
    typ: "dc+sd-jwt",
    x5c: forgery.signer.chain.map((der) => Buffer.from(der).toString("base64")),
    ...forgery.header,
  };
  const payload = {
    _sd_alg: "sha-256",
    _sd: texts.map(digest),
    vct: "urn:eudi:pid:1",
    iat: seconds(daysFrom(forgery.now, -1)),
    exp: seconds(daysFrom(forgery.now, 60)),
    cnf: { jwk },
    ...forgery.payload,
  };
  const honest = signJwt(forgery.signer.jwk, header, payload);
  const shown = forgery.disclosuresAfter?.(texts) ?? texts;
  const signed = `${[forgery.issuerJwt?.(honest) ?? honest, ...shown].join("~")}~`;
  const keyBinding = signJwt(
    forgery.keyBindingJwk ?? forgery.holderJwk,
    { alg: "ES256", typ: "kb+jwt", ...forgery.keyBindingHeader },
    {
      nonce: forgery.nonce,
      aud: forgery.aud,
      iat: seconds(forgery.now),
      sd_hash: digest(signed),
      ...forgery.keyBinding,
    },
  );
  return `${signed}${keyBinding}`;
};
