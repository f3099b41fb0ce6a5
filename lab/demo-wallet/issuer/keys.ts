import { type JsonWebKeyInput, sign, type VerifyKeyObjectInput, verify } from "node:crypto";

/** What issuers, holders and forgers sign with: P-256 throughout, as all profiles prescribe. */
export const P256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

export type EcJwk = { kty: "EC"; crv: "P-256"; x: string; y: string; d: string };

export const newKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(P256, true, ["sign", "verify"]);

/** ES256 as JOSE and COSE have it: the two numbers of the signature one after the other. */
export const signEs256 = (jwk: EcJwk, data: Uint8Array): Buffer =>
  sign("sha256", data, { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" });

/** @returns whether such a signature is by this key */
export const verifyEs256 = (
  key: VerifyKeyObjectInput | JsonWebKeyInput,
  data: Uint8Array,
  signature: Uint8Array,
): boolean => verify("sha256", data, { ...key, dsaEncoding: "ieee-p1363" }, signature);

/** A private key in the form that every library takes. */
export const jwkOf = async (key: CryptoKey): Promise<EcJwk> => {
  const { x = "", y = "", d = "" } = await crypto.subtle.exportKey("jwk", key);
  return { kty: "EC", crv: "P-256", x, y, d };
};

/** A new device's or holder's key. */
export const newJwk = async (): Promise<EcJwk> => jwkOf((await newKeys()).privateKey);

const DAY_MS = 86_400_000;
export const daysFrom = (now: Date, count: number): Date => new Date(now.getTime() + count * DAY_MS);

export const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
