import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { stageIn } from "../../../scripts/lib/build.ts";
import { buildEstimate } from "../../../scripts/local/steps.ts";
import { step } from "../../../scripts/local/terminal.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const linesOf = (log: { mock: { calls: unknown[][] } }): string[] =>
  log.mock.calls.map(([line]) => stripVTControlCharacters(String(line)).replace(/\s+/g, " ").trim());

test("a slow step in a log says each part when it begins, and every 15 s that it still runs", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const end = Promise.withResolvers<void>();
  let now = (_part: string): void => undefined;
  const running = step("build", "the pages (84 s the last time)", async (_note, part) => {
    now = part;
    now("the database client");
    await end.promise;
    return { said: "made", result: 1 };
  });
  vi.advanceTimersByTime(1_500);
  vi.advanceTimersByTime(6_500);
  now("compiling");
  vi.advanceTimersByTime(14_900);
  expect(linesOf(log)).toHaveLength(2);
  vi.advanceTimersByTime(15_100);
  end.resolve();
  expect(await running).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(linesOf(log)).toEqual([
    "… build the pages (84 s the last time): the database client",
    "… build compiling, 8 s so far",
    "… build compiling, 23 s so far",
    "… build compiling, 38 s so far",
    expect.stringMatching(/^✓ build made/),
  ]);
});

test("a step that is over at once is one line", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await step("build", "the pages", async (_note, now) => {
    now("compiling");
    return { said: "unchanged", result: undefined };
  });
  vi.advanceTimersByTime(60_000);
  expect(linesOf(log)).toEqual([expect.stringMatching(/^✓ build unchanged/)]);
});

test("the build's parts are those that Next announces", () => {
  const output = [
    "▲ Next.js 16.4.6 (Turbopack)",
    "  Creating an optimized production build ...",
    "✓ Compiled successfully in 41s",
    "  Running TypeScript ...",
    "  Collecting page data ...",
    "  Generating static pages (0/9) ...",
    "  Finalizing page optimization ...",
  ];
  expect(output.map(stageIn)).toEqual([
    undefined,
    "compiling",
    undefined,
    "checking types",
    "collecting the pages' data",
    "drawing the static pages",
    "finishing",
  ]);
  // Pieces of output hold several lines: the last one says where it is.
  expect(stageIn(output.join("\n"))).toBe("finishing");
});

test("the estimate is what the build took here the last time, and a wide one before there was any", () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-build-note-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "build.json");
  expect(buildEstimate(file)).toBe("a minute on a fast machine, up to four on a slow one");
  writeFileSync(file, '{"seconds": 84}');
  expect(buildEstimate(file)).toBe("84 s the last time");
  writeFileSync(file, '{"seconds": "');
  expect(buildEstimate(file)).toContain("up to four");
});
