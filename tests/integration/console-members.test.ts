import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ROLES, type Role } from "#core/access/permissions.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { signIn } from "#services/members/identify.ts";
import { type ConsoleAnswer, consoleCall, sayYes } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

let aheadMs = 0;
const DAY_MS = 86_400_000;
// Bearers that outlive the invitations.
const service = consoleForFile({
  overrides: { now: () => new Date(Date.now() + aheadMs) },
  accessTokenSeconds: 3 * 86_400,
});

const as = async (
  subject: string,
  path: string,
  input?: unknown,
  tenantId?: string,
): Promise<ConsoleAnswer> => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

/** What the work finds once so much time has passed; the file's clock is right again after it, even if it throws. */
const later = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  aheadMs = ms;
  try {
    return await work();
  } finally {
    aheadMs = 0;
  }
};

const tenantOf = async (owner = "ada"): Promise<{ id: string; ownerId: string }> => {
  const { id } = await service.get().tenant();
  const { id: ownerId } = await knownPerson(service.get(), owner, { tenantId: id, role: "owner" });
  return { id, ownerId };
};

const joins = (subject: string, tenantId: string, role: Role) =>
  knownPerson(service.get(), subject, { tenantId, role });

const invited = z.object({ id: z.string(), url: z.string() });
const secretOf = (answer: ConsoleAnswer): string => invited.parse(answer.data).url.split("#")[1] ?? "";
const ok = { httpStatus: 200, errorCode: null };

describe("invitations", () => {
  test("one link makes one member, once", async () => {
    const { id } = await tenantOf();
    await knownPerson(service.get(), "ben");
    await knownPerson(service.get(), "cyd");
    const answer = await as("ada", "members.invite", { role: "developer" }, id);
    const secret = secretOf(answer);
    expect(await as("ben", "session.viewInvitation", { secret })).toMatchObject({
      data: { tenantId: id, role: "developer" },
    });
    const both = await Promise.all([
      as("ben", "session.acceptInvitation", { secret }),
      as("cyd", "session.acceptInvitation", { secret }),
    ]);
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 404]);
    expect(await as("ben", "session.acceptInvitation", { secret })).toMatchObject({
      errorCode: "INVITATION_INVALID",
    });
    const list = await as("ada", "members.list", undefined, id);
    expect(list.data).toMatchObject({ invitations: [] });
  });

  test("only the hash of the link's secret is kept, and the address sealed", async () => {
    const { id } = await tenantOf();
    const { deps } = service.get();
    const secret = secretOf(
      await as("ada", "members.invite", { role: "viewer", email: "zoe@people.test" }, id),
    );
    const rows = JSON.stringify(await deps.db.orm.invitation.findMany({ where: { tenantId: id } }));
    const audit = JSON.stringify(await deps.db.orm.auditEntry.findMany({ where: { tenantId: id } }));
    for (const text of [rows, audit]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain("zoe@");
    }
  });

  test("for another address: as if there were none", async () => {
    const { id } = await tenantOf();
    await knownPerson(service.get(), "ben");
    await knownPerson(service.get(), "cyd");
    const secret = secretOf(
      await as("ada", "members.invite", { role: "viewer", email: "BEN@People.test" }, id),
    );
    for (const path of ["session.viewInvitation", "session.acceptInvitation"]) {
      expect(await as("cyd", path, { secret })).toMatchObject({
        httpStatus: 404,
        errorCode: "INVITATION_INVALID",
      });
    }
    expect(await as("ben", "session.acceptInvitation", { secret })).toMatchObject(ok);
  });

  test("for an address, to somebody whose provider confirms none: after they say that it is for them", async () => {
    const { id } = await tenantOf();
    const { deps } = service.get();
    const issuer = deps.identity?.signIn.issuer ?? "";
    await signIn(systemCtx(deps), { issuer, subject: "hal", name: "Hal", email: null });
    const invitation = await as("ada", "members.invite", { role: "viewer", email: "hal@people.test" }, id);
    const secret = secretOf(invitation);
    expect(await as("hal", "session.viewInvitation", { secret })).toMatchObject({
      ...ok,
      data: { tenantId: id, madeFor: "hal@people.test" },
    });
    expect(await as("hal", "session.acceptInvitation", { secret })).toMatchObject({
      httpStatus: 409,
      errorCode: "CONFLICT",
    });
    expect(await as("hal", "session.acceptInvitation", { secret, isConfirmed: true })).toMatchObject(ok);
    const audit = await deps.db.orm.auditEntry.findFirst({
      where: { tenantId: id, action: "invitation.accept" },
    });
    expect(audit?.changes).toMatchObject({ role: "viewer", isConfirmedByPerson: true });
  });

  test("an expired one, and one that was taken back, are gone", async () => {
    const { id } = await tenantOf();
    await knownPerson(service.get(), "dee");
    const first = await as("ada", "members.invite", { role: "viewer", expiresInDays: 1 }, id);
    await later(DAY_MS + 1_000, async () => {
      expect(await as("dee", "session.acceptInvitation", { secret: secretOf(first) })).toMatchObject({
        errorCode: "INVITATION_INVALID",
      });
      expect(await as("ada", "members.list", undefined, id)).toMatchObject({
        ...ok,
        data: { invitations: [] },
      });
    });
    const { id: invitationId } = invited.parse(first.data);
    expect(await as("ada", "members.revokeInvitation", { invitationId }, id)).toMatchObject(ok);
    expect(await as("dee", "session.acceptInvitation", { secret: secretOf(first) })).toMatchObject({
      errorCode: "INVITATION_INVALID",
    });
    expect(await as("ada", "members.revokeInvitation", { invitationId }, id)).toMatchObject({
      httpStatus: 404,
    });
  });

  test("an admin invites no owner", async () => {
    const { id } = await tenantOf();
    await joins("ben", id, "admin");
    expect(await as("ben", "members.invite", { role: "owner" }, id)).toMatchObject({
      errorCode: "PERMISSION_DENIED",
    });
    expect(await as("ben", "members.invite", { role: "admin" }, id)).toMatchObject(ok);
  });

  test("who is a member keeps their role", async () => {
    const { id } = await tenantOf();
    const secret = secretOf(await as("ada", "members.invite", { role: "viewer" }, id));
    expect(await as("ada", "session.acceptInvitation", { secret })).toMatchObject(ok);
    expect(await as("ada", "members.list", undefined, id)).toMatchObject({
      data: { members: [{ role: "owner", isYou: true }] },
    });
  });
});

