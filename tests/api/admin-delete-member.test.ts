import { describe, expect, test } from "vitest";
import { z } from "zod";
import { JOBS } from "#worker/jobs.ts";
import { consoleCall } from "../support/console/call.ts";
import { expectPromised } from "../support/http/promises.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";
import { dump } from "../support/world/dump.ts";
import { ADMIN_KEY as adminKey } from "../support/world/service.ts";

const clock = testClock(new Date());
const service = consoleForFile({ overrides: { now: clock.now }, accessTokenSeconds: 400 * 86_400 });

const remove = async (id: string) => {
  const answer = await service.get().call("DELETE", `/admin/members/${id}`, { adminKey });
  expectPromised("DELETE", `/admin/members/${id}`, answer);
  return answer;
};

const as = async (subject: string, path: string, input: unknown, tenantId?: string) =>
  consoleCall(service.get().deps, path, input, {
    bearer: await service.get().identity.bearer(subject),
    tenantId,
  });

const run = (name: string) => JOBS.find((job) => job.name === name)?.run(service.get().runtime);

describe("the operator deletes a person", () => {
  test("from every tenant, with name, address and sessions; the audit trail keeps the id", async () => {
    const { deps, tenant } = service.get();
    const [one, two] = [await tenant(), await tenant()];
    const { id } = await knownPerson(service.get(), "hal", { tenantId: one.id, role: "developer" });
    await knownPerson(service.get(), "hal", { tenantId: two.id, role: "viewer" });
    expect(await as("hal", "session.me", undefined)).toMatchObject({ httpStatus: 200 });

    expect((await remove(id)).body).toEqual({ id });
    expect(await as("hal", "session.me", undefined)).toMatchObject({ errorCode: "UNAUTHENTICATED_MEMBER" });
    const written = await deps.db.orm.auditEntry.findMany({ where: { target: id }, orderBy: { id: "asc" } });
    const entry = { actor: "admin", target: id };
    const removed = [one.id, two.id]
      .toSorted()
      .map((tenantId) => expect.objectContaining({ ...entry, tenantId, action: "member.remove" }));
    expect(written).toEqual(
      expect.arrayContaining([
        ...removed,
        expect.objectContaining({ ...entry, tenantId: null, action: "member.delete" }),
      ]),
    );
    expect(await deps.db.orm.consoleSession.count({ where: { memberId: id } })).toBe(0);
    const kept = await dump(service.get());
    expect(kept).toContain(id);
    expect(kept).not.toContain("Hal");
    expect((await remove(id)).body).toMatchObject({ code: "MEMBER_NOT_FOUND" });
  });

  test.each([0, 1, 3])("sixteen times at once, once: a person of %i tenants", async (count) => {
    const { deps, tenant } = service.get();
    const tenants = await Promise.all(Array.from({ length: count }, () => tenant()));
    const { id } = await knownPerson(service.get(), "ivy");
    for (const { id: tenantId } of tenants)
      await knownPerson(service.get(), "ivy", { tenantId, role: "developer" });
    const answers = await Promise.all(Array.from({ length: 16 }, () => remove(id)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 404)]);
    const written = await deps.db.orm.auditEntry.count({ where: { target: id, action: "member.delete" } });
    expect(written).toBe(1);
  });

  test("but not the last owner of a tenant, unless another is invited", async () => {
    const { call, deps, tenant } = service.get();
    const { id: tenantId } = await tenant();
    const { id } = await knownPerson(service.get(), "gus", { tenantId, role: "owner" });
    const refused = await remove(id);
    expect(refused.body).toMatchObject({ code: "LAST_OWNER", message: expect.stringContaining(tenantId) });
    expect(await deps.db.orm.member.count({ where: { id } })).toBe(1);
    await call("POST", `/admin/tenants/${tenantId}/invitations`, { adminKey, body: {} });
    expect((await remove(id)).status).toBe(200);
    expect(await deps.db.orm.member.count({ where: { id } })).toBe(0);
  });

  test("and whoever belongs to no tenant goes 90 days after the last sign-in", async () => {
    const { deps, tenant } = service.get();
    const { id: tenantId } = await tenant();
    const stays = await knownPerson(service.get(), "eve", { tenantId, role: "viewer" });
    const goes = await knownPerson(service.get(), "fay");
    const left = async () =>
      (await deps.db.orm.member.findMany({ where: { id: { in: [stays.id, goes.id] } } })).map(({ id }) => id);
    clock.advance({ days: 89 });
    await run("purge-members");
    expect(await left()).toHaveLength(2);
    clock.advance({ days: 2 });
    await run("purge-members");
    expect(await left()).toEqual([stays.id]);
  });
});

describe("an invitation by address", () => {
  const invite = (tenantId: string, email: string) =>
    as("ada", "members.invite", { role: "developer", email }, tenantId);

  test("is refused for a member, who is named", async () => {
    const { id: tenantId } = await service.get().tenant();
    await knownPerson(service.get(), "ada", { tenantId, role: "owner" });
    await knownPerson(service.get(), "ben", { tenantId, role: "viewer" });
    expect(await invite(tenantId, "BEN@People.test")).toMatchObject({
      errorCode: "CONFLICT",
      message: "Ben has this address and is a member already: change their role instead.",
    });
  });

  test("is one at a time, and another after it was revoked", async () => {
    const { id: tenantId } = await service.get().tenant();
    await knownPerson(service.get(), "ada", { tenantId, role: "owner" });
    const first = await invite(tenantId, "zoe@people.test");
    expect(first.httpStatus).toBe(200);
    expect(await invite(tenantId, "Zoe@people.test")).toMatchObject({
      errorCode: "CONFLICT",
      message: "There is an open invitation for this address already. Revoke it before you make another.",
    });
    const { id } = z.looseObject({ id: z.string() }).parse(first.data);
    await as("ada", "members.revokeInvitation", { invitationId: id }, tenantId);
    expect((await invite(tenantId, "zoe@people.test")).httpStatus).toBe(200);
    clock.advance({ days: 20 });
    expect((await invite(tenantId, "zoe@people.test")).httpStatus).toBe(200);
  });
});
