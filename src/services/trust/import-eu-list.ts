import { EU_AGE_VERIFICATION } from "#methods/wallet/credential-type.ts";
import { type EuListEntry, readEuList } from "#methods/wallet/trust/read-eu-list.ts";
import { anchorFrom } from "#methods/wallet/trust/read-pem.ts";
import type { Ctx } from "../context.ts";
import { contentRefused, importRefused } from "./refusal.ts";
import { saveAnchors } from "./save.ts";
import type { AnchorView } from "./view.ts";

export type EuListImport = {
  format: "eu_trusted_list";
  /** The XML (ETSI TS 119 612). */
  content: string;
  /** Fingerprints that a person has compared and wants trusted. Absent: the list is only shown. */
  confirm?: string[] | undefined;
};

// ETSI TS 119 612 §5.5.4: states of a service that is not to be relied on.
const OUT_OF_USE = /^(withdrawn|deprecated|suspended|revoked|ceased)/i;

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
    const entry = entries.find((candidate) => candidate.fingerprint === fingerprint.toLowerCase());
    if (!entry)
      throw importRefused(`confirm.${index}`, "there is no certificate with this fingerprint in the list");
    if (OUT_OF_USE.test(entry.status))
      throw importRefused(`confirm.${index}`, `the list calls this service ${entry.status}`);
    const { type: credentialType } = EU_AGE_VERIFICATION;
    return anchorFrom(entry.certificate, { credentialType, source: "eu_trusted_list", label: entry.service });
  });
  const anchors = confirmed.length > 0 ? await saveAnchors(ctx, confirmed) : [];
  return { anchors, candidates: entries.map(toCandidate), skipped };
};
