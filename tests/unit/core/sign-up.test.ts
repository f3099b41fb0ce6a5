import { expect, test } from "vitest";
import { maySignUp } from "#core/member.ts";

const limited = { isOpen: true, domains: ["example.com"] };

test.each([
  ["ada@example.com", true],
  ["Ada@EXAMPLE.com", true],
  ['"a@b"@example.com', true],
  ["ada@mail.example.com", false],
  ["ada@notexample.com", false],
  ["ada@example.com.evil.example", false],
  ["ada@example.com@evil.example", false],
  // U+212A KELVIN SIGN becomes a plain k where letters are folded by Unicode; so does U+017F for s.
  ["ada@example\u212A.com", false],
  ["ada@example.com\u0000", false],
  ["", false],
])("%j of example.com alone: %s", (email, isLetIn) => {
  expect(maySignUp(limited, email)).toBe(isLetIn);
});

test("folding of other alphabets makes no domain of another", () => {
  expect(maySignUp({ isOpen: true, domains: ["kim.example"] }, "a@\u212Aim.example")).toBe(false);
});

test("without a verified address, nobody is of a domain; without domains, anybody is let in", () => {
  expect(maySignUp(limited, null)).toBe(false);
  expect(maySignUp({ isOpen: true, domains: [] }, null)).toBe(true);
  expect(maySignUp({ isOpen: false, domains: [] }, "ada@example.com")).toBe(false);
  expect(maySignUp({ ...limited, isOpen: false }, "ada@example.com")).toBe(false);
});
