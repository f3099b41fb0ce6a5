import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { createId } from "#core/ids.ts";
import type { LostEntry } from "#core/operator/restored.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { newId } from "#services/ids.ts";
import { createAdminKey } from "#services/keys/admin-keys.ts";
import { signingJwks } from "#services/oidc/keys.ts";
import { beginAgain, lostEntries, type Redone, redoAll, type ToRedo } from "#services/operator/restored.ts";
import { newSessionSecret } from "#services/sessions/session-grant.ts";
import { beginSession, openSession } from "#services/sessions/sessions.ts";
import { admit } from "../../scripts/lib/owner-ctx.ts";
import { approvedToken, start, statusOf, validate } from "../support/http/actions.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, serviceForFile, sharedEnv } from "../support/world/service.ts";

// A database that was restored: what was taken away after the backup is back until someone takes it away again.

const service = serviceForFile();

let entries = 0;
/** In the order in which they are made, and of after the newest entry of any backup. */
const nextId = (): string => createId("audit", new Date(Date.now() + ++entries * 1_000), randomBytes(10));

const lost = (entry: Pick<LostEntry, "action" | "target" | "tenantId"> & Partial<LostEntry>): LostEntry => ({
  id: nextId(),
  changes: {},
  ...entry,
});

const redo = async (lostOnes: LostEntry[], erased: ToRedo["erased"] = null): Promise<Redone[]> => {
  const outcomes: Redone[] = [];
  const ctx = systemCtx(service.get().deps);
  await redoAll(ctx, { entries: lostOnes, erased }, (_what, redone) => outcomes.push(redone));
  return outcomes;
};

test("what was erased, revoked and removed after the backup is so again, once", async () => {
  const { deps, call, tenant } = service.get();
  const { id: tenantId, testKey, liveKey } = await tenant();
  const [erased, byId, revoked] = [
    await approvedToken(call, testKey),
    await approvedToken(call, testKey),
    await approvedToken(call, testKey),
  ];
  const tokenId = String(decodeJwt(revoked.token).jti);
  const live = await deps.db.orm.apiKey.findFirstOrThrow({ where: { tenantId, mode: "live" } });
  const person = { issuer: "https://id.example", subject: "bo", name: "Bo" };
  const { id: memberId } = await admit(deps, tenantId, { ...person, role: "viewer" });
  const ctx = systemCtx(deps);
  const adminKey = await createAdminKey(ctx, { name: "once", scope: "metrics" });
  const taken = [
    lost({
      tenantId,
      action: "verification.redact",
      target: erased.verificationId,
      changes: { cause: "person" },
    }),
    lost({ tenantId, action: "token.revoke", target: tokenId }),
    lost({ tenantId, action: "api_key.revoke", target: live.id }),
    lost({ tenantId, action: "member.remove", target: memberId }),
    lost({ tenantId: null, action: "admin_key.revoke", target: adminKey.id }),
    lost({ tenantId: null, action: "tenant.delete", target: tenantId }),
    // Of a verification that was started after the backup, and of an erased one's token.
    lost({ tenantId, action: "verification.redact", target: newId(deps, "verification") }),
    lost({ tenantId, action: "token.revoke", target: "erased" }),
  ];
  const erasedBy = { tenantId, ids: [byId.verificationId] };
  expect(await redo(taken, erasedBy)).toEqual([
    ...Array.from({ length: 5 }, () => ({ is: "done" })),
    { is: "by_hand", code: null },
    { is: "nothing" },
    { is: "nothing" },
    { is: "done" },
  ]);

  for (const { verificationId, token } of [erased, byId]) {
    expect(await statusOf(call, testKey, verificationId)).toHaveProperty("redactedAt");
    expect(await validate(call, testKey, token)).toMatchObject({ reason: "TOKEN_NOT_FOUND" });
  }
  expect(await validate(call, testKey, revoked.token)).toMatchObject({ reason: "TOKEN_INVALID" });
  expect(await call("POST", "/verify/start", { key: liveKey })).toMatchObject({ status: 401 });
  expect(await deps.db.orm.membership.count({ where: { tenantId, memberId } })).toBe(0);
  const receipt = await deps.db.orm.erasureReceipt.findFirstOrThrow({
    where: { verificationId: erased.verificationId },
  });
  expect(decodeJwt(receipt.jws)).toMatchObject({ cause: "person" });

  const again = await redo(taken, erasedBy);
  expect(again.map(({ is }) => is)).toEqual([
    ...Array.from({ length: 5 }, () => "nothing"),
    "by_hand",
    ...Array.from({ length: 3 }, () => "nothing"),
  ]);
});

