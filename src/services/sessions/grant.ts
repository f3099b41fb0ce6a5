import type { ProviderSession } from "#platform/identity/identity-provider.ts";
import { SealedTextError } from "#platform/secrets.ts";
import type { Deps } from "../context.ts";

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
