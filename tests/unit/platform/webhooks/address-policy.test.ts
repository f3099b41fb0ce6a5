import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "#platform/webhooks/address-policy.ts";
import {
  HOSTILE_IPV4,
  HOSTILE_IPV6,
  PUBLIC_ADDRESSES,
  UNPARSABLE,
} from "../../../support/webhooks/hostile-addresses.ts";

describe("isPublicAddress", () => {
  test.each([...HOSTILE_IPV4, ...HOSTILE_IPV6])("refuses %s (%s)", (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isPublicAddress(address.toUpperCase())).toBe(false);
  });

  test.each(UNPARSABLE)("refuses %j, which is no address", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  test.each(PUBLIC_ADDRESSES)("allows %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("refuses every IPv6 address that carries an IPv4 one, public or not", () => {
    fc.assert(
      fc.property(fc.ipV4(), (ipv4) => {
        const hex = ipv4
          .split(".")
          .map((byte) => Number(byte).toString(16).padStart(2, "0"))
          .join("");
        const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
        const forms = [
          `::ffff:${ipv4}`,
          `::${groups}`,
          `64:ff9b::${groups}`,
          `2002:${groups}::1`,
          `2001:0:${groups}::`,
        ];
        return forms.every((form) => !isPublicAddress(form));
      }),
    );
  });

  test("allows no IPv6 address outside 2000::/3", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.split(":")[0] || "0", 16);
        return first >> 13 === 1 || !isPublicAddress(address);
      }),
    );
  });

  test("answers for any text", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isPublicAddress(text) === "boolean"));
  });
});
