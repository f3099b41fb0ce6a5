import {
  EU_AGE_VERIFICATION,
  GOOGLE_ID_PASS,
  MOBILE_DRIVING_LICENCE,
  PHOTO_ID,
  PID_MDOC,
  PID_SD_JWT,
} from "../../../packages/wallet-verifier/src/credential-type.ts";
import type {
  DcApiExpectation,
  EuLinkExpectation,
  IsoMdocExpectation,
  SignedLinkExpectation,
} from "../../../packages/wallet-verifier/src/expectation.ts";
import { encryptionInfo } from "../../../packages/wallet-verifier/src/openid4vp/iso-mdoc.ts";
import { euLink } from "../../../packages/wallet-verifier/src/openid4vp/link.ts";
import {
  type RequestSigner,
  x509HashClientId,
} from "../../../packages/wallet-verifier/src/openid4vp/request-signer.ts";
import { newTransactionKey } from "../../../packages/wallet-verifier/src/transaction-key.ts";
import type { TrustAnchor } from "../../../packages/wallet-verifier/src/trust/anchor.ts";
import { type Authority, createAuthority, NOW, type Signer } from "./authority.ts";

// One authority, its anchors for every type, and one transaction of each channel.

export const ORIGIN = "https://verify.example.com";
export const RESPONSE_URI = `${ORIGIN}/openid4vp/response/tx1`;
export const TYPES = [
  EU_AGE_VERIFICATION,
  MOBILE_DRIVING_LICENCE,
  PID_MDOC,
  PID_SD_JWT,
  PHOTO_ID,
  GOOGLE_ID_PASS,
] as const;

export type World = {
  authority: Authority;
  signer: Signer;
  requestSigner: RequestSigner;
  anchors: TrustAnchor[];
  eu: { link: string; expectation: EuLinkExpectation };
  signed: SignedLinkExpectation;
  dcApi: DcApiExpectation;
  isoMdoc: IsoMdocExpectation;
};

const expiresAt = new Date(NOW.getTime() + 300_000);

export const createWorld = async (minimumAge = 18): Promise<World> => {
  const authority = await createAuthority();
  const signer = await authority.signer();
  const readers = await createAuthority({ name: "CN=Reader CA" });
  const reader = await readers.signer({ eku: "1.0.18013.5.1.6" });
  const requestSigner: RequestSigner = { privateKey: reader.privateKey, chain: [reader.der] };
  const key = newTransactionKey();
  const common = { minimumAge, expiresAt, types: TYPES };
  const mdocTypes = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE, PHOTO_ID, GOOGLE_ID_PASS];
  return {
    authority,
    signer,
    requestSigner,
    anchors: TYPES.map(({ type }) => authority.anchor(type)),
    eu: euLink({
      minimumAge,
      responseUri: RESPONSE_URI,
      nonce: "n-eu-0123456789abcdef",
      state: "s-eu",
      expiresAt,
    }),
    signed: {
      ...common,
      channel: "signed_link",
      clientId: x509HashClientId(requestSigner),
      responseUri: RESPONSE_URI,
      nonce: "n-signed-0123456789abcdef",
      state: "s-signed",
      key: newTransactionKey(),
    },
    dcApi: {
      ...common,
      channel: "dc_api",
      protocol: "openid4vp-v1-unsigned",
      origin: ORIGIN,
      nonce: "n-dcapi-0123456789abcdef",
      key: newTransactionKey(),
    },
    isoMdoc: {
      minimumAge,
      expiresAt,
      types: mdocTypes,
      channel: "iso_mdoc",
      origin: ORIGIN,
      encryptionInfo: encryptionInfo(new Uint8Array(16).fill(7), key.publicJwk),
      key,
    },
  };
};
