import { expect, test } from "vitest";
import { KEY_SCOPES, permissionOf } from "#core/access/scopes.ts";

test("two scopes come with creating keys; any other asks for a permission of the member who gives it", () => {
  expect(KEY_SCOPES.filter((scope) => permissionOf(scope) === null)).toEqual([
    "verifications:write",
    "tokens:validate",
  ]);
  expect(KEY_SCOPES.map((scope) => permissionOf(scope))).not.toContain(undefined);
});
