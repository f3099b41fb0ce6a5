import type { Deps } from "#services/context.ts";

const isSecure = ({ settings }: Pick<Deps, "settings">): boolean => settings.publicUrl.startsWith("https:");

// RFC 6265bis §4.1.3.2: no other host of the site can set a cookie with this prefix. It needs https.
const prefixOf = (deps: Pick<Deps, "settings">): string => `${isSecure(deps) ? "__Host-" : ""}lintel-wallet-`;

/** 64 bits of a transaction's id: enough to tell one browser's links apart. */
const ID_CHARACTERS = 16;

const nameOf = (deps: Pick<Deps, "settings">, transactionId: string): string =>
  `${prefixOf(deps)}${transactionId.replace(/^wtx_/, "").slice(0, ID_CHARACTERS)}`;

/** The most pending links of one browser; a header has room for these. */
const MAX_COOKIES = 8;

type Pair = { name: string; value: string };

/** In the order of the header: RFC 6265 §5.4, the oldest first. */
const walletPairs = (deps: Pick<Deps, "settings">, header: string | null): Pair[] =>
  (header ?? "").split(";").flatMap((part) => {
    const [, name, value] = /^\s*([^=\s]+)=(\S*)\s*$/.exec(part) ?? [];
    return name?.startsWith(prefixOf(deps)) && value !== undefined ? [{ name, value }] : [];
  });

/**
 * The `Set-Cookie` headers for a link: one cookie per link, and the oldest are removed when a browser has too many.
 * Lax, because the wallet sends the browser back by opening an address, which must include the cookie.
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
): string[] => {
  const rest = `Path=/; HttpOnly; SameSite=Lax${isSecure(deps) ? "; Secure" : ""}`;
  const name = nameOf(deps, transactionId);
  const others = walletPairs(deps, kept).filter((pair) => pair.name !== name);
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
): string | null => {
  const name = nameOf(deps, transactionId);
  return walletPairs(deps, header).find((pair) => pair.name === name)?.value ?? null;
};

/** This browser's cookies for all its links. */
export const walletCookiesOf = (deps: Pick<Deps, "settings">, header: string | null): string[] =>
  walletPairs(deps, header)
    .slice(-MAX_COOKIES)
    .map(({ value }) => value);
