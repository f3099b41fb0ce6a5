import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { API_KEY_RANDOM_BYTES, createApiKey, parseApiKey } from "#platform/keys/api-key.ts";

const modes = fc.constantFrom("live", "test");
const bytes = fc.uint8Array({ minLength: API_KEY_RANDOM_BYTES, maxLength: API_KEY_RANDOM_BYTES });
const keys = fc.tuple(modes, bytes).map(([mode, random]) => createApiKey(mode, random));
const base62 = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

describe("API keys", () => {
  test("are read back in the mode they were made for", () => {
    fc.assert(
      fc.property(modes, bytes, (mode, random) => {
        const key = createApiKey(mode, random);
        expect(key).toMatch(new RegExp(`^avk_${mode}_[0-9A-Za-z]{49}$`));
        expect(parseApiKey(key)).toEqual({ mode });
      }),
    );
  });

  test("keep all 256 random bits: each one changes the key", () => {
    const seen = new Set([createApiKey("live", new Uint8Array(32))]);
    for (let bit = 0; bit < 256; bit += 1) {
      const random = new Uint8Array(32);
      random[bit >> 3] = 1 << (bit & 7);
      seen.add(createApiKey("live", random));
    }
    expect(seen.size).toBe(257);
    expect(parseApiKey(createApiKey("test", new Uint8Array(32).fill(255)))).toEqual({ mode: "test" });
  });

  test("with one character mistyped are refused without a look-up", () => {
    fc.assert(
      fc.property(keys, fc.nat(48), base62, (key, offset, character) => {
        const at = "avk_live_".length + offset;
        const typed = key.slice(0, at) + character + key.slice(at + 1);
        expect(parseApiKey(typed) !== null).toBe(typed === key);
      }),
    );
  });

  test("with two neighbours swapped are refused", () => {
    fc.assert(
      fc.property(keys, fc.nat(47), (key, offset) => {
        const at = "avk_live_".length + offset;
        const typed = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
        expect(parseApiKey(typed) !== null).toBe(typed === key);
      }),
    );
  });

  test("of the other mode are other keys: a live key is no test key with its prefix changed", () => {
    fc.assert(
      fc.property(bytes, (random) => {
        expect(parseApiKey(createApiKey("live", random).replace("live", "test"))).toBeNull();
      }),
    );
  });

  test("are never found in arbitrary text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" })), (text) => {
        expect(parseApiKey(text)).toBeNull();
        expect(parseApiKey(`avk_live_${text}`)).toBeNull();
      }),
    );
  });

  test("are taken whole: white space, line feeds and additions are refused", () => {
    const key = createApiKey("live", new Uint8Array(32).fill(7));
    for (const text of [` ${key}`, `${key} `, `${key}\n`, `${key}0`, `${key}, ${key}`, key.toLowerCase()]) {
      expect(parseApiKey(text)).toBeNull();
    }
  });
});

test("the form is pinned: prefix, secret in base 62, CRC-32 as everybody else computes it", () => {
  const random = Uint8Array.from({ length: 32 }, (_, i) => i);
  expect(createApiKey("live", random)).toBe("avk_live_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1fMBZZ");
});
