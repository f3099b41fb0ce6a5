import { describe, expect, test } from "vitest";
import { type Network, networkOf } from "#core/network.ts";

describe("whose calls a limit counts together", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7/32"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    // The same client, whatever the socket that took it: RFC 4291 §2.5.5.2.
    ["::ffff:192.0.2.7", "192.0.2.7/32"],
    ["::FFFF:c000:207", "192.0.2.7/32"],
    // Everyone behind a translator would be one network: RFC 6052 §2.1.
    ["64:ff9b::192.0.2.7", "192.0.2.7/32"],
    ["unknown", "unknown/32"],
    ["not:an:address", "not:an:address/32"],
    ["", "/32"],
  ])("%s is of %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test("an address itself is no key: the type refuses it", () => {
    // @ts-expect-error
    const raw: Network = "2001:db8:1:2::1";
    expect(networkOf(raw)).not.toBe(raw);
  });
});
