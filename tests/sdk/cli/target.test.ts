import { expect, test } from "vitest";
import { targetUrl } from "../../../sdk/cli/src/listening/target.ts";

// A URL whose host is a number alone is an IPv4 address (WHATWG URL, "IPv4 parser"): events would leave this computer.
test.each([
  ["4000", "http://localhost:4000/"],
  ["4000/hooks/age", "http://localhost:4000/hooks/age"],
  ["localhost:4000/hook", "http://localhost:4000/hook"],
  ["127.0.0.1:4000/hook", "http://127.0.0.1:4000/hook"],
  ["https://shop.test/hook", "https://shop.test/hook"],
])("--forward %s goes to %s", (text, address) => {
  expect(targetUrl({ usage: "" }, text)).toBe(address);
});

test.each([["70000/hook"], ["ftp://shop.test"], ["http://user:pass@shop.test"], [""]])(
  "--forward %j is refused",
  (text) => {
    expect(() => targetUrl({ usage: "" }, text)).toThrow("is not a target");
  },
);
