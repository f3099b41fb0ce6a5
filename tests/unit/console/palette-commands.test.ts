import { expect, test } from "vitest";
import { commandsFor, lastActions } from "#console/shell/palette.tsx";
import { mayDo } from "#core/access/permissions.ts";

const namesAs = (role: "developer" | "viewer"): string[] =>
  commandsFor({
    tenantId: "ten_1",
    tenants: [],
    may: (permission) => mayDo(role, permission),
    go: () => undefined,
  }).map(({ name }) => name);

test("the palette leads to gates and to Sign in with age, for those who may see them", () => {
  expect(namesAs("developer")).toEqual(expect.arrayContaining(["Sites", "Add a gate", "Sign in with age"]));
  for (const name of ["Sites", "Add a gate", "Sign in with age"])
    expect(namesAs("viewer")).not.toContain(name);
});

test("every palette ends with the same four actions", () => {
  const last = ["Read the documentation", "Light theme", "Dark theme", "Sign out"];
  expect(lastActions("/docs/operators-console").map(({ name }) => name)).toEqual(last);
  expect(namesAs("viewer").slice(-last.length)).toEqual(last);
});
