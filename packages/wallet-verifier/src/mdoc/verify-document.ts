import { deviceKeyFrom } from "../cose/keys.ts";
import { type MdocType, thresholdIn } from "../credential-type.ts";
import { type AgeStatement, type AskedAges, agesIn, proofFromAll, type WalletProof } from "../proof.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { VerifiedCredential } from "../status/status-claim.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { checkDeviceElements, checkDeviceSignature, deviceSignedOf } from "./device-auth.ts";
import { checkIssuerAuth, checkItems, checkMso, readMso, type SignedElements } from "./issuer-auth.ts";
import { type ClaimedDocument, readDeviceResponse } from "./read-device-response.ts";
import type { SessionTranscript } from "./transcript.ts";

type MdocContext = {
  /** The types that were asked for. */
  docTypes: readonly string[];
  transcript: SessionTranscript;
  anchors: readonly TrustAnchor[];
  now: Date;
  /** How many documents may come; one by default. */
  maxDocuments?: number;
  /** Gets each genuine document, to look up its status. */
  onVerified?: ((credential: VerifiedCredential) => void) | undefined;
};

type VerifiedDocument = { docType: string; anchor: TrustAnchor; elements: SignedElements };

/**
 * ISO/IEC 18013-5 §9.3: everything that makes a DeviceResponse genuine. Every document in it has to be: a
 * wallet that adds a forged one to a genuine one is not believed at all.
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

/** The order is fixed: nothing is believed until its issuer is known, and cheap checks come first. */
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

  context.onVerified?.({ format: "mso_mdoc", anchor: signer.anchor, status: mso.value.status });
  return accept({ docType, anchor: signer.anchor, elements: elements.value });
};

const hasMore = (elements: SignedElements, type: MdocType): boolean =>
  [...elements].some(
    ([name, values]) =>
      name !== type.nameSpace || [...values.keys()].some((key) => thresholdIn(type, key) === null),
  );

/**
 * Verifies a DeviceResponse and answers, from all its documents together, the one question for which it was
 * requested.
 */
export const verifyMdocAge = (
  bytes: Uint8Array,
  context: Omit<MdocContext, "docTypes"> & AskedAges & { types: readonly MdocType[] },
): Result<WalletProof> => {
  const { types, minimumAge, thresholds, ...rest } = context;
  const verified = verifyDocuments(bytes, { ...rest, docTypes: types.map(({ type }) => type) });
  if (!verified.ok) return verified;
  const statements: AgeStatement[] = [];
  for (const { docType, elements, anchor } of verified.value) {
    const type = types.find((candidate) => candidate.type === docType);
    if (!type) return refuse("doctype_mismatch");
    const attestations = agesIn(elements.get(type.nameSpace) ?? [], (name) => thresholdIn(type, name));
    statements.push({ attestations, disclosedMore: hasMore(elements, type), anchor });
  }
  return proofFromAll(statements, { minimumAge, thresholds });
};
