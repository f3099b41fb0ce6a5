/**
 * The callers that a limit by address counts together, in CIDR notation: an IPv4 address, or the /64 of an
 * IPv6 address. Every IPv6 line has at least a /64 and can use any address in it (RFC 6177 §2, RFC 8981), so
 * a single address identifies no one.
 */
export type Network = `${string}/32` | `${string}/64`;

// RFC 4291 §2.5.5.2, and RFC 6052 §2.1: an IPv4 address in the last 32 bits.
const EMBEDDING_IPV4 = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

const groupsOf = (part: string): number[] =>
  part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));

/** The eight groups of an IPv6 address, however it is written (RFC 4291 §2.2); null for anything else. */
export const ipv6Groups = (address: string): number[] | null => {
  const url = `http://[${address.replace(/%.*$/s, "")}]`;
  if (!URL.canParse(url)) return null;
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
};

/** The IPv4 address that the groups of an IPv6 address hold; null: they hold none. */
export const ipv4Within = (groups: readonly number[]): string | null => {
  const embeds = EMBEDDING_IPV4.some((prefix) => prefix.every((group, place) => group === groups[place]));
  const [high = 0, low = 0] = groups.slice(6);
  return embeds ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : null;
};

/** The network of a client's address; a text that is not an address stands for itself. */
export const networkOf = (address: string): Network => {
  const groups = address.includes(":") ? ipv6Groups(address) : null;
  if (!groups) return `${address}/32`;
  const within = ipv4Within(groups);
  if (within !== null) return `${within}/32`;
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
};
