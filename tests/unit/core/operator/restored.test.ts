import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "#core/audit.ts";
import { DUE_AFTER_RESTORE, dueByCause, lostLinesOf, RESTORE_CAUSES } from "#core/operator/restored.ts";

const ID = (number: number): string => `aud_${String(number).padStart(26, "0")}`;
const VERIFICATION = `ver_${"0".repeat(26)}`;

test("every action of the audit trail says what is due for it after a restore, and every cause has an action", () => {
  expect(Object.keys(DUE_AFTER_RESTORE).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
  const causes = new Set(Object.values(DUE_AFTER_RESTORE).filter((cause) => cause !== null));
  expect(causes).toEqual(new Set(Object.keys(RESTORE_CAUSES)));
});

test("whatever took something away is due: nothing that was erased, revoked, removed, withdrawn or deleted is left out", () => {
  const taking = AUDIT_ACTIONS.filter((action) =>
    /\.(redact|revoke|remove|withdraw|delete|close|disconnect|deactivate|switch_off|lose)$/.test(action),
  );
  expect(taking.length).toBeGreaterThan(20);
  expect(taking.filter((action) => DUE_AFTER_RESTORE[action] === null)).toEqual(["listener.close"]);
});

const ENTRY = {
  ...{ id: ID(1), at: "2026-03-01T12:00:00Z", tenantId: "ten_1", action: "token.revoke", actor: "system" },
  ...{ target: "tok_1", changes: { verificationId: VERIFICATION }, requestId: "req_1" },
};
const { tenantId: _tenantId, ...OWNERLESS } = ENTRY;

test("lines of the operator's own trail are entries, if they say whose they are; an id within another line erases nothing", () => {
  const text = [
    JSON.stringify(ENTRY),
    JSON.stringify({ ...ENTRY, tenantId: null }),
    JSON.stringify(OWNERLESS),
    JSON.stringify({ ...OWNERLESS, action: "verification.redact", target: VERIFICATION }),
    ` ${VERIFICATION}\r`,
    `erased ${VERIFICATION}`,
    JSON.stringify({ ...ENTRY, action: "constructor" }),
    JSON.stringify({ ...ENTRY, id: "aud_1" }),
    JSON.stringify({ ...ENTRY, tenantId: 1 }),
    JSON.stringify([VERIFICATION]),
    "",
  ].join("\n");
  const { id, action, target, changes } = ENTRY;
  expect(lostLinesOf(text, false)).toEqual({
    entries: [
      { id, tenantId: "ten_1", action, target, changes },
      { id, tenantId: null, action, target, changes },
    ],
    ...{ erasedIds: [], unread: 5, leftOut: 3 },
  });
});

test("a tenant's lines name erasures and nothing else, whichever tenant they name", () => {
  const erasure = { action: "verification.redact", target: VERIFICATION };
  const text = [
    JSON.stringify({ ...OWNERLESS, ...erasure }),
    JSON.stringify({ ...ENTRY, ...erasure, tenantId: null }),
    JSON.stringify({ ...ENTRY, ...erasure, tenantId: "ten_2" }),
    VERIFICATION,
    JSON.stringify({ ...OWNERLESS, ...erasure, target: "mem_1" }),
    JSON.stringify({ ...OWNERLESS, action: "admin_key.revoke", target: "adk_1" }),
    JSON.stringify({ ...ENTRY, tenantId: null, action: "member.delete", target: "mem_1" }),
    "nonsense",
  ].join("\n");
  expect(lostLinesOf(text, true)).toEqual({
    entries: [],
    erasedIds: Array.from({ length: 4 }, () => VERIFICATION),
    unread: 1,
    leftOut: 3,
  });
});

test("what is due is sorted by cause, the gravest first, and by time within one", () => {
  const entry = (
    number: number,
    action: "api_key.revoke" | "logo.set" | "session.end" | "member.delete",
  ) => ({
    ...{ id: ID(number), tenantId: null, action, target: String(number), changes: {} },
  });
  const due = dueByCause([
    entry(1, "logo.set"),
    entry(5, "api_key.revoke"),
    entry(2, "api_key.revoke"),
    entry(3, "session.end"),
    entry(4, "member.delete"),
  ]);
  expect(due.map(({ cause, entries }) => [cause, entries.map(({ target }) => target)])).toEqual([
    ["erased", ["4"]],
    ["revoked", ["2", "5"]],
    ["settings", ["1"]],
  ]);
});
