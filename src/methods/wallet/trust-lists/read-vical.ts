import { sha256 } from "#methods/wallet/bytes.ts";
import {
  asBigUint,
  asDate,
  asList,
  asMap,
  bytesAt,
  type CborMap,
  decodeCbor,
  mapIn,
  textAt,
} from "#methods/wallet/cbor/decode.ts";
import { checkSignedByChain } from "#methods/wallet/cose/sign1.ts";
import { accept, type Result, refuse } from "#methods/wallet/result.ts";
import { type TrustAnchor, VICAL_TYPE } from "#methods/wallet/trust/anchor.ts";
import { mayAnchor } from "#methods/wallet/trust/check-chain.ts";
import { anchorFrom } from "#methods/wallet/trust/read-pem.ts";
import { DIGITAL_SIGNATURE, NON_REPUDIATION, readCertificate } from "#methods/wallet/x509/certificate.ts";

/** ISO/IEC 18013-5 Annex C.1.7.1. */
export type Vical = {
  /** What the list calls its provider, which proves nothing. */
  provider: string;
  /** The pinned anchor under which it was signed. */
  pin: TrustAnchor;
  date: Date;
  /**
   * Decides between lists of the same date. It should rise with every issue; with real providers it does not.
   */
  issueId: bigint | null;
  /** The next list should be out by then. A late one is a reason to investigate, not to trust no issuer. */
  nextUpdate: Date | null;
  anchors: TrustAnchor[];
  /** Entries that could not be read or cannot be anchors; the others are just as good without them. */
  skipped: number;
  /** Types in entries that the provider may not vouch for here. */
  outside: number;
  /** SHA-256 of what was signed, in hexadecimal: the same list signed again is still the same list. */
  digest: string;
};

// Annex C.1.7.1: "1.0"; a later edition of the same major version only adds what is ignored here.
const VERSION = /^1\.\d{1,3}(\.\d{1,3})?$/;

/** Ten thousand authorities with thirty items each. */
const MAX_VICAL_ITEMS = 300_000;
const MAX_VICAL_BYTES = 8 * 1024 * 1024;

type Entry = { anchors: TrustAnchor[]; outside: number };

/**
 * Annex C.1.7.1, CertificateInfo: one authority, for one or more document types; only the pin's types count.
 */
const entryOf = (value: unknown, vouchesFor: readonly string[]): Entry | null => {
  const info = asMap(value);
  const der = info ? bytesAt(info, "certificate") : null;
  const docTypes = asList(info?.get("docType"));
  const certificate = der ? readCertificate(der) : null;
  if (!info || !docTypes || !certificate?.ok || !certificate.value.x509.ca) return null;
  if (!mayAnchor(certificate.value)) return null;
  const { notBefore, notAfter } = certificate.value;
  const from = asDate(info.get("notBefore")) ?? notBefore;
  const until = asDate(info.get("notAfter")) ?? notAfter;
  const named = [...new Set(docTypes)];
  const anchors = named.flatMap((credentialType) => {
    if (typeof credentialType !== "string" || !vouchesFor.includes(credentialType)) return [];
    const anchor = anchorFrom(certificate.value, { credentialType, source: "vical" });
    // The list may narrow the certificate's validity, never widen it.
    const validity = {
      from: new Date(Math.max(from.getTime(), notBefore.getTime())),
      until: new Date(Math.min(until.getTime(), notAfter.getTime())),
    };
    return [{ ...anchor, validity }];
  });
  return { anchors, outside: named.length - anchors.length };
};

const readList = (list: CborMap, pin: TrustAnchor, payload: Uint8Array): Result<Vical> => {
  const provider = textAt(list, "vicalProvider");
  const date = asDate(list.get("date"));
  const infos = asList(list.get("certificateInfos"));
  if (!VERSION.test(textAt(list, "version") ?? "") || provider === null || !date || !infos)
    return refuse("vical_malformed");
  const entries = infos.map((info) => entryOf(info, pin.vouchesFor));
  return accept({
    provider,
    pin,
    date,
    issueId: asBigUint(list.get("vicalIssueID")),
    nextUpdate: asDate(list.get("nextUpdate")),
    anchors: entries.flatMap((entry) => entry?.anchors ?? []),
    skipped: entries.filter((entry) => entry === null).length,
    outside: entries.reduce((sum, entry) => sum + (entry?.outside ?? 0), 0),
    digest: Buffer.from(sha256(payload)).toString("hex"),
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
  if (!decoded.ok) return decoded;
  // Annex C: a provider's signer has nonRepudiation, and need not have digitalSignature.
  const keyUsage = DIGITAL_SIGNATURE | NON_REPUDIATION;
  const signed = checkSignedByChain(
    decoded.value,
    { credentialType: VICAL_TYPE, anchors: pinned, now, keyUsage },
    { noPayload: "vical_malformed", signature: "vical_signature" },
  );
  if (!signed.ok) return signed;
  const { payload, signer } = signed.value;
  const list = mapIn(payload, MAX_VICAL_ITEMS);
  return list ? readList(list, signer.anchor, payload) : refuse("vical_malformed");
};
