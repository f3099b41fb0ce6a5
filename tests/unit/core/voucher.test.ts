import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createVoucherCode,
  parseVoucherCode,
  shownVoucherCode,
  VOUCHER_MINUTES,
  VOUCHER_RANDOM_BYTES,
  voucherBoundsFault,
  voucherState,
} from "#core/vouchers/voucher.ts";

const random = fc.uint8Array({ minLength: VOUCHER_RANDOM_BYTES, maxLength: VOUCHER_RANDOM_BYTES });

describe("a code", () => {
  test("has at least 10^10 forms, without I, L, O and U, and is shown in two halves", () => {
    const letters = new Set(
      Array.from({ length: 256 }, (_, byte) => createVoucherCode(new Uint8Array(10).fill(byte)).charAt(0)),
    );
    expect([...letters].sort().join("")).toBe("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    const code = createVoucherCode(new Uint8Array(10));
    expect(letters.size ** code.length).toBeGreaterThanOrEqual(10 ** 10);
    expect(shownVoucherCode("ABCDEFGHJK")).toBe("ABCDE-FGHJK");
  });

  test("takes each character equally often from all bytes: no bias", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      for (const letter of createVoucherCode(new Uint8Array(10).fill(byte)))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(new Set(counts.values())).toEqual(new Set([80]));
  });

  test("every byte makes one character, so two sources that differ in what counts give two codes", () => {
    fc.assert(
      fc.property(random, fc.nat({ max: 9 }), fc.integer({ min: 1, max: 31 }), (bytes, at, by) => {
        const other = bytes.map((byte, i) => (i === at ? (byte + by) % 256 : byte));
        expect(createVoucherCode(other)).not.toBe(createVoucherCode(bytes));
      }),
    );
  });

  test("is not made of fewer random bytes than it needs", () => {
    expect(() => createVoucherCode(new Uint8Array(9))).toThrow(RangeError);
  });

  test("is read back from what people type: lower case, spaces, hyphens, O for 0, I and L for 1", () => {
    const around = fc.constantFrom("", " ", "-", " - ", "\u2013", "\u00a0", "\t");
    fc.assert(
      fc.property(
        random,
        fc.array(around, { minLength: 11, maxLength: 11 }),
        fc.boolean(),
        (bytes, gaps, isLow) => {
          const code = createVoucherCode(bytes);
          const typed = [...code].map((letter, i) => gaps[i] + letter).join("") + gaps[10];
          const misread = typed.replaceAll("0", "O").replace("1", "I").replaceAll("1", "L");
          expect(parseVoucherCode(isLow ? typed.toLowerCase() : typed)).toBe(code);
          expect(parseVoucherCode(isLow ? misread.toLowerCase() : misread)).toBe(code);
          expect(parseVoucherCode(shownVoucherCode(code))).toBe(code);
        },
      ),
    );
  });

  test.each([
    "",
    "ABCDE-FGHJ",
    "ABCDE-FGHJK-M",
    "ABCDE-FGHJU",
    "ABCDE_FGHJK",
    "ÀBCDE-FGHJK",
    "ABCDE\u0000FGHJK",
  ])("%j is no code", (typed) => {
    expect(parseVoucherCode(typed)).toBeNull();
  });

  test("any text is read or refused, never more than ten characters of the alphabet", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (typed) => {
        expect(parseVoucherCode(typed) ?? "0000000000").toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
      }),
    );
  });
});

describe("the bounds of a voucher", () => {
  test.each([
    [18, null],
    [null, 18],
    [13, 18],
    [16, 18],
    [5, null],
    [null, 99],
  ])("%s or over, under %s: can be issued", (atLeast, below) => {
    expect(voucherBoundsFault({ atLeast, below })).toBeNull();
  });

  test.each([
    [null, null],
    [18, 19],
    [18, 18],
    [18, 13],
    [4, null],
    [null, 100],
  ])("%s or over, under %s: cannot", (atLeast, below) => {
    expect(voucherBoundsFault({ atLeast, below })).toMatch(/^expected /);
  });

  test("no voucher that can be issued says one exact age", () => {
    const bound = fc.option(fc.integer({ min: 0, max: 120 }));
    fc.assert(
      fc.property(bound, bound, (atLeast, below) => {
        const fits = Array.from({ length: 121 }, (_, age) => age).filter(
          (age) => age >= (atLeast ?? 0) && age < (below ?? 121),
        );
        if (voucherBoundsFault({ atLeast, below }) === null) expect(fits.length).toBeGreaterThan(1);
      }),
    );
  });

  test("it lasts from ten minutes to seven days", () => {
    expect(VOUCHER_MINUTES).toEqual({ default: 60, min: 10, max: 10_080 });
  });
});

test("a voucher is open until it is used, revoked or over, in this order", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const later = new Date(now.getTime() + 1);
  const none = { usedAt: null, revokedAt: null };
  expect(voucherState({ ...none, expiresAt: later }, now)).toBe("open");
  expect(voucherState({ ...none, expiresAt: now }, now)).toBe("expired");
  expect(voucherState({ ...none, revokedAt: now, expiresAt: now }, now)).toBe("revoked");
  expect(voucherState({ usedAt: now, revokedAt: null, expiresAt: now }, now)).toBe("used");
});
