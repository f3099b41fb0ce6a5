import type { AnchorRow } from "#data/trust-anchors.ts";
import { countsUntil, isStale } from "./list-age.ts";

/** An anchor as admins see it. */
export type AnchorView = Omit<AnchorRow, "certificate" | "listIssueId" | "listDigest"> & {
  /** Whether it counts now: its time has come and is not over. */
  isValid: boolean;
  /** Of a provider and of what came in its list: another list should be there by now. */
  isStale: boolean;
  /** In decimal: it may be larger than a JSON number. */
  listIssueId: string | null;
};

export const anchorView = (
  { certificate: _certificate, listDigest: _listDigest, listIssueId, ...anchor }: AnchorRow,
  now: Date,
): AnchorView => ({
  ...anchor,
  listIssueId: listIssueId?.toString() ?? null,
  isValid: anchor.validFrom.getTime() <= now.getTime() && now.getTime() <= countsUntil(anchor).getTime(),
  isStale: isStale(anchor, now),
});
