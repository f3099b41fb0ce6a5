import { describe, expect, test } from "vitest";
import { type ProcessRun, placeOf, takenPlaces } from "#core/alerts/process-places.ts";

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 27) + seconds * 1_000);
const run = (id: string, started: number, seen: number, kind = "worker"): ProcessRun => ({
  ...{ id, kind },
  ...{ startedAt: at(started), seenAt: at(seen) },
});
const taken = (...runs: ProcessRun[]) => [...takenPlaces(runs, at(900))];

describe("a run that fell silent is replaced by the first of its kind that started later, and by one only", () => {
  test("killed and started again, again and again", () => {
    const runs = [run("a", 0, 100), run("b", 110, 200), run("c", 210, 1_000)];
    expect(taken(...runs)).toEqual([
      ["b", "a"],
      ["c", "b"],
    ]);
    expect(placeOf("c", takenPlaces(runs, at(900)))).toEqual(["c", "b", "a"]);
  });

  test("of two that were killed, one is started again: the other is missed", () => {
    expect(taken(run("a", 0, 100), run("b", 0, 120), run("c", 130, 1_000))).toEqual([["c", "a"]]);
  });

  test("one that was there already has taken no place", () => {
    expect(taken(run("a", 0, 100), run("b", 99, 1_000))).toEqual([]);
  });

  test("none takes its own place, though a clock that was put back says that it began after its last sign", () => {
    expect(taken(run("a", 500, 100))).toEqual([]);
  });

  test("one of another kind has not either", () => {
    expect(taken(run("a", 0, 100), run("b", 110, 1_000, "serve"))).toEqual([]);
  });

  test("nobody takes the place of one that lives", () => {
    expect(taken(run("a", 0, 901), run("b", 910, 1_000))).toEqual([]);
    expect(taken(run("a", 0, 900), run("b", 910, 1_000))).toEqual([["b", "a"]]);
  });
});
