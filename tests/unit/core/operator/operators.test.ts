import { expect, test } from "vitest";
import { claimNames, claimsIn } from "#core/operator/operators.ts";
import { stateOfVisit } from "#core/operator/visit.ts";

test("a claim counts if a source states that value, alone or in a list, and nothing inherited does", () => {
  const claims = ["groups=ops", "level=2", "admin=true", "toString=x"];
  expect(claimsIn(claims, [{ groups: ["dev", "ops"] }, { level: 2, admin: true }])).toEqual(
    claims.slice(0, 3),
  );
  expect(claimsIn(claims, [{ groups: "ops-readers", level: "20", admin: "false" }])).toEqual([]);
  expect(claimNames(["groups=a", "groups=b=c", "level=2"])).toEqual(["groups", "level"]);
});

test("a visit is over in the moment of its end", () => {
  const at = (seconds: number): Date => new Date(seconds * 1_000);
  const visit = { grantedAt: at(1), endedAt: null, expiresAt: at(10) };
  expect(stateOfVisit(visit, at(9))).toBe("running");
  expect(stateOfVisit(visit, at(10))).toBe("ended");
  expect(stateOfVisit({ ...visit, endedAt: at(5) }, at(6))).toBe("ended");
  expect(stateOfVisit({ ...visit, grantedAt: null }, at(10))).toBe("unanswered");
  expect(stateOfVisit({ ...visit, grantedAt: null, endedAt: at(5) }, at(6))).toBe("declined");
});
