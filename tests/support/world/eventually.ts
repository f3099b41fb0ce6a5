import { expect } from "vitest";

// Most of the time that a test has (vitest.config.ts).
const LONG_MS = process.env.CI === undefined ? 12_000 : 45_000;

/** Waits until a value is as expected: `await eventually(() => sent.length).toBe(4)`. Slow machines get their time. */
export const eventually = <Value>(read: () => Value | Promise<Value>, timeoutMs = LONG_MS) =>
  expect.poll(read, { interval: 5, timeout: timeoutMs });
