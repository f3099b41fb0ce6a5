import { describe, expect, test } from "vitest";
import { signInProblem } from "#console/sign-in/sign-in-problem.ts";
import { methodSeries } from "#console/usage/usage-series.ts";
import { nameOf } from "#console/verifications/verification-table.tsx";
import { methodName } from "#console/words/words.ts";
import { entryFor } from "#core/json.ts";

const MEMBERS = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];

describe("a name that every object has is found in no table", () => {
  test.each(MEMBERS)("%s", (name) => {
    expect(entryFor({ known: "yes" }, name)).toBeUndefined();
    expect(signInProblem(name)).toEqual(signInProblem("nobody knows it"));
    expect(methodName(name)).toBe(name);
    const [series] = methodSeries([{ day: "2026-11-25", live: 1, test: 0, byMethod: { [`${name}`]: 1 } }]);
    const [other] = methodSeries([{ day: "2026-11-25", live: 1, test: 0, byMethod: { unknown: 1 } }]);
    if (name !== "__proto__") expect(series).toEqual({ ...other, id: name, name });
    expect(nameOf({ metadata: [["order", "A-17"]] }, name)).toBeUndefined();
    expect(nameOf({ metadata: [[name, "A-17"]] }, name)).toBe("A-17");
  });
});
