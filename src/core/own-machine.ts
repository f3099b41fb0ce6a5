// This very machine, of the program or browser that asks: what goes there passes no network, so it needs no TLS.

const OWN_IPV4 = /^127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** RFC 6761 §6.3: localhost and all names below it mean this machine, and DNS is not asked for them. */
export const isLocalhostName = (host: string): boolean => /^(?:.+\.)?localhost$/.test(host);

/**
 * Whether an address is this machine's: 127.0.0.0/8 (RFC 1122 §3.2.1.3) and ::1 (RFC 4291 §2.5.3), without brackets. Their
 * other spellings, such as ::ffff:127.0.0.1, are not taken for them.
 */
export const isOwnAddress = (address: string): boolean => OWN_IPV4.test(address) || address === "::1";

/** Whether the host of a parsed URL, its `hostname`, is this machine by name or address. */
export const isOwnMachine = (hostname: string): boolean =>
  isLocalhostName(hostname) || isOwnAddress(hostname === "[::1]" ? "::1" : hostname);

/**
 * RFC 8252 §7.3: where an app on a person's device listens for its answer. The other addresses of 127.0.0.0/8 are this
 * machine too, and not in that rule.
 */
export const LOOPBACK_LITERALS: readonly string[] = ["127.0.0.1", "[::1]"];

/** Whether live clients may be answered there by http: RFC 8252's literals, and localhost by this very name (§8.3). */
export const isLoopbackRedirect = (hostname: string): boolean =>
  hostname === "localhost" || LOOPBACK_LITERALS.includes(hostname);
