import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { dayPath } from "#console/client/paths.ts";
import { OUTCOMES } from "#console/overview/overview-data.ts";
import { MODES, methodSeries, modeBars, monthBars } from "#console/usage/usage-series.ts";
import { CONTRAST, contrastOf } from "#core/brand.ts";
import { barText } from "#kit/chart/chart-bars.tsx";

const METHODS = methodSeries([
  {
    day: "2026-11-21",
    live: 0,
    test: 0,
    byMethod: { document: 1, wallet: 1, oidc: 1, vendor: 1, tenant: 1, new_one: 1 },
  },
]);

const palette = readFileSync(new URL("../../../src/console/palette.css", import.meta.url), "utf8");

// `--chart-open: light-dark(#5f7fc4, #7f9be0);`: the device's setting and a member's choice pick from the same pair.
const pairs = [...palette.matchAll(/--(chart-[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const light = new Map(pairs.map(([, name = "", hex = ""]) => [name, hex]));
const dark = new Map(pairs.map(([, name = "", , hex = ""]) => [name, hex]));

describe("a colour on a chart means one thing", () => {
  const series = [...OUTCOMES, ...MODES, ...METHODS];

  test("no two of outcomes, modes and methods share one, and the legend has that of the bar", () => {
    expect(new Set(series.map(({ fill }) => fill)).size).toBe(series.length);
    for (const { fill, dot } of series) expect(dot).toBe(fill.replace("fill-", "bg-"));
  });

  test.each([
    ["light", light, "#ffffff"],
    ["dark", dark, "#181c19"],
  ])("in %s each exists once, and stands out from the card", (_, theme, surface) => {
    const used = series.map(({ fill }) => theme.get(fill.replace("fill-", "")) ?? fill);
    expect(new Set(used).size).toBe(used.length);
    for (const colour of used) expect(contrastOf(colour, surface)).toBeGreaterThanOrEqual(CONTRAST.control);
  });

  test("every one of them has a colour for each theme", () => {
    const names = [...palette.matchAll(/--(chart-[\w-]+):/g)].map(([, name]) => name);
    expect(names).toEqual([...light.keys()]);
    expect(names.length).toBe(series.length);
  });
});

describe("bars", () => {
  const bar = { key: "2026-11-21", name: "21 Nov", values: { approved: 1_200, rejected: 3, failed: 0 } };

  test("say their numbers in words, and leave out what is none", () => {
    expect(barText(bar, OUTCOMES)).toBe("21 Nov: 1,203 in all. Approved 1,200, Under age 3");
    expect(barText({ ...bar, values: {} }, OUTCOMES)).toBe("21 Nov: 0 in all");
  });

  test("lead to the list of their day, and months to their statements where there are some", () => {
    expect(dayPath("ten_1", "2026-11-21", "test")).toBe(
      "/console/ten_1/verifications?from=2026-11-21&to=2026-11-21&mode=test",
    );
    const [day] = modeBars("ten_1", [{ day: "2026-11-21", live: 1, test: 0, byMethod: {} }]);
    expect(day?.href).toBe("/console/ten_1/verifications?from=2026-11-21&to=2026-11-21");
    const months = [
      { month: "2026-10", live: 0, test: 0, hasStatement: false },
      { month: "2026-11", live: 4, test: 0, hasStatement: true },
    ];
    expect(monthBars("ten_1", months).map(({ href }) => href)).toEqual([
      undefined,
      "/console/ten_1/usage/2026-11",
    ]);
  });
});