test("what a tenant says was erased is erased again where it is the tenant's, and nobody else's check is", async () => {
  const { call, tenant } = service.get();
  const [one, other] = [await tenant(), await tenant()];
  const { verificationId } = await approvedToken(call, one.testKey);
  const { verificationId: foreign } = await approvedToken(call, other.testKey);
  const unknown = newId(service.get().deps, "verification");
  const ids = [verificationId, foreign, unknown];
  expect(await redo([], { tenantId: one.id, ids })).toEqual([
    { is: "done" },
    { is: "foreign" },
    { is: "nothing" },
  ]);
  expect(await statusOf(call, one.testKey, verificationId)).toHaveProperty("redactedAt");
  expect(await statusOf(call, other.testKey, foreign)).not.toHaveProperty("redactedAt");
});

test("what never passes by itself is left to the operator, with its reason: the last owner of a tenant", async () => {
  const { deps, tenant } = service.get();
  const { id: tenantId } = await tenant();
  const person = { issuer: "https://id.example", subject: "eva", name: "Eva" };
  const { id: target } = await admit(deps, tenantId, { ...person, role: "owner" });
  expect(await redo([lost({ tenantId, action: "member.remove", target })])).toEqual([
    { is: "by_hand", code: "LAST_OWNER" },
  ]);
});

test("what cannot be done yet is left with its reason: a verification that the backup has open", async () => {
  const { call, tenant } = service.get();
  const { id: tenantId, testKey } = await tenant();
  const { verificationId: target } = await start(call, testKey);
  expect(await redo([lost({ tenantId, action: "verification.redact", target })])).toEqual([
    { is: "left", code: "VERIFICATION_NOT_FINAL" },
  ]);
});

test("an entry of before the backup is not done again", async () => {
  const { deps, tenant } = service.get();
  const { id: tenantId } = await tenant();
  const known = await deps.db.orm.auditEntry.findFirstOrThrow({ where: { tenantId } });
  const [before, after] = [
    lost({ id: known.id, tenantId, action: "member.remove", target: "mem_1" }),
    lost({ tenantId, action: "member.remove", target: "mem_1" }),
  ];
  expect(await lostEntries(systemCtx(deps), [before, after], null)).toEqual({
    ...{ entries: [after], known: 1, earlier: 0, since: null },
  });
});

test("what an earlier restore lost is not done again after the next one, unless the operator says since when", async () => {
  const own = await createService();
  await using stack = new AsyncDisposableStack();
  stack.defer(own.close);
  const { deps } = own;
  const ctx = systemCtx(deps);
  const { id: tenantId } = await own.tenant();
  const entryAt = (at: Date) => ({
    ...lost({ tenantId, action: "member.remove", target: "mem_1" }),
    id: createId("audit", at, randomBytes(10)),
  });
  const now = Date.now();
  const [earlier, late, after] = [
    entryAt(new Date(now - 3_600_000)),
    // Its transaction was under way when the backup was taken.
    entryAt(new Date(now - 60_000)),
    entryAt(new Date(now + 1_000)),
  ];
  const all = [earlier, late, after];
  expect(await lostEntries(ctx, all, null)).toMatchObject({ entries: all, earlier: 0 });
  await beginAgain(ctx, { lastNumber: null });
  expect(await lostEntries(ctx, all, null)).toMatchObject({ entries: [late, after], earlier: 1 });
  // Begun once more for the same restore, after all was done again, it has not lost sight of the backup's end.
  await deps.db.orm.$executeRaw`
    update audit_entry set created_at = created_at + interval '1 hour' where action = 'deployment.restore'`;
  await beginAgain(ctx, { lastNumber: null });
  expect(await lostEntries(ctx, all, null)).toMatchObject({ entries: [late, after], earlier: 1 });
  expect(await lostEntries(ctx, all, new Date(now - 7_200_000))).toMatchObject({ entries: all, earlier: 0 });
  expect(await lostEntries(ctx, all, new Date(now))).toMatchObject({ entries: [after], earlier: 2 });
});

