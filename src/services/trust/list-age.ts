import type { AnchorRow } from "#data/trust-anchors.ts";

/**
 * How long a list counts after the time at which another should have been there. Providers announce the next one for
 * tomorrow, and lists are imported by hand: a month is time to notice, and an authority that was dropped is not believed
 * for ever.
 */
export const LIST_GRACE_DAYS = 30;
const DAY_MS = 86_400_000;

type Aged = Pick<AnchorRow, "listNextUpdate">;

/** The end of a list's grace; null for a list that announces no other, and for what came in none. */
export const endOfGrace = ({ listNextUpdate }: Aged): Date | null =>
  listNextUpdate && new Date(listNextUpdate.getTime() + LIST_GRACE_DAYS * DAY_MS);

/** Until when an anchor counts: its own validity, and no longer than its list. A pin counts for the next list all the same. */
export const countsUntil = (row: Aged & Pick<AnchorRow, "validUntil" | "listProvider">): Date => {
  const end = row.listProvider === null ? null : endOfGrace(row);
  return end && end.getTime() < row.validUntil.getTime() ? end : row.validUntil;
};

/** Whether another list should be there by now. */
export const isStale = ({ listNextUpdate }: Aged, now: Date): boolean =>
  listNextUpdate !== null && now.getTime() > listNextUpdate.getTime();
