import { ipv4Within, ipv6Groups } from "#core/network.ts";

/** How many networks each of a key's two lists can have. */
export const MAX_NETWORKS = 50;

/** A network that is refused, and why. */
export type RefusedNetwork = { problem: string };

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const IPV6 = /^[0-9a-f:.]+$/i;
const PREFIX = /^(?:0|[1-9]\d{0,2})$/;
/** How much of an IPv6 address stands in front of an IPv4 address within it, in bits. */
const IPV4_OFFSET = 96;
const LONGEST = 45 + "/128".length;

const refused = (problem: string): RefusedNetwork => ({ problem });

const NOT_ONE = refused("expected an IP address or a network, such as 203.0.113.0/24 or 2001:db8::/32");

const bits32 = (octets: readonly number[]): number =>
  octets.reduce((sum, octet) => ((sum << 8) | octet) >>> 0, 0);

const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");

const ipv4Network = (address: string, prefix: number): string | RefusedNetwork => {
  if (prefix > 32) return refused("an IPv4 network has a prefix from /1 to /32");
  if (prefix === 0) return refused("/0 is every address: leave the list empty instead");
  const value = bits32(address.split(".").map(Number));
  const first = (value & (0xffffffff << (32 - prefix))) >>> 0;
  const network = `${dotted(first)}/${prefix}`;
  return first === value ? network : refused(`the address has bits outside the network: write ${network}`);
};

/** RFC 5952, as the URL standard serialises it. */
const spelt = (groups: readonly number[]): string =>
  new URL(`http://[${groups.map((group) => group.toString(16)).join(":")}]`).hostname.slice(1, -1);

const ipv6Network = (groups: readonly number[], prefix: number): string | RefusedNetwork => {
  const within = ipv4Within(groups);
  if (within !== null && prefix >= IPV4_OFFSET) return ipv4Network(within, prefix - IPV4_OFFSET);
  if (prefix > 128) return refused("an IPv6 network has a prefix from /1 to /128");
  if (prefix === 0) return refused("/0 is every address: leave the list empty instead");
  const first = groups.map((group, place) => {
    const held = Math.min(Math.max(prefix - place * 16, 0), 16);
    return group & (0xffff << (16 - held)) & 0xffff;
  });
  const network = `${spelt(first)}/${prefix}`;
  return first.every((group, place) => group === groups[place])
    ? network
    : refused(`the address has bits outside the network: write ${network}`);
};

/**
 * A network in its one spelling: `203.0.113.0/24`, `2001:db8::/32`. A single address gets /32 or /128; an IPv4 address
 * within an IPv6 one (RFC 4291 §2.5.5.2, RFC 6052 §2.1) is the IPv4 address, as it is for those who call from it.
 */
export const readNetwork = (text: string): string | RefusedNetwork => {
  if (text.length > LONGEST) return NOT_ONE;
  const [address = "", prefix, ...more] = text.split("/");
  if (more.length > 0 || (prefix !== undefined && !PREFIX.test(prefix))) return NOT_ONE;
  if (IPV4.test(address)) return ipv4Network(address, prefix === undefined ? 32 : Number(prefix));
  const groups = address.includes(":") && IPV6.test(address) ? ipv6Groups(address) : null;
  if (groups === null) return NOT_ONE;
  return ipv6Network(groups, prefix === undefined ? 128 : Number(prefix));
};

/** An address as networks are compared with it; null: this is not an address. */
export const readAddress = (text: string): { address: string; family: "ipv4" | "ipv6" } | null => {
  if (IPV4.test(text)) return { address: text, family: "ipv4" };
  const groups = text.includes(":") ? ipv6Groups(text) : null;
  if (groups === null) return null;
  const within = ipv4Within(groups);
  return within === null ? { address: spelt(groups), family: "ipv6" } : { address: within, family: "ipv4" };
};
