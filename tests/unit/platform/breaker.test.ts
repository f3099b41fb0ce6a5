import { expect, it, vi } from "vitest";
import { createBreaker } from "#platform/rate-limit.ts";

const setUp = () => {
  let nowMs = 0;
  const onOpen = vi.fn();
  const onClose = vi.fn();
  const breaker = createBreaker({ now: () => new Date(nowMs), onOpen, onClose });
  return { breaker, onOpen, onClose, pass: (ms: number) => (nowMs += ms) };
};

it("opens after three failures in a row, not before", () => {
  const { breaker, onOpen } = setUp();
  for (let i = 0; i < 10; i += 1) {
    breaker.failed("x");
    breaker.failed("x");
    breaker.succeeded();
  }
  expect(breaker.isOpen()).toBe(false);
  breaker.failed("a");
  breaker.failed("b");
  breaker.failed("c");
  expect(breaker.isOpen()).toBe(true);
  expect(onOpen.mock.calls).toEqual([["c"]]);
});

it("lets one probe through every two seconds while it is open", () => {
  const { breaker, pass } = setUp();
  for (let i = 0; i < 3; i += 1) breaker.failed("x");
  expect(breaker.takeProbe()).toBe(false);
  pass(1_999);
  expect(breaker.takeProbe()).toBe(false);
  pass(1);
  expect([breaker.takeProbe(), breaker.takeProbe()]).toEqual([true, false]);
  pass(-3_600_000); // a clock that is set back must not silence the probes
  expect(breaker.takeProbe()).toBe(true);
});

it("tells each outage's start and end once, however many calls fail or succeed", () => {
  const { breaker, onOpen, onClose, pass } = setUp();
  for (let i = 0; i < 100; i += 1) breaker.failed("x");
  pass(5_000);
  breaker.succeeded();
  breaker.succeeded();
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(onClose.mock.calls).toEqual([[5_000]]);
});
