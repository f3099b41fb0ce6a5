import { afterEach, expect, test } from "vitest";
import { medianOf, medianRatio } from "../../../lab/bench/figures.ts";
import { columns, options } from "../../../lab/bench/program.ts";

const { argv } = process;
afterEach(() => {
  process.argv = argv;
});

const given = (...words: string[]): void => {
  process.argv = ["node", "main.ts", "rest", ...words];
};

test("an option has the type of its default, and its value where none is given", () => {
  given("--rounds", "2", "--redis", "--only", "status");
  expect(options({ rounds: 5, seconds: 3, only: "", folder: "", redis: false, quick: false })).toEqual({
    rounds: 2,
    seconds: 3,
    only: "status",
    folder: "",
    redis: true,
    quick: false,
  });
});

test("an option that the benchmark does not have is refused", () => {
  given("--round", "2");
  expect(() => options({ rounds: 5 })).toThrow("--round");
});

test("a table's first column is as wide as it has to be, on either side", () => {
  expect(columns(6, 4)("a", "1", "22")).toBe("a        1  22");
  expect(columns(6, 4, "padStart")("a", "1")).toBe("     a   1");
});

test("medians and ratios are of one figure, round by round", () => {
  const [rounds, others] = [
    [{ ms: 4 }, { ms: 9 }, { ms: 10 }],
    [{ ms: 2 }, { ms: 3 }, { ms: 10 }],
  ];
  expect(medianOf(rounds, "ms")).toBe(9);
  expect(medianRatio(rounds, others, "ms")).toBe(2);
  expect(medianRatio(rounds, [], "ms")).toBeNaN();
});
