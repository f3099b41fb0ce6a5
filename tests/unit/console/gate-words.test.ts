import { describe, expect, test } from "vitest";
import {
  ageText,
  type Gate,
  lifetimeOptions,
  lifetimeText,
  originIn,
  pathsIn,
} from "#console/sites/gate-words.ts";
import { faultsOf } from "#console/words/field-faults.ts";
import { GATES, originFault } from "#core/gates/gate.ts";

describe("the address of a site is understood as people type it", () => {
  test.each([
    ["shop.example", "https://shop.example"],
    ["  https://shop.example/ ", "https://shop.example"],
    ["shop.example:8443/", "https://shop.example:8443"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["HTTPS://Shop.Example", "HTTPS://Shop.Example"],
  ])("%j becomes %s", (typed, origin) => expect(originIn(typed)).toBe(origin));

  test.each(["", "https://shop.example/kasse", "ftp://shop.example", "javascript:alert(1)"])(
    "%j stays as wrong as it is, for the interface to say so",
    (typed) => expect(originFault(originIn(typed), "live")).not.toBeNull(),
  );
});

test("paths are one in a line, and empty lines are none", () => {
  expect(pathsIn("/health\n\n  /assets/ \r\n/a")).toEqual(["/health", "/assets/", "/a"]);
  expect(pathsIn(" \n ")).toEqual([]);
});

test("how long a proof counts is offered within the limits, with the gate's own value among them", () => {
  const { min, max, default: usual } = GATES.lifetimeSeconds;
  const offered = lifetimeOptions(1234).map(({ value }) => Number(value));
  expect(offered).toEqual([...offered].sort((a, b) => a - b));
  expect([offered[0], offered.at(-1)]).toEqual([min, max]);
  expect(offered).toEqual(expect.arrayContaining([1234, usual]));
  expect([300, 3_600, 14_400].map(lifetimeText)).toEqual(["5 minutes", "1 hour", "4 hours"]);
});

test("what a gate asks for names the age, or the policy, and the place", () => {
  const gate = (some: Partial<Gate>) =>
    ageText({ minimumAge: 18, country: null, region: null, ...some } as Gate);
  expect(gate({})).toBe("18+");
  expect(gate({ country: "DE" })).toBe("18+ in DE");
  expect(gate({ minimumAge: null })).toBe("As the policy says");
  expect(gate({ minimumAge: null, country: "US", region: "US-NY" })).toBe("As the policy says in US-NY");
});

test("a fault of one line is said at its field, counted as people count, the first one first", () => {
  const problem = {
    message: "no",
    issues: { name: "too long", "openPaths.1": "not a path", "openPaths.3": "neither", "jwks.0": "odd" },
  };
  expect(faultsOf({ problem }, { openPaths: "Line" })).toEqual({
    name: "too long",
    openPaths: "Line 2: not a path",
    jwks: "odd",
  });
  expect(faultsOf({ problem: null })).toEqual({});
});