describe("entering the console", () => {
  test("the first time makes a tenant of one's own, also when two tabs do it at once", async () => {
    await knownPerson(service.get(), "eve");
    const [one, two] = await Promise.all([as("eve", "session.begin"), as("eve", "session.begin")]);
    expect(one).toMatchObject({ ...ok, data: [{ tenantName: "Eve's tenant", role: "owner" }] });
    expect(two.data).toEqual(one.data);
  });

  test("an invitation for the verified address asks, and no tenant is made", async () => {
    const { id } = await service.get().tenant({ ownerEmail: "fay@people.test" });
    await knownPerson(service.get(), "fay");
    expect(await as("fay", "session.begin")).toMatchObject({ data: [] });
    expect(await as("fay", "session.memberships")).toMatchObject({
      data: { offers: [{ tenantId: id, role: "owner", from: { kind: "operator", name: null } }] },
    });
    await sayYes(as, "fay");
    expect(await as("fay", "session.begin")).toMatchObject({ data: [{ tenantId: id, role: "owner" }] });
  });

  test("the tenant of a call is the named one, and never a guess", async () => {
    const { id: b } = await service.get().tenant({ name: "B" });
    const { id: a } = await service.get().tenant({ name: "A" });
    for (const tenantId of [a, b]) await joins("gus", tenantId, "viewer");
    expect(await as("gus", "settings.get")).toMatchObject({ errorCode: "TENANT_REQUIRED" });
    expect(await as("gus", "settings.get", undefined, a)).toMatchObject({ data: { tenantId: a } });
    expect(await as("gus", "settings.get", undefined, b)).toMatchObject({ data: { tenantId: b } });
    expect(await as("gus", "settings.get", undefined, "ten_nonsense")).toMatchObject({ httpStatus: 404 });
  });
});

