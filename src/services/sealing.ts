import { createHash } from "node:crypto";
import { SealedTextError, type Secrets } from "#platform/secrets.ts";
import type { Deps } from "./context.ts";

/** Found again by its keyed digest; the text itself is not stored. */
export const hashOf = ({ secrets }: Pick<Deps, "secrets">, text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(secrets.hash(text));

/** Opens a sealed text; null for none, and for one sealed with another SECRETS_KEY or for another row. */
export const openSealed = (secrets: Secrets, sealed: string | null, context: string): string | null => {
  if (sealed === null) return null;
  try {
    return secrets.open(sealed, context);
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
};

/**
 * Which sealed secret it is, without a word of what it holds: one that was replaced has another mark, and one that was sealed
 * again with another SECRETS_KEY, too. 64 hexadecimal digits.
 */
export const markOf = (sealed: string): string => createHash("sha256").update(sealed).digest("hex");
