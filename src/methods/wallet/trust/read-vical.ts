import { asDate } from "../cbor/date.ts";
import { decodeCbor } from "../cbor/decode.ts";
import { asBigUint, asList, asMap, bytesAt, type CborMap, textAt } from "../cbor/read.ts";
import { COSE_ISSUER_ALGORITHMS } from "../cose/algorithms.ts";
import { readCoseMessage } from "../cose/message.ts";
import { checkSign1 } from "../cose/sign1.ts";
import { x5chainOf } from "../cose/x5chain.ts";
import { accept, type Result, refuse } from "../result.ts";
import { readCertificate } from "../x509/certificate.ts";
import { checkChain } from "../x509/check-chain.ts";
import { DIGITAL_SIGNATURE, NON_REPUDIATION } from "../x509/extensions.ts";
import type { TrustAnchor } from "./anchor.ts";
import { anchorFrom } from "./read-pem.ts";
import { VICAL_TYPE } from "./vical-type.ts";

/** ISO/IEC 18013-5 Annex C.1.7.1. */
export type Vical = {
  /** What the list calls its provider: anybody may write any name. */
  provider: string;
  /** The pinned anchor under which it was signed. */
  pin: TrustAnchor;
  date: Date;
  /** Rises with every issue: an importer refuses a lower one than it has. */
  issueId: bigint | null;
  /** Another list should be there by then. A late one is a reason to look, not to trust nobody. */
  nextUpdate: Date | null;
  anchors: TrustAnchor[];
  /** Entries that could not be read; the others are as good without them. */
  skipped: number;
};

// ISO/IEC 18013-5 §7.1: reverse domain names. Neither lists of lists, nor the URIs of SD-JWT VCs.
const DOC_TYPE = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

// Annex C.1.7.1: "1.0"; a list of a later edition of the same major version only adds what is left aside here.
const VERSION = /^1\.\d{1,3}(\.\d{1,3})?$/;

const MAX_VICAL_BYTES = 8 * 1024 * 1024;

/** Annex C.1.7.1, CertificateInfo: one authority, for one or more document types. */
const anchorsOf = (value: unknown): TrustAnchor[] | null => {
  const info = asMap(value);
  const der = info ? bytesAt(info, "certificate") : null;
  const docTypes = asList(info?.get("docType"));
  const certificate = der ? readCertificate(der) : null;
  if (!info || !docTypes || !certificate?.ok || !certificate.value.x509.ca) return null;
  const { notBefore, notAfter } = certificate.value;
  const from = asDate(info.get("notBefore")) ?? notBefore;
  const until = asDate(info.get("notAfter")) ?? notAfter;
  return docTypes.flatMap((credentialType) => {
    if (typeof credentialType !== "string" || !DOC_TYPE.test(credentialType)) return [];
    const anchor = anchorFrom(certificate.value, { credentialType, source: "vical" });
    // The list may narrow the certificate's validity, never widen it.
    const validity = {
      from: new Date(Math.max(from.getTime(), notBefore.getTime())),
      until: new Date(Math.min(until.getTime(), notAfter.getTime())),
    };
    return [{ ...anchor, validity }];
  });
};

const readList = (list: CborMap, pin: TrustAnchor): Result<Vical> => {
  const provider = textAt(list, "vicalProvider");
  const date = asDate(list.get("date"));
  const infos = asList(list.get("certificateInfos"));
  if (!VERSION.test(textAt(list, "version") ?? "") || provider === null || !date || !infos)
    return refuse("vical_malformed");
  const entries = infos.map(anchorsOf);
  return accept({
    provider,
    pin,
    date,
    issueId: asBigUint(list.get("vicalIssueID")),
    nextUpdate: asDate(list.get("nextUpdate")),
    anchors: entries.flatMap((anchors) => anchors ?? []),
    skipped: entries.filter((anchors) => anchors === null).length,
  });
};

/**
 * ISO/IEC 18013-5 Annex C.1.7: a COSE-signed list of issuing authorities.
 * @param pinned the provider's CA as an operator confirmed it; a root that comes inside the file proves nothing
 */
export const readVical = (
  bytes: Uint8Array,
  { pinned, now }: { pinned: readonly TrustAnchor[]; now: Date },
): Result<Vical> => {
  if (bytes.length > MAX_VICAL_BYTES) return refuse("too_large");
  const decoded = decodeCbor(bytes);
  const message = decoded.ok ? readCoseMessage(decoded.value) : decoded;
  if (!message.ok) return message;
  const { payload } = message.value;
  if (!payload) return refuse("vical_malformed");
  const chain = x5chainOf(message.value);
  if (!chain.ok) return chain;
  const signer = checkChain(chain.value, {
    credentialType: VICAL_TYPE,
    anchors: pinned,
    now,
    // Annex C: a provider's signer has nonRepudiation, and need not have digitalSignature.
    keyUsage: DIGITAL_SIGNATURE | NON_REPUDIATION,
  });
  if (!signer.ok) return signer;
  const signed = checkSign1(message.value, {
    key: signer.value.certificate.x509.publicKey,
    algorithms: COSE_ISSUER_ALGORITHMS,
    payload,
    code: "vical_signature",
  });
  if (!signed.ok) return signed;
  const content = decodeCbor(payload);
  const list = content.ok ? asMap(content.value) : null;
  return list ? readList(list, signer.value.anchor) : refuse("vical_malformed");
};
