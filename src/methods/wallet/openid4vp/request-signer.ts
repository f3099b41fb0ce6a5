import { type KeyObject, sign } from "node:crypto";
import { sha256, toBase64Url, utf8 } from "../bytes.ts";

/** The key and the chain that requests are signed with; the operator's own, from a certification authority. */
export type RequestSigner = {
  /** P-256. */
  privateKey: KeyObject;
  /** DER, the signer's first, the root left out (HAIP 1.0 §5.1: and not self-signed). */
  chain: readonly [Uint8Array, ...Uint8Array[]];
};

/** OpenID4VP 1.0 §5.9.3, `x509_hash`: the verifier's name is its certificate. */
export const x509HashClientId = ({ chain }: RequestSigner): string =>
  `x509_hash:${toBase64Url(sha256(chain[0]))}`;

/** RFC 9101 §4 in ES256, with the header that OpenID4VP 1.0 §5 prescribes. */
export const signRequestObject = (claims: object, { privateKey, chain }: RequestSigner): string => {
  const x5c = chain.map((certificate) => Buffer.from(certificate).toString("base64"));
  const header = { alg: "ES256", typ: "oauth-authz-req+jwt", x5c };
  const input = [header, claims].map((part) => toBase64Url(utf8(JSON.stringify(part)))).join(".");
  const signature = sign("sha256", utf8(input), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${input}.${toBase64Url(signature)}`;
};
