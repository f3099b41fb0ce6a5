import { addDays, DAY_MS } from "#core/day.ts";

/**
 * How many days before a certificate ends its warning starts: an authority takes weeks to issue a new one.
 */
export const WARN_DAYS = 30;

/** A certificate that ends before this time gets a warning now. */
export const warnedBefore = (now: Date): Date => addDays(now, WARN_DAYS);

/** Whether a certificate that ends at this time has ended or gets a warning now. */
export const isWarned = (until: Date, now: Date): boolean => until < warnedBefore(now);

/** How close a certificate is to its end. */
export type CertificateEnd = {
  state: "ok" | "ending" | "ended";
  /** Whole days, 0 on the last. */
  days: number;
};

/** @param until null: it has no end */
export const endOf = (until: Date | null, now: Date): CertificateEnd => {
  if (!until) return { state: "ok", days: Number.POSITIVE_INFINITY };
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS);
  if (days < 0) return { state: "ended", days: 0 };
  return { state: isWarned(until, now) ? "ending" : "ok", days };
};
