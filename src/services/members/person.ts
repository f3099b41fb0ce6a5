import { canonicalEmail } from "#core/member.ts";
import { SealedTextError } from "#platform/secrets.ts";
import type { Deps } from "../context.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Finds an address again without keeping it in the open. */
export const emailHashOf = (deps: Pick<Deps, "secrets">, email: string): Bytes =>
  new Uint8Array(deps.secrets.fingerprint("member-email", canonicalEmail(email)));

/** @param ownerId the id of the member or invitation that the address belongs to: it opens nowhere else */
export const sealEmail = (deps: Pick<Deps, "secrets">, email: string, ownerId: string): string =>
  deps.secrets.seal(email.trim(), `email:${ownerId}`);

/** Null too where it was sealed with another SECRETS_KEY: it is sealed anew when they sign in next. */
export const openEmail = (
  deps: Pick<Deps, "secrets">,
  sealed: string | null,
  ownerId: string,
): string | null => {
  if (sealed === null) return null;
  try {
    return deps.secrets.open(sealed, `email:${ownerId}`);
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
};
