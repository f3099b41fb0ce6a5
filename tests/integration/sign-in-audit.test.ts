import { expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { auditEntry, listAudit } from "#services/audit/console.ts";
import type { MemberCtx } from "#services/context.ts";
import { beginSession, endAllSessions, endSession } from "#services/sessions/sessions.ts";
import { admit, ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { serviceForFile } from "../support/world/service.ts";

const service = serviceForFile();

const world = async () => {
  const { deps, tenant } = service.get();
  const { id: tenantId } = await tenant();
  const stranger = await tenant();
  const { id: memberId } = await admit(deps, tenantId, {
    issuer: "https://id.example",
    subject: tenantId,
    name: "Ada",
    role: "owner",
  });
  const actor = { kind: "member", memberId } as const;
  const ctx = { ...(await ownerCtx(deps, tenantId)), actor, member: { id: memberId, name: "Ada" } };
  const signIn = (bearer: string) =>
    beginSession(systemCtx(deps), {
      memberId: ctx.member.id,
      secret: `${bearer}-${ctx.member.id}`.padEnd(43, "x").slice(0, 43),
      grant: {
        subject: ctx.member.id,
        bearer: `${bearer}-${ctx.member.id}`,
        bearerExpiresAt: Date.now() / 1000 + 600,
        refreshToken: null,
        idToken: null,
      },
      client: "Firefox on Linux",
    });
  const trail = async (of: MemberCtx = ctx) => {
    const { entries } = await listAudit(of, { limit: 50, action: "session" });
    return entries.map(({ action, actor, target, changes }) => ({ action, actor, target, changes }));
  };
  return { deps, ctx, stranger, signIn, trail };
};

test("a member's sign-in and its end are in their tenant's trail, once for each session, and in no other's", async () => {
  const { deps, ctx, stranger, signIn, trail } = await world();
  const { id } = await signIn("first");
  await endSession({ ...ctx, emailHash: null, sessionId: null }, id);
  await endAllSessions({ ...ctx, emailHash: null, sessionId: null });
  const actor = `member:${ctx.member.id}`;
  expect((await trail()).toSorted((one, other) => (one.action < other.action ? -1 : 1))).toEqual([
    { action: "session.begin", actor, target: id, changes: { client: "Firefox on Linux" } },
    { action: "session.end", actor, target: id, changes: {} },
  ]);
  expect(await trail(await ownerCtx(deps, stranger.id))).toEqual([]);
});

test("the trail is filtered by target, and one entry is read by its id in its own tenant only", async () => {
  const { deps, ctx, stranger, signIn } = await world();
  const { id } = await signIn("second");
  await signIn("third");
  const { entries } = await listAudit(ctx, { limit: 50, target: id });
  expect(entries).toMatchObject([{ action: "session.begin", target: id }]);
  const entryId = entries[0]?.id ?? "";
  expect(await auditEntry(ctx, { entryId })).toEqual({ ...entries[0], invitedEmail: null });
  await expect(auditEntry(await ownerCtx(deps, stranger.id), { entryId })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
