import { HOUR_MS } from "#core/day.ts";
import type { ProviderSession } from "#platform/identity/identity-provider.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The session's identifier in the browser's cookie: 256 bits. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export const newSessionSecret = ({ random }: Pick<Deps, "random">): string =>
  Buffer.from(random(32)).toString("base64url");

export const isSessionSecret = (text: string): boolean => SECRET.test(text);

export const secretHashOf = ({ secrets }: Pick<Deps, "secrets">, secret: string): Bytes =>
  new Uint8Array(secrets.fingerprint("console-session", secret));

/** Every hash under which a cookie's session may be stored. */
export const secretHashesOf = ({ secrets }: Pick<Deps, "secrets">, secret: string): Bytes[] =>
  fingerprintsOf(secrets, "console-session", secret);

/** The digests that find a bearer again without storing it: the one it gets, and the one it may have. */
export const bearerHashesOf = ({ secrets }: Pick<Deps, "secrets">, bearer: string): Bytes[] =>
  fingerprintsOf(secrets, "console-session-bearer", bearer);

/** The provider's tokens, sealed for this one session: they open in no other row. */
export const sealGrant = ({ secrets }: Pick<Deps, "secrets">, id: string, grant: ProviderSession): string =>
  secrets.seal(JSON.stringify(grant), sealedFor("grant", id));

/** Null if they were sealed with another SECRETS_KEY: the person signs in again. */
export const openGrant = (
  { secrets }: Pick<Deps, "secrets">,
  id: string,
  sealed: string | null,
): ProviderSession | null => {
  const opened = openSealed(secrets, sealed, sealedFor("grant", id));
  return opened === null ? null : JSON.parse(opened);
};

/** An unused session ends after this. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;

/** Every session ends after this. */
export const SESSION_MAX_MS = 7 * 24 * HOUR_MS;

/** The precision of its last use. */
export const SESSION_TOUCH_MS = 60_000;

/** A bearer is renewed when less than this, or less than half its lifetime, is left. */
export const RENEW_BEFORE_MS = 60_000;

/** The longest renewal by one process; after that it counts as dead. */
export const RENEWAL_LEASE_MS = 30_000;

// The clocks of the provider and our processes differ, so a bearer is remembered this much longer.
const CLOCKS_MS = 300_000;

export const rememberBearerUntil = (bearerExpiresAtSeconds: number): Date =>
  new Date(bearerExpiresAtSeconds * 1_000 + CLOCKS_MS);
