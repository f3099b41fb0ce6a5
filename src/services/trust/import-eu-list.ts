import { invalid } from "#core/errors.ts";
import { WALLET_CODES } from "#methods/wallet/codes.ts";
import { EU_AGE_VERIFICATION } from "#methods/wallet/credential-type.ts";
import { type EuListEntry, readEuList } from "#methods/wallet/trust/read-eu-list.ts";
import { anchorFrom } from "#methods/wallet/trust/read-pem.ts";
import { mayAnchor } from "#methods/wallet/x509/check-path.ts";
import type { Ctx } from "../context.ts";
import { contentRefused } from "./refusal.ts";
import { saveAnchors } from "./save.ts";
import type { AnchorView } from "./view.ts";

export type EuListImport = {
  format: "eu_trusted_list";
  /** The XML (ETSI TS 119 612). */
  content: string;
  /** Fingerprints that a person has compared and wants trusted. Absent: the list is only shown. */
  confirm?: string[] | undefined;
};

/** ETSI TS 119 612 §5.5.1: of all services in a list these issue proofs of age. */
const SERVICE_TYPE = "PAA";
/** §5.5.4: the state of a service that the list vouches for. Whatever else it says, or does not say, is none. */
const IN_USE = "granted";

/** Why a service may not be trusted; null when it may. */
const refusalOf = ({ serviceType, status }: EuListEntry): string | null => {
  if (serviceType !== SERVICE_TYPE) {
    return `expected a service of the type ${SERVICE_TYPE}, and the list calls this one ${serviceType || "nothing"}`;
  }
  return status === IN_USE ? null : `the list calls this service ${status || "nothing"}, not granted`;
};

/** What a person has to look at. */
export type AnchorCandidate = {
  fingerprint: string;
  subject: string;
  service: string;
  serviceType: string;
  status: string;
  validFrom: Date;
  validUntil: Date;
};

const toCandidate = ({ certificate, ...entry }: EuListEntry): AnchorCandidate => ({
  ...entry,
  subject: certificate.x509.subject.replaceAll("\n", ", "),
  validFrom: certificate.notBefore,
  validUntil: certificate.notAfter,
});

/**
 * Shows what the EU's trusted list for age verification holds, and trusts what is confirmed of it.
 * @throws INVALID_REQUEST_BODY: unreadable, or a confirmed fingerprint that is not in it; nothing was stored then
 */
export const importEuList = async (
  ctx: Ctx,
  { content, confirm = [] }: EuListImport,
): Promise<{ anchors: AnchorView[]; candidates: AnchorCandidate[]; skipped: number }> => {
  const read = readEuList(content);
  if (!read.ok) throw contentRefused(read.code);
  const { entries, skipped } = read.value;
  const confirmed = confirm.map((fingerprint, index) => {
    // One certificate may stand for several services: any of them that may be trusted will do.
    const named = entries.filter((candidate) => candidate.fingerprint === fingerprint.toLowerCase());
    const entry = named.find((candidate) => refusalOf(candidate) === null) ?? named[0];
    if (!entry)
      throw invalid(`confirm.${index}`, "there is no certificate with this fingerprint in the list");
    const refusal = refusalOf(entry);
    if (refusal !== null) throw invalid(`confirm.${index}`, refusal);
    if (!mayAnchor(entry.certificate)) throw invalid(`confirm.${index}`, WALLET_CODES.anchor_refused);
    const { type: credentialType } = EU_AGE_VERIFICATION;
    return anchorFrom(entry.certificate, { credentialType, source: "eu_trusted_list", label: entry.service });
  });
  const anchors = confirmed.length > 0 ? await saveAnchors(ctx, confirmed) : [];
  return { anchors, candidates: entries.map(toCandidate), skipped };
};
