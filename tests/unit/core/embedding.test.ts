import { describe, expect, test } from "vitest";
import { frameAncestors, mayEmbed } from "#core/hosts.ts";

describe("who may frame a hosted page", () => {
  test("nobody, while callbacks may go anywhere", () => {
    expect(frameAncestors([])).toEqual([]);
    expect(mayEmbed([], "https://shop.example.com")).toBe(false);
  });

  test("the callback hosts, by https", () => {
    expect(frameAncestors(["shop.example.com", "*.example.org", "pay.example.com:8443"])).toEqual([
      "https://shop.example.com:*",
      "https://*.example.org:*",
      "https://pay.example.com:8443",
    ]);
  });

  test("this machine by http too", () => {
    expect(frameAncestors(["localhost:8080"])).toEqual(["https://localhost:8080", "http://localhost:8080"]);
    expect(frameAncestors(["127.0.0.1"])).toEqual(["https://127.0.0.1:*", "http://127.0.0.1:*"]);
  });
});

describe("who may be told how it goes", () => {
  const hosts = ["shop.example.com", "*.example.org", "localhost:8080"];

  test.each([
    "https://shop.example.com",
    "https://www.example.org",
    "http://localhost:8080",
    "https://shop.example.com:444",
  ])("%s may", (origin) => {
    expect(mayEmbed(hosts, origin)).toBe(true);
  });

  test.each([
    ["http where https is due", "http://shop.example.com"],
    ["the parent of a wildcard", "https://example.org"],
    ["a longer name", "https://shop.example.com.evil.test"],
    ["a look-alike", "https://notshop.example.com"],
    ["another port", "http://localhost:8081"],
    ["an address in place of an origin", "https://shop.example.com/path"],
    ["a user name", "https://shop.example.com@evil.test"],
    ["another scheme", "javascript://shop.example.com"],
    ["no origin at all", "null"],
  ])("%s may not", (_what, origin) => {
    expect(mayEmbed(hosts, origin)).toBe(false);
  });
});
