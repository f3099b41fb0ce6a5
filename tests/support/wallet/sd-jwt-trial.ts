import { PID_SD_JWT } from "../../../packages/wallet-verifier/src/credential-type.ts";
import { verifySdJwtAge } from "../../../packages/wallet-verifier/src/sd-jwt/verify-sd-jwt-age.ts";
import type { VerifiedCredential } from "../../../packages/wallet-verifier/src/status/status-claim.ts";
import type { TrustAnchor } from "../../../packages/wallet-verifier/src/trust/anchor.ts";
import { createAuthority, jwkOf, NOW, newKeys } from "./authority.ts";
import { disclosureDigest, forgeSdJwt, type SdJwtForgery } from "./forge-sd-jwt.ts";

export const AGES = ["age_equal_or_over", { 18: true }] as const;

/** A disclosure as it stands in a presentation. */
export const asDisclosure = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** Discloses an element of an array, beside ages in the open. */
export const inArray = (disclosure: unknown[], more: object = {}): Partial<SdJwtForgery> => ({
  disclosures: [disclosure],
  payload: {
    _sd: [],
    list: [{ "...": disclosureDigest(disclosure), ...more }],
    age_equal_or_over: { 18: true },
  },
});

/** One authority, one holder and one request, in which PIDs are tried. */
export const createSdJwtTrial = async () => {
  const authority = await createAuthority();
  const signer = await authority.signer();
  const anchors = [authority.anchor(PID_SD_JWT.type)];
  const holder = await jwkOf((await newKeys()).privateKey);
  const thief = await jwkOf((await newKeys()).privateKey);
  const base: SdJwtForgery = { signer, holderJwk: holder, nonce: "n-1", aud: "x509_hash:abc" };
  return {
    authority,
    holder,
    thief,
    forge: (change: Partial<SdJwtForgery> = {}) => forgeSdJwt({ ...base, ...change }),
    verify: (
      presentation: string,
      change: { anchors?: TrustAnchor[]; onVerified?: (credential: VerifiedCredential) => void } = {},
    ) =>
      verifySdJwtAge(presentation, {
        type: PID_SD_JWT,
        minimumAge: 18,
        nonce: "n-1",
        audience: "x509_hash:abc",
        anchors,
        now: NOW,
        ...change,
      }),
  };
};
