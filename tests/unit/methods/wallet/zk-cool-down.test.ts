import { expect, test } from "vitest";
import { createCoolDown, createCoolDowns } from "#methods/wallet/cool-down.ts";
import { testClock } from "../../../support/world/clock.ts";

test("trouble lasts for a minute after it was last met, and is reported once a minute", () => {
  const { now, advance } = testClock();
  const { begin, isOn } = createCoolDown();
  expect(isOn(now())).toBe(false);
  expect(begin(now())).toBe(true);
  advance({ seconds: 59 });
  expect(isOn(now())).toBe(true);
  expect(begin(now())).toBe(false);
  advance({ seconds: 59 });
  expect(isOn(now())).toBe(true);
  expect(begin(now())).toBe(true);
  advance({ seconds: 60 });
  expect(isOn(now())).toBe(false);
});

test("one tenant's trouble is not another's, and what is over is forgotten", () => {
  const { now, advance } = testClock();
  const { begin, isOn, size } = createCoolDowns();
  begin("ten_1", now());
  expect([isOn("ten_1", now()), isOn("ten_2", now())]).toEqual([true, false]);
  advance({ seconds: 61 });
  begin("ten_2", now());
  expect([isOn("ten_1", now()), isOn("ten_2", now())]).toEqual([false, true]);
  expect(size()).toBe(1);
});
