import type { Jwk } from "@openid4vc/oauth2";
import { SessionTranscript } from "@owf/mdoc";
import { calculateJwkThumbprint } from "jose";
import { mdocContext } from "./mdoc-context.ts";
import { responseUriOf, type WalletRequest } from "./read-request.ts";

/** What an answer is bound to, so that it is good for one request only. */
export type Session = {
  nonce: string;
  /** `aud` of an SD-JWT's key binding. */
  audience: string;
  /** ISO/IEC 18013-5 §9.1.5.1, CBOR. */
  transcript: Uint8Array;
};

/** The parts of a request that the binding is made of; a forger changes one. */
export type SessionParts = {
  nonce: string;
  clientId: string;
  responseUri: string;
  origin: string | undefined;
  encryptionJwk: Jwk | undefined;
};

const thumbprintOf = async ({ kty, crv = "", x = "", y = "" }: Jwk): Promise<Uint8Array> =>
  new Uint8Array(Buffer.from(await calculateJwkThumbprint({ kty, crv, x, y }), "base64url"));

/** OpenID4VP 1.0 §B.2.6 by @owf/mdoc, and §14.1 for the audience. */
export const sessionOf = async (
  { payload, origin, encryptionJwk }: Pick<WalletRequest, "payload" | "origin" | "encryptionJwk">,
  change: Partial<SessionParts> = {},
): Promise<Session> => {
  const parts: SessionParts = {
    nonce: payload.nonce,
    clientId: String(payload.client_id ?? ""),
    responseUri: responseUriOf({ payload }),
    origin,
    encryptionJwk,
    ...change,
  };
  const { nonce, clientId, responseUri } = parts;
  const thumbprint = parts.encryptionJwk ? { jwkThumbprint: await thumbprintOf(parts.encryptionJwk) } : {};
  const transcript =
    parts.origin === undefined
      ? await SessionTranscript.forOid4Vp({ clientId, nonce, responseUri, ...thumbprint }, mdocContext)
      : await SessionTranscript.forOid4VpDcApi({ origin: parts.origin, nonce, ...thumbprint }, mdocContext);
  const audience = parts.origin === undefined ? clientId : `origin:${parts.origin}`;
  return { nonce, audience, transcript: transcript.encode() };
};
