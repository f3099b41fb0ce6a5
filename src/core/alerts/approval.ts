/** Verifications that were decided, and how many of them were approved. */
export type Approvals = { decided: number; approved: number };

/** Below these, nothing is said: a few people who come together move the rate of little data by themselves. */
export const LEAST_RECENT = 100;
export const LEAST_USUAL = 500;

/** In standard errors: chance alone goes beyond it about once in 30,000 looks at unrelated samples. */
const RAISE_ERRORS = 4;
/** Shares of all: a real but tiny change raises no alarm. */
const RAISE_DROP = 0.1;
const HOLD_DROP = 0.05;

/**
 * How the recent approval rate stands to the tenant's own usual one. A two-proportion z-test, one-sided: under the
 * hypothesis that both samples have one rate p, estimated from both together, the difference of their shares has the
 * standard error sqrt(p(1-p)(1/n + 1/m)). An alert begins when the recent share is at least 10 points lower and the
 * difference is at least 4 standard errors; it holds until the drop is below 5 points.
 *
 * What it does not know: people who come in groups are not independent draws, so a campaign can raise it. That is a change
 * that a tenant wants to see as well.
 * @returns null: too little data to say anything
 */
export const approvalLevel = (recent: Approvals, usual: Approvals): "usual" | "hold" | "raise" | null => {
  if (recent.decided < LEAST_RECENT || usual.decided < LEAST_USUAL) return null;
  const drop = usual.approved / usual.decided - recent.approved / recent.decided;
  const pooled = (usual.approved + recent.approved) / (usual.decided + recent.decided);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / usual.decided + 1 / recent.decided));
  if (drop >= RAISE_DROP && drop >= RAISE_ERRORS * error) return "raise";
  return drop >= HOLD_DROP ? "hold" : "usual";
};
