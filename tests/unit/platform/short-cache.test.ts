import { describe, expect, it, test, vi } from "vitest";
import { createShortCache } from "#platform/short-cache.ts";

type Key = { keyId: string; tenantId: string };
const KEY: Key = { keyId: "key_1", tenantId: "ten_1" };

/** A cache with a clock that the test moves. */
const setUp = () => {
  let nowMs = 1_000_000;
  const now = () => new Date(nowMs);
  const cache = createShortCache<Key>({ idsOf: (key) => [key.keyId, key.tenantId], now });
  return { cache, now, pass: (ms: number) => (nowMs += ms) };
};

describe("a known key", () => {
  it("is looked up once in 5 s, and again after", async () => {
    const { cache, pass } = setUp();
    const load = vi.fn(async () => KEY);
    await cache.find("digest", load);
    pass(4_999);
    expect(await cache.find("digest", load)).toBe(KEY);
    expect(load).toHaveBeenCalledTimes(1);
    pass(1);
    await cache.find("digest", load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("is as old as the question, however long the answer took", async () => {
    const { cache, pass } = setUp();
    await cache.find("digest", async () => {
      pass(4_000);
      return KEY;
    });
    pass(1_000);
    const load = vi.fn(async () => KEY);
    await cache.find("digest", load);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is forgotten at once by its id or its tenant's, and others are kept", async () => {
    for (const id of ["key_1", "ten_1"]) {
      const { cache } = setUp();
      const other = vi.fn(async () => ({ keyId: "key_2", tenantId: "ten_2" }));
      await cache.find("digest", async () => KEY);
      await cache.find("other", other);
      cache.invalidate(id);
      expect(await cache.find("digest", async () => null)).toBeNull();
      await cache.find("other", other);
      expect(other).toHaveBeenCalledTimes(1);
    }
  });

  it("that is being looked up while it is revoked is not kept, nor given to who asks later", async () => {
    const { cache } = setUp();
    const slow = Promise.withResolvers<Key | null>();
    const before = cache.find("digest", () => slow.promise);
    cache.invalidate("key_1");
    expect(await cache.find("digest", async () => null)).toBeNull();
    slow.resolve(KEY);
    await before;
    expect(await cache.find("digest", async () => KEY)).toBeNull(); // the answer after the revocation stands
  });
});

describe("an unknown key", () => {
  it("is looked up once in 2 s", async () => {
    const { cache, pass } = setUp();
    const load = vi.fn(async () => null);
    await cache.find("digest", load);
    pass(1_999);
    await cache.find("digest", load);
    expect(load).toHaveBeenCalledTimes(1);
    pass(1);
    await cache.find("digest", load);
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe("look-ups", () => {
  it("of one key at one time are one look-up", async () => {
    const { cache } = setUp();
    const load = vi.fn(async () => KEY);
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.find("digest", load)));
    expect(answers.every((answer) => answer === KEY)).toBe(true);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("that fail are told to all who wait and are not remembered", async () => {
    const { cache } = setUp();
    const broken = vi.fn(async () => Promise.reject(new Error("database away")));
    const answers = await Promise.allSettled([cache.find("digest", broken), cache.find("digest", broken)]);
    expect(answers.map((answer) => answer.status)).toEqual(["rejected", "rejected"]);
    expect(await cache.find("digest", async () => KEY)).toBe(KEY);
  });

  it("after the clock was set back ask again", async () => {
    const { cache, pass } = setUp();
    await cache.find("digest", async () => KEY);
    pass(-3_600_000);
    expect(await cache.find("digest", async () => null)).toBeNull();
  });
});

describe("the cache", () => {
  it("is bounded, and guesses do not push known keys out", async () => {
    const { now } = setUp();
    const idsOf = (key: Key) => [key.keyId];
    const cache = createShortCache<Key>({ idsOf, now, maxFound: 10, maxMissing: 20 });
    const load = vi.fn(async () => KEY);
    await cache.find("known", load);
    for (let i = 0; i < 1_000; i += 1) await cache.find(`guess ${i}`, async () => null);
    expect(cache.size()).toBe(21);
    await cache.find("known", load);
    expect(load).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 1_000; i += 1) await cache.find(`key ${i}`, load);
    expect(cache.size()).toBe(30);
    cache.clear();
    expect(cache.size()).toBe(0);
  });
});

test("a value that stands in is given at once for 5 s, however slowly the database failed", async () => {
  let nowMs = 1_000_000;
  const now = () => new Date(nowMs);
  const cache = createShortCache<Key>({ idsOf: (key) => [key.keyId], now, staleMs: 60_000 });
  await cache.find("digest", async () => KEY);
  nowMs += 5_000;
  const failing = vi.fn(async () => {
    nowMs += 8_000;
    throw new Error("timed out");
  });
  expect(await cache.find("digest", failing)).toBe(KEY);
  nowMs += 4_000;
  expect(await cache.find("digest", failing)).toBe(KEY);
  expect(failing).toHaveBeenCalledTimes(1);
  // Not for longer than it stands in.
  nowMs += 60_000;
  await expect(cache.find("digest", failing)).rejects.toThrow("timed out");
});

describe("inside a transaction", () => {
  const held = () => {
    let isInside = false;
    const now = () => new Date(1_000_000);
    const cache = createShortCache<Key>({
      idsOf: (key) => [key.keyId, key.tenantId],
      now,
      holdsConnection: () => isInside,
    });
    return { cache, enter: () => (isInside = true), leave: () => (isInside = false) };
  };

  it("nobody waits for the load of another, which may wait for the transaction's connection", async () => {
    const { cache, enter, leave } = held();
    const { promise, resolve } = Promise.withResolvers<Key>();
    const waiting = cache.find("digest", () => promise);
    enter();
    expect(await cache.find("digest", async () => KEY)).toBe(KEY);
    expect(await cache.find("digest", () => promise)).toBe(KEY); // known now
    leave();
    resolve(KEY);
    expect(await waiting).toBe(KEY);
  });

  it("what was read is not kept if it was forgotten meanwhile, and what is missing is", async () => {
    const { cache, enter } = held();
    enter();
    const { promise, resolve } = Promise.withResolvers<Key>();
    const reading = cache.find("digest", () => promise);
    cache.invalidate(KEY.tenantId);
    resolve(KEY);
    await reading;
    expect(cache.size()).toBe(0);
    expect(await cache.find("other", async () => null)).toBeNull();
    expect(cache.size()).toBe(1);
  });
});
