import { expect } from "vitest";

/** Waits until a value is as expected: `await eventually(() => sent.length).toBe(4)`. Slow machines get their time. */
export const eventually = <Value>(read: () => Value | Promise<Value>, timeoutMs = 12_000) =>
  expect.poll(read, { interval: 5, timeout: timeoutMs });
