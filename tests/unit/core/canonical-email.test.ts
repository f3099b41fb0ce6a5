import { expect, test } from "vitest";
import { canonicalEmail } from "#core/member.ts";

test.each([
  ["Kim@Example.COM", "kim@example.com"],
  [" kim@example.com ", "kim@example.com"],
  ['"a@B"@Example.com', '"a@b"@example.com'],
  ["kim@BÜCHER.example", "kim@xn--bcher-kva.example"],
  ["kim@xn--bcher-kva.example", "kim@xn--bcher-kva.example"],
  ["kim+tag@[192.0.2.1]", "kim+tag@[192.0.2.1]"],
])("%s is %s", (given, canonical) => {
  expect(canonicalEmail(given)).toBe(canonical);
});

test.each([
  ["\u212aim@example.com", "kim@example.com"], // KELVIN SIGN
  ["kim@\u212aite.example", "kim@kite.example"],
  ["a\u017fh@example.com", "ash@example.com"], // LATIN SMALL LETTER LONG S
  ["\u0130da@example.com", "ida@example.com"], // I with a dot
  ["\uff4bim@example.com", "kim@example.com"], // full width
  ["kim@\uff45xample.com", "kim@example.com"],
  ["kim@example\u3002com", "kim@example.com"], // ideographic full stop
  ["\u043aim@example.com", "kim@example.com"], // Cyrillic
])("%s is not %s", (stranger, kim) => {
  expect(canonicalEmail(stranger)).not.toBe(canonicalEmail(kim));
});
