const HOUR_MS = 3_600_000;

/** A session that is not used ends by itself. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;

/** A session ends, however much it is used. */
export const SESSION_MAX_MS = 7 * 24 * HOUR_MS;

/** How exactly its last use is known. */
export const SESSION_TOUCH_MS = 60_000;

/** A bearer is renewed when it has less than this left, or less than half of its time. */
export const RENEW_BEFORE_MS = 60_000;

/** The longest that one process may take to renew; after that it is taken to have died. */
export const RENEWAL_LEASE_MS = 30_000;

// The clocks of the provider and of our processes differ a little; a bearer is remembered that much longer.
const CLOCKS_MS = 300_000;

export const rememberBearerUntil = (bearerExpiresAtSeconds: number): Date =>
  new Date(bearerExpiresAtSeconds * 1_000 + CLOCKS_MS);
