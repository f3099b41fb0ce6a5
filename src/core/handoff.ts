/** How long a phone can open the code on the screen. */
export const HANDOFF_SECONDS = 5 * 60;

/**
 * A check that continues on a phone: the first device shows a code that works for one phone and a few
 * minutes.
 */
export type Handoff = {
  id: string;
  verificationId: string;
  tenantId: string;
  createdAt: Date;
  expiresAt: Date;
  /** When a phone took it. */
  openedAt: Date | null;
  /** When the first device took the check back, or showed a new code. */
  endedAt: Date | null;
};

export type HandoffState = "waiting" | "opened" | "expired" | "taken_back";

export const handoffState = (
  { openedAt, endedAt, expiresAt }: Pick<Handoff, "openedAt" | "endedAt" | "expiresAt">,
  now: Date,
): HandoffState => {
  if (endedAt) return "taken_back";
  if (openedAt) return "opened";
  return expiresAt.getTime() > now.getTime() ? "waiting" : "expired";
};
