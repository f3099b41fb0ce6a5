import { createHash, createPrivateKey, randomBytes, sign } from "node:crypto";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import { days, type EcJwk, jwkOf, NOW, newKeys, type Signer } from "./authority.ts";

// An issuer and a holder of SD-JWT VCs, by @sd-jwt.

export type HeldSdJwt = { credential: string; holderJwk: EcJwk };

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const instance = (issuerJwk: EcJwk | null, holderJwk: EcJwk | null): SDJwtVcInstance => {
  const signerFor = (jwk: EcJwk | null) => (data: string) => {
    if (!jwk) throw new Error("no key");
    const key = createPrivateKey({ format: "jwk", key: jwk });
    return sign("sha256", Buffer.from(data), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  };
  return new SDJwtVcInstance({
    signer: signerFor(issuerJwk),
    signAlg: "ES256",
    hashAlg: "sha-256",
    hasher: (data) =>
      new Uint8Array(
        createHash("sha256")
          .update(typeof data === "string" ? data : new Uint8Array(data))
          .digest(),
      ),
    saltGenerator: () => randomBytes(16).toString("base64url"),
    kbSigner: signerFor(holderJwk),
    kbSignAlg: "ES256",
  });
};

/** Their values are booleans, unless a test wants to see what another one does. */
export type Ages = { 16?: unknown; 18?: unknown; 21?: unknown };
const THRESHOLDS = [16, 18, 21] as const;

export type SdJwtOptions = {
  vct: string;
  ages: Ages;
  signer: Signer;
  expires?: Date;
  notBefore?: Date;
  more?: Record<string, unknown>;
};

export const issueSdJwt = async (options: SdJwtOptions): Promise<HeldSdJwt> => {
  const { vct, ages, signer, expires = days(60), notBefore = days(-1), more = {} } = options;
  const holderJwk = await jwkOf((await newKeys()).privateKey);
  const { d: _private, ...jwk } = holderJwk;
  const credential = await instance(signer.jwk, null).issue(
    {
      iss: "https://issuer.utopia.example",
      iat: seconds(days(-1)),
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
  return { credential, holderJwk };
};

/** What is shown: {age_equal_or_over: {18: true}}. */
type PresentationFrame = { [claim: string]: boolean | { [claim: string]: boolean } };

/** Shows some ages, bound to a request. */
export const presentSdJwt = (
  held: HeldSdJwt,
  shown: PresentationFrame,
  binding: { nonce: string; aud: string; iat?: number; signWith?: EcJwk },
): Promise<string> => {
  const { nonce, aud, iat = seconds(NOW), signWith = held.holderJwk } = binding;
  return instance(null, signWith).present(held.credential, shown, { kb: { payload: { nonce, aud, iat } } });
};
