import type { CredentialType, MdocType } from "./credential-type.ts";
import type { TransactionKey } from "./transaction-key.ts";

type Asked<T extends CredentialType = CredentialType> = {
  minimumAge: number;
  /** What was asked for, by id. */
  types: readonly T[];
  /** After this no answer is looked at. */
  expiresAt: Date;
};

/** A link or QR code for the EU's age verification app: unsigned, answered in the open over TLS. */
export type EuLinkExpectation = Asked<MdocType> & {
  channel: "eu_link";
  clientId: string;
  responseUri: string;
  nonce: string;
  state: string;
};

/** A link or QR code of the high assurance profile: a signed request, an encrypted answer. */
export type SignedLinkExpectation = Asked & {
  channel: "signed_link";
  clientId: string;
  responseUri: string;
  nonce: string;
  state: string;
  key: TransactionKey;
};

/** OpenID4VP over the Digital Credentials API. */
export type DcApiExpectation = Asked & {
  channel: "dc_api";
  protocol: "openid4vp-v1-unsigned" | "openid4vp-v1-signed";
  /** As the browser sees it, from the configured public address and never from a Host header. */
  origin: string;
  nonce: string;
  key: TransactionKey;
};

/**
 * ISO/IEC TS 18013-7 Annex C over the Digital Credentials API. Each request asks for one type, because DocRequests are no
 * alternatives; `types` is what an answer may hold all the same.
 */
export type IsoMdocExpectation = Asked<MdocType> & {
  channel: "iso_mdoc";
  origin: string;
  /** The text that was sent: the transcript is over it. */
  encryptionInfo: string;
  key: TransactionKey;
};

/** Everything that an answer is checked against. It is what a transaction has to remember, sealed. */
export type WalletExpectation =
  | EuLinkExpectation
  | SignedLinkExpectation
  | DcApiExpectation
  | IsoMdocExpectation;
