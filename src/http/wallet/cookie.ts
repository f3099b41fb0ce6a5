import type { Deps } from "#services/context.ts";

/** Where the browser goes and comes back from. */
type Kind = "wallet" | "identity";

const isSecure = ({ settings }: Pick<Deps, "settings">): boolean => settings.publicUrl.startsWith("https:");

// RFC 6265bis §4.1.3.2: no other host of the site can set a cookie with this prefix. It needs https.
const prefixOf = (deps: Pick<Deps, "settings">, kind: Kind): string =>
  `${isSecure(deps) ? "__Host-" : ""}lintel-${kind}-`;

/** 64 bits of a transaction's id, or 96 of a state, are enough to tell one browser's links apart. */
const ID_CHARACTERS = 16;

const nameOf = (deps: Pick<Deps, "settings">, transactionId: string, kind: Kind): string =>
  `${prefixOf(deps, kind)}${transactionId.replace(/^(?:wtx|vse)_/, "").slice(0, ID_CHARACTERS)}`;

/** The most pending links per browser; a header has room for these. */
const MAX_COOKIES = 8;

type Pair = { name: string; value: string };

/** In the order of the header: RFC 6265 §5.4, the oldest first. */
const pairsOf = (deps: Pick<Deps, "settings">, header: string | null, kind: Kind): Pair[] =>
  (header ?? "").split(";").flatMap((part) => {
    const [, name, value] = /^\s*([^=\s]+)=(\S*)\s*$/.exec(part) ?? [];
    return name?.startsWith(prefixOf(deps, kind)) && value !== undefined ? [{ name, value }] : [];
  });

/**
 * The `Set-Cookie` headers for a link to a wallet or an identity provider: one cookie per link, and the
 * oldest are removed when a browser has too many. Lax, because the wallet sends the browser back by opening
 * an address, which must include the cookie.
 * @param kept the browser's `Cookie` header
 */
export const setWalletCookies = (
  deps: Pick<Deps, "settings">,
  {
    transactionId,
    value,
    lifetimeSeconds,
  }: { transactionId: string; value: string; lifetimeSeconds: number },
  kept: string | null,
  kind: Kind = "wallet",
): string[] => {
  const rest = `Path=/; HttpOnly; SameSite=Lax${isSecure(deps) ? "; Secure" : ""}`;
  const name = nameOf(deps, transactionId, kind);
  const others = pairsOf(deps, kept, kind).filter((pair) => pair.name !== name);
  const dropped = others.slice(0, Math.max(0, others.length + 1 - MAX_COOKIES));
  return [
    ...dropped.map((pair) => `${pair.name}=; Max-Age=0; ${rest}`),
    `${name}=${value}; Max-Age=${lifetimeSeconds}; ${rest}`,
  ];
};

/** This browser's cookie for this link, or null. */
export const walletCookieOf = (
  deps: Pick<Deps, "settings">,
  transactionId: string,
  header: string | null,
  kind: Kind = "wallet",
): string | null => {
  const name = nameOf(deps, transactionId, kind);
  return pairsOf(deps, header, kind).find((pair) => pair.name === name)?.value ?? null;
};

/** This browser's cookies for all its links. */
export const walletCookiesOf = (deps: Pick<Deps, "settings">, header: string | null): string[] =>
  pairsOf(deps, header, "wallet")
    .slice(-MAX_COOKIES)
    .map(({ value }) => value);
