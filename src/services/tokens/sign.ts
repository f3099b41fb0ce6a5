import { claimsOf, type Token } from "#core/claims.ts";
import type { Mode } from "#core/verification.ts";
import type { Deps } from "../context.ts";

/** The JWT of a kept token. Signing twice gives two texts with the same claims and the same `jti`. */
export const signToken = (
  deps: Pick<Deps, "signingKeys" | "settings">,
  token: Token,
  mode: Mode,
): Promise<string> => deps.signingKeys.sign(claimsOf(token, deps.settings.publicUrl, mode));