test("before the processes start: stolen keys of Sign in with age are gone again, sessions end, and the trail says so", async () => {
  const own = await createService();
  await using stack = new AsyncDisposableStack();
  stack.defer(own.close);
  const { deps } = own;
  const back = (await signingJwks(deps, "live")).map(({ kid }) => kid);
  const { id: tenantId } = await own.tenant();
  const person = { issuer: "https://id.example", subject: "ada", name: "Ada" };
  const member = await admit(deps, tenantId, { ...person, role: "owner" });
  const secret = newSessionSecret(deps);
  const grant = {
    ...{ subject: "ada", bearer: "a bearer", bearerExpiresAt: Date.parse("2099-01-01T00:00:00Z") / 1000 },
    ...{ refreshToken: "a refresh token", idToken: null },
  };
  await beginSession(systemCtx(deps), { memberId: member.id, secret, grant, client: "Firefox on Linux" });
  expect(await openSession(deps, secret)).not.toBeNull();

  expect(await beginAgain(systemCtx(deps), { lastNumber: 12 })).toEqual({
    receipts: { after: 0, number: 13 },
    sessions: 1,
  });
  expect(await openSession(deps, secret)).toBeNull();
  const kids = (await signingJwks(deps, "live")).map(({ kid }) => kid);
  expect(kids).toHaveLength(2);
  expect(kids.filter((kid) => back.includes(kid))).toEqual([]);
  expect(await deps.db.orm.auditEntry.findFirst({ where: { action: "deployment.restore" } })).toMatchObject({
    ...{ tenantId: null, actor: "system" },
    changes: { sessionsEnded: 1, lastReceipt: 0, noteOfRestore: 13 },
  });
});

test("npm run restored lists by cause, begins, and does again what a file says", async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createDatabase();
  const env = { ...sharedEnv(database.url), LOG_LEVEL: "silent" };
  const { call, close, tenant } = await createService({ env, database });
  stack.defer(close);
  const { id: tenantId, testKey } = await tenant();
  const { verificationId } = await approvedToken(call, testKey);
  const open = await start(call, testKey);
  const folder = mkdtempSync(join(tmpdir(), "lintel-restored-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "trail.jsonl");
  const line = (target: string) =>
    JSON.stringify({ id: nextId(), tenantId, action: "verification.redact", target, changes: {} });
  writeFileSync(file, [line(verificationId), line(open.verificationId), "nonsense"].join("\n"));
  const given = join(folder, "given.txt");
  const own = await approvedToken(call, testKey);
  const foreign = await approvedToken(call, (await tenant()).testKey);
  writeFileSync(given, [own.verificationId, foreign.verificationId].join("\n"));
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/restored.ts", ...args], {
      env: { ...process.env, ...env },
    });

  const { stdout: causes } = await run();
  expect(causes).toContain("People who were erased are back");
  expect(causes).toContain("in the audit trail: member.delete, verification.redact");
  const { stdout: listed } = await run("list", file);
  expect(listed).toContain("Lines that are neither an audit entry nor an id: 1");
  expect(listed).toMatch(new RegExp(`verification\\.redact +${verificationId} of ${tenantId}`));
  const { stdout: begun } = await run("begin", "--receipts", "4");
  expect(begun).toContain("ended with receipt 0 and goes on with 5");
  await expect(run("redo", file)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/: done again\n.*: not yet \(VERIFICATION_NOT_FINAL\)\nNot done yet: 1/),
  });
  expect(await statusOf(call, testKey, verificationId)).toHaveProperty("redactedAt");
  const { stdout: unsaid } = await run("redo", given);
  expect(unsaid).toContain(
    "Lines that do not say whose they are, as those that a tenant gave you (--tenant ten_…): 2",
  );
  const { stdout: owners } = await run("list", given, "--tenant", tenantId);
  expect(owners).toContain(`${own.verificationId} of ${tenantId}\n`);
  expect(owners).toMatch(new RegExp(`${foreign.verificationId} of ten_\\w+: refused`));
  await expect(run("redo", given, "--tenant", tenantId)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/: done again\n.*: refused, another tenant's\nRefused: 1\./),
  });
  const refused = { stderr: expect.stringContaining("npm run restored -- begin") };
  const ownerOfNothing = ["list", "--tenant", tenantId];
  for (const args of [["nonsense"], ["redo"], ["begin", file], ["list", "--receipts", "3"], ownerOfNothing])
    await expect(run(...args)).rejects.toMatchObject(refused);
}, 120_000);
