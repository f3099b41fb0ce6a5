import { expect, test } from "vitest";
import { statementsIn } from "../../../lab/bench/hosted/world.ts";
import { growthOf, slopeOf } from "../../../lab/bench/memory/slope.ts";

const readings = (mib: (minute: number) => number) =>
  Array.from({ length: 30 }, (_, minutes) => ({ minutes, mib: mib(minutes) }));

test("a leak of one MiB a minute is a slope of one, however much the memory jumps about", () => {
  expect(slopeOf(readings((minute) => 200 + minute))).toBeCloseTo(1);
  expect(slopeOf(readings((minute) => 200 + minute + (minute % 2 === 0 ? 20 : -20)))).toBeCloseTo(1, 0);
  expect(slopeOf([{ minutes: 1, mib: 3 }])).toBeNaN();
});

test("what fills up in the first third is no growth, and what grows to the end is", () => {
  const filling = growthOf(readings((minute) => 200 + Math.min(minute, 9) * 30));
  expect(filling.slope).toBeCloseTo(0);
  expect(filling.grownMib).toBeCloseTo(0);
  const leaking = growthOf(readings((minute) => 200 + minute * 3));
  expect(leaking.slope).toBeCloseTo(3);
  expect(leaking.grownMib).toBeCloseTo(30);
});

test("every statement of a page counts, prepared or not, and none of the request log", () => {
  const log = [
    "2026-11-22 13:00:00 UTC [1] LOG:  execute hosted_page: with asked as (select 1)",
    "2026-11-22 13:00:00 UTC [1] DETAIL:  Parameters: $1 = 'x'",
    "2026-11-22 13:00:00 UTC [1] LOG:  statement: BEGIN",
    '2026-11-22 13:00:00 UTC [1] LOG:  execute <unnamed>: update "verification" set x = 1',
    "2026-11-22 13:00:00 UTC [1] LOG:  statement: COMMIT",
    "2026-11-22 13:00:00 UTC [2] LOG:  execute request_log_lines: insert into request_log",
    "2026-11-22 13:00:00 UTC [3] LOG:  statement: alter system set log_statement = 'none'",
  ].join("\n");
  expect(statementsIn(log)).toEqual([
    "with asked as (select 1)",
    "BEGIN",
    'update "verification" set x = 1',
    "COMMIT",
  ]);
});
