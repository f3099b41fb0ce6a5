import { describe, expect, test } from "vitest";
import { readAddress, readNetwork } from "#core/access/networks.ts";
import { addressRule } from "#platform/keys/address-rule.ts";

describe("a network has one spelling", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["128.0.0.0/1", "128.0.0.0/1"],
    ["2001:DB8:0:0::/32", "2001:db8::/32"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["2001:db8:0:0:1:0:0:0/80", "2001:db8:0:0:1::/80"],
    ["8000::/1", "8000::/1"],
    ["::1", "::1/128"],
    ["::ffff:203.0.113.0/120", "203.0.113.0/24"],
    ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
    ["::ffff:192.0.2.1", "192.0.2.1/32"],
    ["64:ff9b::192.0.2.0/120", "192.0.2.0/24"],
  ])("%s is %s", (given, network) => expect(readNetwork(given)).toBe(network));
});

describe("what is no network is refused, with a reason", () => {
  test.each([
    ...["", " ", "/", "/24", "203.0.113.0/", "203.0.113.0/-1", "203.0.113.0/33", "203.0.113.0/024"],
    ...["203.0.113.0/24/24", "203.0.113.0/2 4", "203.0.113/24", "203.0.113.0.0/24", "0203.0.113.0/24"],
    ...["0x7f.0.0.1", "2130706433", "127.1", "256.0.0.1", "1.2.3.4:80", "http://1.2.3.4", "*.1.2.3"],
    ...["0.0.0.0/0", "::/0", "::ffff:0.0.0.0/96", "64:ff9b::/96", "203.0.113.7/24", "2001:db8::1/64"],
    ...["2001:db8::/129", "2001:db8::/1e1", "2001:db8:::/32", "fe80::1%eth0", "fe80::1%eth0/64", "[::1]"],
    ...[
      "[::1]/128",
      "::ffff:203.0.113.7/120",
      "::ffff:0:0/90",
      "١.٢.٣.٤",
      "１.2.3.4",
      "1.2.3.4\n",
      "1.2.3.4\0",
    ],
    ...[
      "::1/128#",
      "::1]/128",
      "::g",
      `${"1".repeat(10_000)}`,
      "example.com",
      "localhost",
      "any",
      "10.0.0.0/8,::/1",
    ],
  ])("%j", (given) => expect(readNetwork(given)).toEqual({ problem: expect.stringMatching(/\S/) }));
});

const bitsOf = (text: string): string => {
  const { address, family } = readAddress(text) ?? { address: "", family: "ipv4" };
  if (family === "ipv4")
    return address
      .split(".")
      .map((octet) => Number(octet).toString(2).padStart(8, "0"))
      .join("");
  const [head = "", tail] = address.split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0"))
    .join("");
};

/** The same pseudo-random numbers each time (Lehmer's generator). */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

test("a rule agrees, bit by bit, with the definition of a prefix, for every length in both families", () => {
  const next = numbers(36);
  const wrong: string[] = [];
  for (const family of ["ipv4", "ipv6"] as const) {
    const size = family === "ipv4" ? 32 : 128;
    const write = (bits: string): string =>
      family === "ipv4"
        ? (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)).join(".")
        : (bits.match(/.{16}/g) ?? []).map((group) => Number.parseInt(group, 2).toString(16)).join(":");
    for (let prefix = 1; prefix <= size; prefix += 1) {
      const bits = Array.from({ length: size }, (_, place) =>
        place === 0 && family === "ipv6" ? 1 : next(2),
      ).join("");
      const network = readNetwork(`${write(bits.slice(0, prefix).padEnd(size, "0"))}/${prefix}`);
      if (typeof network !== "string") throw new Error(`${prefix}: ${network.problem}`);
      const [allow, deny] = [addressRule([network], []), addressRule([], [network])];
      // The same, another tail, and each of the last bits of the prefix turned.
      const turned = [prefix - 1, next(prefix), next(size)].map((place) =>
        [...bits].map((bit, at) => (at === place ? String(1 - Number(bit)) : bit)).join(""),
      );
      for (const asked of [bits, bits.slice(0, prefix).padEnd(size, "1"), ...turned]) {
        const address = write(asked);
        const isWithin = bitsOf(address).startsWith(bits.slice(0, prefix));
        if (allow?.(address) !== isWithin || deny?.(address) === isWithin)
          wrong.push(`${address} in ${network}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("without networks there is no rule, and what is no address passes none", () => {
  expect(addressRule([], [])).toBeNull();
  for (const rule of [addressRule(["10.0.0.0/8"], []), addressRule([], ["10.0.0.0/8"])])
    for (const text of ["", "unknown", "10.0.0", "10.0.0.1.", "10.0.0.1, 192.0.2.1", "::ffff:10.0.0.256"])
      expect([text, rule?.(text)]).toEqual([text, false]);
});

test("an IPv4 network is not within an IPv6 one, nor the other way round", () => {
  const rule = addressRule(["8000::/1", "0a00::/8"], []);
  expect(rule?.("10.0.0.1")).toBe(false);
  expect(addressRule(["10.0.0.0/8"], [])?.("a00::1")).toBe(false);
  // Those that ::ffff:0:0/96, in which IPv6 writes IPv4 addresses, is within.
  for (const network of ["::/1", "::/8", "::/64", "::/80", "::/95"])
    for (const address of ["10.0.0.1", "::ffff:10.0.0.1"]) {
      expect([network, address, addressRule([network], [])?.(address)]).toEqual([network, address, false]);
      expect([network, address, addressRule([], [network])?.(address)]).toEqual([network, address, true]);
    }
});
