import type { Deps } from "#services/context.ts";

const isSecure = ({ settings }: Pick<Deps, "settings">): boolean => settings.publicUrl.startsWith("https:");

// RFC 6265bis §4.1.3.2: no other host of the site can set a cookie of this name. It wants https.
const nameOf = (deps: Pick<Deps, "settings">): string =>
  isSecure(deps) ? "__Host-lintel-wallet" : "lintel-wallet";

/** Lax: the wallet sends the browser back by opening an address, and the cookie has to come along then. */
export const setWalletCookie = (
  deps: Pick<Deps, "settings">,
  value: string,
  lifetimeSeconds: number,
): string => {
  const scope = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
  return `${nameOf(deps)}=${value}; ${scope}${isSecure(deps) ? "; Secure" : ""}`;
};

/** What this browser was given with its last link; null if it was not. */
export const walletCookieOf = (deps: Pick<Deps, "settings">, header: string | null): string | null => {
  const start = `${nameOf(deps)}=`;
  const pair = (header ?? "").split(";").find((part) => part.trim().startsWith(start));
  return pair?.trim().slice(start.length) ?? null;
};