describe("roles", () => {
  test("the last owner can neither go nor become less, in any order and at once", async () => {
    const { id, ownerId } = await tenantOf();
    const { id: second } = await joins("ben", id, "owner");
    const results = await Promise.all([
      as("ada", "members.changeRole", { memberId: ownerId, role: "viewer" }, id),
      as("ben", "members.remove", { memberId: second }, id),
    ]);
    expect(results.map(({ errorCode }) => errorCode).sort()).toEqual(["LAST_OWNER", null].sort());
    const owners = await service
      .get()
      .deps.db.orm.membership.count({ where: { tenantId: id, role: "owner" } });
    expect(owners).toBe(1);
  });

  test("an admin changes everybody but owners, and makes none", async () => {
    const { id, ownerId } = await tenantOf();
    await joins("ben", id, "admin");
    const { id: viewer } = await joins("cyd", id, "viewer");
    const change = (memberId: string, role: Role) => as("ben", "members.changeRole", { memberId, role }, id);
    expect(await change(viewer, "developer")).toMatchObject(ok);
    expect(await change(viewer, "owner")).toMatchObject({ errorCode: "PERMISSION_DENIED" });
    expect(await change(ownerId, "viewer")).toMatchObject({ errorCode: "PERMISSION_DENIED" });
    expect(await as("ben", "members.remove", { memberId: ownerId }, id)).toMatchObject({
      errorCode: "PERMISSION_DENIED",
    });
  });

  test.each(ROLES.filter((role) => role !== "owner"))("a %s may leave, and is out at once", async (role) => {
    const { id } = await tenantOf();
    const { id: memberId } = await joins("dee", id, role);
    expect(await as("dee", "members.remove", { memberId }, id)).toMatchObject(ok);
    // Out of their last tenant: nobody is known there any more.
    expect(await as("dee", "settings.get", undefined, id)).toMatchObject({
      errorCode: "UNAUTHENTICATED_MEMBER",
    });
  });

  test("a change counts from the next call on", async () => {
    const { id } = await tenantOf();
    const { id: memberId } = await joins("hal", id, "viewer");
    expect(await as("hal", "keys.list", undefined, id)).toMatchObject({ errorCode: "PERMISSION_DENIED" });
    await as("ada", "members.changeRole", { memberId, role: "developer" }, id);
    expect(await as("hal", "keys.list", undefined, id)).toMatchObject(ok);
  });
});

test("an address that was sealed with a lost key is left out, and the list is still there", async () => {
  const { id } = await tenantOf();
  const { deps } = service.get();
  const { id: memberId } = await joins("eve", id, "viewer");
  const sealed = deps.secrets.seal("eve@people.test", "email:of somebody else");
  await deps.db.orm.member.updateMany({ where: { id: memberId }, data: { emailSealed: sealed } });
  const { data, httpStatus } = await as("ada", "members.list", undefined, id);
  expect(httpStatus).toBe(200);
  expect(
    z.object({ members: z.array(z.object({ name: z.string(), email: z.string().nullable() })) }).parse(data)
      .members,
  ).toContainEqual({ name: "Eve", email: null });
});

describe("who leaves their last tenant", () => {
  test("is deleted, with their sessions, however they leave; who made a tenant that is still there is not", async () => {
    const { id } = await tenantOf();
    const { deps } = service.get();
    const isKnown = async (memberId: string) =>
      (await deps.db.orm.member.count({ where: { id: memberId } })) === 1;
    const { id: leaving } = await joins("ira", id, "developer");
    await as("ira", "keys.create", { mode: "test", name: "Ira's" }, id);
    expect(await as("ira", "members.remove", { memberId: leaving }, id)).toMatchObject(ok);
    const { id: removed } = await joins("joy", id, "viewer");
    expect(await as("ada", "members.remove", { memberId: removed }, id)).toMatchObject(ok);
    const { id: elsewhere } = await joins("kim", id, "viewer");
    await knownPerson(service.get(), "kim", { tenantId: (await tenantOf("fay")).id, role: "viewer" });
    await as("ada", "members.remove", { memberId: elsewhere }, id);
    expect([await isKnown(leaving), await isKnown(removed), await isKnown(elsewhere)]).toEqual([
      ...[false, false, true],
    ]);
    // Their keys stay theirs: others look for them, to revoke what they knew.
    const { data } = await as("ada", "keys.list", {}, id);
    expect(JSON.stringify(data)).toMatch(/"name":"Ira's"[^}]*"maker":\{"name":null\}/);
    expect(await as("ira", "session.me")).toMatchObject({ errorCode: "UNAUTHENTICATED_MEMBER" });
    // Or a person could collect free ones.
    const { id: maker } = await joins("lea", id, "viewer");
    await deps.db.orm.tenant.update({ where: { id }, data: { madeBy: maker } });
    await as("lea", "members.remove", { memberId: maker }, id);
    expect(await isKnown(maker)).toBe(true);
  });
});
