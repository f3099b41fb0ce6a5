import { deviceKeyFrom } from "../cose/key.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { SessionTranscript } from "../transcript/handover.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { checkDeviceElements } from "./check-device-elements.ts";
import { checkDeviceSignature } from "./check-device-signature.ts";
import { checkIssuerAuth } from "./check-issuer-auth.ts";
import { checkItems, type SignedElements } from "./check-items.ts";
import { checkMso } from "./check-mso.ts";
import { deviceSignedOf } from "./device-authentication.ts";
import { type ClaimedDocument, readDeviceResponse } from "./read-device-response.ts";
import { readMso } from "./read-mso.ts";

export type MdocContext = {
  /** The types that were asked for. */
  docTypes: readonly string[];
  transcript: SessionTranscript;
  anchors: readonly TrustAnchor[];
  now: Date;
  /** How many documents may come; one where nothing else is said. */
  maxDocuments?: number;
};

export type VerifiedDocument = { docType: string; anchor: TrustAnchor; elements: SignedElements };

/**
 * ISO/IEC 18013-5 §9.3: everything that makes a DeviceResponse true. Every document in it has to be: a wallet that adds
 * a forged one to a true one is not to be believed at all.
 */
export const verifyDocuments = (bytes: Uint8Array, context: MdocContext): Result<VerifiedDocument[]> => {
  const { docTypes, maxDocuments = 1 } = context;
  const response = readDeviceResponse(bytes, { docTypes, maxDocuments });
  if (!response.ok) return response;
  const verified: VerifiedDocument[] = [];
  for (const claimed of response.value) {
    const document = verifyDocument(claimed, context);
    if (!document.ok) return document;
    verified.push(document.value);
  }
  return accept(verified);
};

/** The order is fixed: nothing is believed before who said it is known, and the cheap checks come first. */
const verifyDocument = (
  { docType, document }: ClaimedDocument,
  context: MdocContext,
): Result<VerifiedDocument> => {
  const { transcript, anchors, now } = context;
  const issuerAuth = checkIssuerAuth(document, { credentialType: docType, anchors, now });
  if (!issuerAuth.ok) return issuerAuth;
  const { signer, payload } = issuerAuth.value;

  const mso = readMso(payload);
  if (!mso.ok) return mso;
  const dates = checkMso(mso.value, { docType, signer: signer.certificate, now });
  if (!dates.ok) return dates;
  const elements = checkItems(document, mso.value);
  if (!elements.ok) return elements;

  const key = deviceKeyFrom(mso.value.deviceKey);
  if (!key.ok) return key;
  const deviceSigned = deviceSignedOf(document);
  if (!deviceSigned) return refuse("device_auth_malformed");
  const bound = checkDeviceSignature(deviceSigned, { key: key.value, transcript, docType });
  if (!bound.ok) return bound;
  const authorized = checkDeviceElements(deviceSigned, mso.value.keyAuthorizations);
  if (!authorized.ok) return authorized;

  return accept({ docType, anchor: signer.anchor, elements: elements.value });
};
