import { BlockList, isIPv4, isIPv6 } from "node:net";

type Subnet = readonly [network: string, prefixBits: number];

// IANA IPv4 Special-Purpose Address Registry (RFC 6890 and successors), and what clouds keep in public ranges.
const REFUSED_IPV4: readonly Subnet[] = [
  ["0.0.0.0", 8], // "this network"; Linux takes 0.0.0.0 for itself
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT; Alibaba's metadata at 100.100.100.200
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure's host agent: a public address that every virtual machine reaches
  ["169.254.0.0", 16], // link-local: metadata of AWS, Google Cloud, Azure
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments; Oracle Cloud's metadata at 192.0.0.192
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and the broadcast address
];

// Only 2000::/3 is handed out as global unicast, so everything else is refused unnamed: loopback, unique local,
// link-local, multicast, IPv4-mapped and -compatible, NAT64. These are the exceptions inside it.
const GLOBAL_IPV6: Subnet = ["2000::", 3];
const REFUSED_IPV6: readonly Subnet[] = [
  ["2001::", 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: carries any IPv4 address inside
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
];

const listOf = (family: "ipv4" | "ipv6", subnets: readonly Subnet[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefixBits] of subnets) list.addSubnet(network, prefixBits, family);
  return list;
};

// One list per family: a list with IPv4 rules also matches IPv4-mapped IPv6 addresses, which would blur the rules.
const refusedIpv4 = listOf("ipv4", REFUSED_IPV4);
const globalIpv6 = listOf("ipv6", [GLOBAL_IPV6]);
const refusedIpv6 = listOf("ipv6", REFUSED_IPV6);
const loopbackIpv4 = listOf("ipv4", [["127.0.0.0", 8]]);

/** Whether a webhook may be sent to this address. What is no plain IP address (`fe80::1%eth0`, `0x7f.1`) is refused. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refusedIpv4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return globalIpv6.check(address, "ipv6") && !refusedIpv6.check(address, "ipv6");
};

/** 127.0.0.0/8 and ::1: what development and tests may be allowed besides public addresses. */
export const isLoopbackAddress = (address: string): boolean =>
  isIPv4(address) ? loopbackIpv4.check(address, "ipv4") : address === "::1";
