import { expect, test } from "vitest";
import { randomBytes } from "#platform/random.ts";

test("no byte is handed out twice, over many refills of the pool", () => {
  const drawn = Array.from({ length: 10_000 }, () => Buffer.from(randomBytes(10)).toString("hex"));
  expect(new Set(drawn).size).toBe(10_000);
});

test("what was handed out is the caller's own: the next draw does not change it, nor does the caller the next", () => {
  const first = randomBytes(16);
  const copy = Uint8Array.from(first);
  randomBytes(8_192);
  expect(first).toEqual(copy);
  first.fill(7);
  expect(randomBytes(16)).not.toEqual(first);
});

test.each([1, 10, 32, 8_191, 8_192, 8_193, 20_000])("%i bytes are as many, and no zeros", (bytes) => {
  const drawn = randomBytes(bytes);
  expect(drawn).toHaveLength(bytes);
  if (bytes >= 10) expect(drawn.some((byte) => byte !== 0)).toBe(true);
});
