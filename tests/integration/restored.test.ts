import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import type { LostEntry } from "#core/operator/restored.ts";
import { systemCtx } from "#runtime.ts";
import { newId } from "#services/ids.ts";
import { createAdminKey } from "#services/keys/admin-keys.ts";
import { signingJwks } from "#services/oidc/keys.ts";
import { beginAgain, lostEntries, type Redone, redoAll } from "#services/operator/restored.ts";
import { newSessionSecret } from "#services/sessions/session-grant.ts";
import { beginSession, openSession } from "#services/sessions/sessions.ts";
import { admit } from "../../scripts/lib/owner-ctx.ts";
import { approvedToken, start, statusOf, validate } from "../support/http/actions.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, serviceForFile, sharedEnv } from "../support/world/service.ts";

// A database that was restored: what was taken away after the backup is back until someone takes it away again.

const service = serviceForFile();

let entries = 0;
/** In the order in which they are made. */
const nextId = (): string => `aud_${String(++entries).padStart(26, "0")}`;

const lost = (entry: Pick<LostEntry, "action" | "target" | "tenantId"> & Partial<LostEntry>): LostEntry => ({
  id: nextId(),
  changes: {},
  ...entry,
});

const redo = async (lostOnes: LostEntry[], erasedIds: string[] = []): Promise<Redone[]> => {
  const outcomes: Redone[] = [];
  const ctx = systemCtx(service.get().deps);
  await redoAll(ctx, { entries: lostOnes, erasedIds }, (_what, redone) => outcomes.push(redone));
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
  expect(await redo(taken, [byId.verificationId])).toEqual([
    ...Array.from({ length: 5 }, () => ({ is: "done" })),
    { is: "by_hand" },
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

  const again = await redo(taken, [byId.verificationId]);
  expect(again.map(({ is }) => is)).toEqual([
    ...Array.from({ length: 5 }, () => "nothing"),
    "by_hand",
    ...Array.from({ length: 3 }, () => "nothing"),
  ]);
});

test("a line that a tenant kept, which does not say whose it is, erases again and revokes nothing", async () => {
  const { call, tenant } = service.get();
  const { testKey } = await tenant();
  const { verificationId } = await approvedToken(call, testKey);
  const outcomes = await redo([
    lost({ tenantId: null, action: "verification.redact", target: verificationId }),
    lost({ tenantId: null, action: "api_key.revoke", target: "key_1" }),
  ]);
  expect(outcomes).toEqual([{ is: "done" }, { is: "by_hand" }]);
  expect(await statusOf(call, testKey, verificationId)).toHaveProperty("redactedAt");
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
  expect(await lostEntries(systemCtx(deps), [before, after])).toEqual([after]);
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
  const run = (...args: string[]) =>
    promisify(execFile)("node_modules/.bin/node", ["scripts/restored.ts", ...args], {
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
  const refused = { stderr: expect.stringContaining("npm run restored -- begin") };
  for (const args of [["nonsense"], ["redo"], ["begin", file], ["list", "--receipts", "3"]])
    await expect(run(...args)).rejects.toMatchObject(refused);
}, 120_000);
