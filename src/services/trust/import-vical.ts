import { invalid } from "#core/errors.ts";
import { type AnchorRow, lockPin, noteList, removeOfList } from "#data/trust-anchors.ts";
import { readVical, type Vical } from "#methods/wallet/trust/read-vical.ts";
import { VICAL_TYPE } from "#methods/wallet/trust/vical-type.ts";
import { fingerprintOf } from "#methods/wallet/x509/fingerprint.ts";
import type { Ctx } from "../context.ts";
import { pinnedProviders } from "./anchors.ts";
import { endOfGrace, LIST_GRACE_DAYS } from "./list-age.ts";
import { recordRemoval } from "./record-removal.ts";
import { contentRefused } from "./refusal.ts";
import { saveAnchors } from "./save.ts";
import type { AnchorView } from "./view.ts";

const CLOCK_LEEWAY_MS = 86_400_000;
/** Postgres' bigint. */
const MAX_ISSUE_ID = 2n ** 63n - 1n;

export type VicalImport = {
  format: "vical";
  /** Base64 of the file. */
  content: string;
};

/** Why a list may not take the place of the one in use; null when it may. Of two lists the order has to be certain. */
const refusalOf = (
  { date, issueId, digest }: Pick<Vical, "date" | "issueId" | "digest">,
  { listDate, listIssueId, listDigest }: AnchorRow,
): string | null => {
  if (!listDate || digest === listDigest) return null;
  const inUse = `the list of ${listDate.toISOString()} that is in use`;
  if (date.getTime() < listDate.getTime()) return `an older list than ${inUse}`;
  // A provider that writes the same number again is ordered by its dates alone, as one that writes none.
  if (issueId !== null && listIssueId !== null && issueId !== listIssueId) {
    return issueId > listIssueId ? null : `a lower number than ${inUse} has, which is ${listIssueId}`;
  }
  if (date.getTime() > listDate.getTime()) return null;
  return `another list of the same date as ${inUse}: which of them is newer cannot be told`;
};

const checkDates = ({ date, nextUpdate, issueId }: Vical, now: Date): void => {
  if (date.getTime() > now.getTime() + CLOCK_LEEWAY_MS) {
    throw invalid("content", "the list's date lies in the future");
  }
  const end = endOfGrace({ listNextUpdate: nextUpdate });
  if (nextUpdate && end && now.getTime() > end.getTime()) {
    const since = nextUpdate.toISOString();
    throw invalid("content", `another list should be there since ${since}, over ${LIST_GRACE_DAYS} days ago`);
  }
  if (issueId !== null && issueId > MAX_ISSUE_ID) throw invalid("content", "the list's number is too large");
};

/**
 * Trusts the authorities of a list (ISO/IEC 18013-5 Annex C) in place of those of the same provider's former list, for the
 * types that its pin names.
 * @throws INVALID_REQUEST_BODY: unreadable, not signed by a pinned provider, or not newer than the one that is there
 */
export const importVical = async (
  ctx: Ctx,
  { content }: VicalImport,
): Promise<{ anchors: AnchorView[]; skipped: number; outside: number }> => {
  const bytes = new Uint8Array(Buffer.from(content, "base64"));
  const now = ctx.deps.now();
  const read = readVical(bytes, { pinned: await pinnedProviders(ctx.deps), now });
  if (!read.ok) throw contentRefused(read.code);
  const list = read.value;
  checkDates(list, now);
  // By its signer: the name in the list is whatever the signer wrote.
  const provider = fingerprintOf(list.pin.certificate);
  const issue = {
    listDate: list.date,
    listIssueId: list.issueId,
    listNextUpdate: list.nextUpdate,
    listDigest: list.digest,
  };
  const anchors = await saveAnchors(ctx, list.anchors, { listProvider: provider, ...issue }, async (db) => {
    const pin = await lockPin(db, { credentialType: VICAL_TYPE, fingerprint: provider });
    if (!pin) throw contentRefused("untrusted_issuer");
    const refusal = refusalOf(list, pin);
    if (refusal !== null) throw invalid("content", refusal);
    await noteList(db, pin.id, issue);
    const named = list.anchors.map(({ credentialType, certificate }) => ({
      credentialType,
      fingerprint: fingerprintOf(certificate),
    }));
    for (const anchor of await removeOfList(db, provider, named)) await recordRemoval(ctx, db, anchor);
  });
  return { anchors, skipped: list.skipped, outside: list.outside };
};
