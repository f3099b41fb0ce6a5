import type { ProviderSession } from "#platform/identity/identity-provider.ts";
import { SealedTextError } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The session's identifier in the browser's cookie: 256 bits. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export const newSessionSecret = ({ random }: Pick<Deps, "random">): string =>
  Buffer.from(random(32)).toString("base64url");

export const isSessionSecret = (text: string): boolean => SECRET.test(text);

export const secretHashOf = ({ secrets }: Pick<Deps, "secrets">, secret: string): Bytes =>
  new Uint8Array(secrets.fingerprint("console-session", secret));

/** Finds a bearer again without keeping it. */
export const bearerHashOf = ({ secrets }: Pick<Deps, "secrets">, bearer: string): Bytes =>
  new Uint8Array(secrets.fingerprint("console-session-bearer", bearer));

/** The provider's tokens, sealed for this one session: they open in no other row. */
export const sealGrant = ({ secrets }: Pick<Deps, "secrets">, id: string, grant: ProviderSession): string =>
  secrets.seal(JSON.stringify(grant), `session:${id}`);

/** Null where they were sealed with another SECRETS_KEY: the person signs in again. */
export const openGrant = (
  { secrets }: Pick<Deps, "secrets">,
  id: string,
  sealed: string | null,
): ProviderSession | null => {
  if (sealed === null) return null;
  try {
    return JSON.parse(secrets.open(sealed, `session:${id}`));
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
};

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
