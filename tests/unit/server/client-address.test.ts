import { describe, expect, test } from "vitest";
import { ensureClientAddress } from "#server/http-server.ts";

const settle = (headers: Record<string, string>, socket: string, hops: number) => {
  const copy = { ...headers };
  ensureClientAddress(copy, socket, hops);
  return copy;
};
const addressOf = (forwarded: string, hops: number, socket = "10.0.0.9") =>
  settle({ "x-forwarded-for": forwarded }, socket, hops)["x-forwarded-for"];

describe("the client's address", () => {
  test("is the socket's when no proxy is trusted, whatever the client claims", () => {
    expect(addressOf("1.1.1.1", 0, "203.0.113.7")).toBe("203.0.113.7");
    expect(settle({}, "203.0.113.7", 0)["x-forwarded-for"]).toBe("203.0.113.7");
  });

  test("is the n-th from the right behind n proxies: what stands left of it is the client's own claim", () => {
    expect(addressOf("6.6.6.6, 203.0.113.7", 1)).toBe("203.0.113.7");
    expect(addressOf("6.6.6.6, 203.0.113.7, 198.51.100.2", 2)).toBe("203.0.113.7");
  });

  test("is the leftmost when the chain is shorter than it should be", () => {
    expect(addressOf("203.0.113.7", 3)).toBe("203.0.113.7");
  });

  test.each(["", "unknown", "1.2.3", "<script>", "::g"])(
    "is the socket's when the proxy names none: %j",
    (claim) => {
      expect(addressOf(claim, 1)).toBe("10.0.0.9");
    },
  );

  test.each([
    ["203.0.113.7:443", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::1"],
  ])("loses port, brackets, zone and disguise: %s", (claim, address) => {
    expect(addressOf(claim, 1)).toBe(address);
  });

  test("cannot be told by other headers, and neither can the host", () => {
    const lies = {
      "x-real-ip": "6.6.6.6",
      forwarded: "for=6.6.6.6",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
    };
    for (const hops of [0, 1]) {
      expect(settle(lies, "203.0.113.7", hops)).toEqual({ "x-forwarded-for": "203.0.113.7" });
    }
  });
});
