import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

// What a proxy may say about the client. With no proxy in front, whoever sends these is the client itself.
const PROXY_HEADERS = ["x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"] as const;
const NEVER_READ = ["forwarded", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"] as const;

/**
 * Makes `x-forwarded-for` hold one address that can be believed, because limits and hashes depend on it. Each
 * trusted proxy appends the address that it saw: with n of them the client is the n-th from the right, and
 * everything left of that is the client's own claim.
 */
export const settleClientAddress = (
  headers: IncomingHttpHeaders,
  socketAddress: string,
  hops: number,
): void => {
  const claimed = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  for (const name of NEVER_READ) delete headers[name];
  if (hops === 0) for (const name of PROXY_HEADERS) delete headers[name];
  const named = hops === 0 ? undefined : claimed.at(-Math.min(hops, claimed.length));
  headers["x-forwarded-for"] = plainAddress(named ?? "") ?? plainAddress(socketAddress) ?? "0.0.0.0";
};

/** The address without port, brackets, zone or the IPv6 cloak of an IPv4 one; null when it is none. */
const plainAddress = (text: string): string | null => {
  const trimmed = text.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 0 ? null : address;
};
