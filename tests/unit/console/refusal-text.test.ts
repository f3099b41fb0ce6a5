import { describe, expect, test } from "vitest";
import { refusalText } from "#console/words/words.ts";
import { mayDo, PERMISSIONS, ROLES } from "#core/access/permissions.ts";

describe("why a button is off", () => {
  test("in an open tenant it is the role, with the roles that may", () => {
    for (const role of ROLES) {
      for (const permission of PERMISSIONS) {
        const text = refusalText({ role, isActive: true }, permission);
        expect(text === null).toBe(mayDo(role, permission));
      }
    }
    expect(refusalText({ role: "viewer", isActive: true }, "keys.write")).toBe(
      "Your role, viewer, does not allow this. Ask an owner, admin or developer.",
    );
  });

  test("in a closed tenant it is that, for everything but reading, the download and letting the operator look", () => {
    const open = PERMISSIONS.filter(
      (permission) => refusalText({ role: "owner", isActive: false }, permission) === null,
    );
    expect(open).toEqual([
      "overview.read",
      "verifications.read",
      "verifications.export",
      "vouchers.read",
      "keys.read",
      "webhooks.read",
      "usage.read",
      "logs.read",
      "settings.read",
      "policies.read",
      "members.read",
      "audit.read",
      "tenant.export",
      "alerts.read",
      "operators.admit",
    ]);
    expect(refusalText({ role: "owner", isActive: false }, "keys.write")).toMatch(/^This tenant is closed\./);
  });
});
