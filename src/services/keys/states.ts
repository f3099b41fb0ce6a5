/** The two times that decide whether a key works, a tenant's as well as an operator's. */
type Ends = { revokedAt: Date | null; expiresAt: Date | null };

/** Whether a key works at this instant: it does until the one in which it expires. */
export const isUsable = ({ revokedAt, expiresAt }: Ends, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt.getTime() > now.getTime());

type KeyState = "active" | "expiring" | "expired" | "revoked";

/** "expiring": it works, and has an end. */
export const stateOf = (ends: Ends, now: Date): KeyState => {
  if (ends.revokedAt !== null) return "revoked";
  if (!isUsable(ends, now)) return "expired";
  return ends.expiresAt === null ? "active" : "expiring";
};
