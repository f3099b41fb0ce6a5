import { generateKeyPairSync } from "node:crypto";
import { Sealed } from "@lintel/age";
import { sha256, toBase64Url } from "./bytes.ts";

export type PublicJwk = { kty: "EC"; crv: "P-256"; x: string; y: string };
type PrivateJwk = PublicJwk & { d: string };

/** The key that one transaction's answer is encrypted to, made for that transaction and discarded with it. */
export type TransactionKey = {
  /** RFC 7638 thumbprint in base64url: the wallet also has to name it in its answer. */
  kid: string;
  publicJwk: PublicJwk;
  privateJwk: Sealed<PrivateJwk>;
};

/** RFC 7638 §3: over the required members in lexicographic order, and no others. */
export const jwkThumbprint = ({ crv, kty, x, y }: PublicJwk): Uint8Array =>
  sha256(JSON.stringify({ crv, kty, x, y }));

/** The key from its private JWK, as opened from the transaction's sealed column. */
export const transactionKeyFrom = (privateJwk: PrivateJwk): TransactionKey => {
  const { kty, crv, x, y } = privateJwk;
  const publicJwk = { kty, crv, x, y };
  return { kid: toBase64Url(jwkThumbprint(publicJwk)), publicJwk, privateJwk: new Sealed(privateJwk) };
};

/** A new P-256 key: the one curve that every wallet has (HAIP 1.0 §5, ISO/IEC TS 18013-7 Annex C). */
export const newTransactionKey = (): TransactionKey => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  return transactionKeyFrom({ kty: "EC", crv: "P-256", x, y, d });
};
