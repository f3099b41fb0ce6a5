import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Role } from "#core/access/permissions.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { signIn } from "#services/members/identify.ts";
import { consoleCall } from "../support/console/call.ts";
import { expectPromised } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { everythingOf } from "../support/world/rows.ts";
import { type Answer, ADMIN_KEY as adminKey, type CallOptions } from "../support/world/service.ts";

const DAY_MS = 86_400_000;
let aheadMs = 0;
const service = consoleForFile({
  overrides: { now: () => new Date(Date.now() + aheadMs) },
  accessTokenSeconds: 40 * 86_400,
});

const UNKNOWN = "ten_01k9zzzzzzzzzzzzzzzzzzzzzz";
const link = z.object({ id: z.string(), url: z.string(), role: z.string(), email: z.string().nullable() });
const row = z.object({ id: z.string(), role: z.string(), isOpen: z.boolean().optional() });

/** As the operator; every answer is held against its contract. */
const operator = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
  const answer = await service.get().call(method, `/admin/tenants/${path}`, { adminKey, ...options });
  expectPromised(method, `/admin/tenants/${path}`, answer);
  return answer;
};

const invite = async (tenantId: string, body: object = {}) =>
  link.parse((await operator("POST", `${tenantId}/invitations`, { body })).body);

const secretIn = (url: string): string => url.split("#")[1] ?? "";

const as = async (subject: string, path: string, input?: unknown, tenantId?: string) => {
  const { deps, identity } = service.get();
  await knownPerson(service.get(), subject);
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

const accept = (subject: string, url: string) =>
  as(subject, "session.acceptInvitation", { secret: secretIn(url) });

const roleOf = async (tenantId: string, subject: string): Promise<Role | undefined> => {
  const { id } = await knownPerson(service.get(), subject);
  const where = { tenantId_memberId: { tenantId, memberId: id } };
  return (await service.get().deps.db.orm.membership.findUnique({ where }))?.role;
};

const newTenant = async (owner?: string): Promise<{ id: string; ownerId: string }> => {
  const { id } = await service.get().tenant();
  if (owner === undefined) return { id, ownerId: "" };
  return { id, ownerId: (await knownPerson(service.get(), owner, { tenantId: id, role: "owner" })).id };
};

describe("a tenant that has no owner", () => {
  test("gets one by a link that the operator's answer shows once", async () => {
    const { id } = await newTenant();
    const made = await invite(id);
    expect(made).toMatchObject({ role: "owner", email: null });
    expect(made.url).toMatch(/^https:\/\/age\.test\/console\/invitation#vi_[\w-]{43}$/);
    expect(await accept("ada", made.url)).toMatchObject({ httpStatus: 200, data: { tenantId: id } });
    const list = await operator("GET", `${id}/members`);
    expect(list.body).toMatchObject([{ name: "Ada", role: "owner", email: "ada@people.test" }]);
    expect((await operator("GET", `${id}/invitations`)).text).toBe("[]");
  });

  test("gets one although the address that it was made with has a typing error", async () => {
    const created = await service.get().call("POST", "/admin/tenants", {
      adminKey,
      body: { name: "Shop", ownerEmail: "bne@people.test" },
    });
    const { id, ownerInvitation } = z
      .object({ id: z.string(), ownerInvitation: z.object({ id: z.string(), url: z.string() }) })
      .parse(created.body);
    expect(await accept("ben", ownerInvitation.url)).toMatchObject({ errorCode: "INVITATION_INVALID" });
    expect((await operator("DELETE", `${id}/invitations/${ownerInvitation.id}`)).status).toBe(200);
    const right = await invite(id, { email: "ben@people.test" });
    expect(right.email).toBe("ben@people.test");
    expect(await accept("cyd", right.url)).toMatchObject({ errorCode: "INVITATION_INVALID" });
    expect(await accept("ben", right.url)).toMatchObject({ httpStatus: 200 });
    expect(await roleOf(id, "ben")).toBe("owner");
  });

  test("gets one although it was closed meanwhile", async () => {
    const { id } = await newTenant();
    await service.get().call("PATCH", `/admin/tenants/${id}`, { adminKey, body: { isActive: false } });
    expect(await accept("dee", (await invite(id)).url)).toMatchObject({ httpStatus: 200 });
    expect(await roleOf(id, "dee")).toBe("owner");
  });
});

describe("POST /admin/tenants with ownerEmail", () => {
  test("adds the invitation's link, which the named person can open, and nothing else", async () => {
    const answer = await service.get().call("POST", "/admin/tenants", {
      adminKey,
      body: { name: "Shop", ownerEmail: "fay@people.test" },
    });
    expect(Object.keys(answer.body)).toEqual(["id", "name", "apiKey", "isActive", "ownerInvitation"]);
    const { url, expiresAt } = z
      .object({ url: z.string(), expiresAt: z.iso.datetime() })
      .parse(answer.body.ownerInvitation);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * DAY_MS);
    expect(await as("fay", "session.viewInvitation", { secret: secretIn(url) })).toMatchObject({
      data: { tenantId: answer.body.id, role: "owner" },
    });
    const without = await service.get().call("POST", "/admin/tenants", { adminKey, body: { name: "Shop" } });
    expect(Object.keys(without.body)).toEqual(["id", "name", "apiKey", "isActive"]);
  });

  test("PATCH names the endpoint that invites an owner", async () => {
    const { id } = await newTenant();
    const answer = await operator("PATCH", id, { body: { ownerEmail: "fay@people.test" } });
    expectRefused(answer, "ownerEmail", /POST \/admin\/tenants\/:id\/invitations/);
  });
});

describe("an invitation", () => {
  test("is renewed after it has expired: the new link works, the old one is dead", async () => {
    const { id } = await newTenant();
    const first = await invite(id, { email: "gus@people.test", expiresInDays: 1 });
    aheadMs = 2 * DAY_MS;
    expect(await accept("gus", first.url)).toMatchObject({ errorCode: "INVITATION_INVALID" });
    expect((await operator("GET", `${id}/invitations`)).body).toMatchObject([
      { id: first.id, email: "gus@people.test", isOpen: false },
    ]);
    const renewed = await operator("POST", `${id}/invitations/${first.id}/renew`, {
      body: { expiresInDays: 30 },
    });
    expect(renewed.body).toMatchObject({ id: first.id, role: "owner", email: "gus@people.test" });
    const { url } = link.parse(renewed.body);
    aheadMs = 31 * DAY_MS;
    expect(await accept("gus", first.url)).toMatchObject({ errorCode: "INVITATION_INVALID" });
    expect(await accept("gus", url)).toMatchObject({ httpStatus: 200 });
    aheadMs = 0;
  });

  test("renewed while it is open, its old link is dead too", async () => {
    const { id } = await newTenant();
    const first = await invite(id, { role: "admin" });
    const renewed = link.parse((await operator("POST", `${id}/invitations/${first.id}/renew`)).body);
    expect(await accept("hal", first.url)).toMatchObject({ errorCode: "INVITATION_INVALID" });
    expect(await accept("hal", renewed.url)).toMatchObject({ httpStatus: 200 });
    expect(await roleOf(id, "hal")).toBe("admin");
  });

  test("withdrawn, its link is dead and it is listed no more", async () => {
    const { id } = await newTenant();
    const made = await invite(id);
    expect((await operator("DELETE", `${id}/invitations/${made.id}`)).body).toEqual({ id: made.id });
    expect(await accept("hal", made.url)).toMatchObject({ errorCode: "INVITATION_INVALID" });
    expect((await operator("GET", `${id}/invitations`)).text).toBe("[]");
  });

  test("accepted or withdrawn, it is as if there were none", async () => {
    const { id } = await newTenant();
    const [accepted, withdrawn] = [await invite(id), await invite(id)];
    await accept("ada", accepted.url);
    await operator("DELETE", `${id}/invitations/${withdrawn.id}`);
    for (const { id: invitationId } of [accepted, withdrawn]) {
      for (const [method, more] of [
        ["POST", "/renew"],
        ["DELETE", ""],
      ] as const) {
        const answer = await operator(method, `${id}/invitations/${invitationId}${more}`);
        expect(answer).toMatchObject({ status: 404, body: { code: "INVITATION_NOT_FOUND" } });
      }
    }
    expect(await roleOf(id, "ada")).toBe("owner");
  });

  test("is made once for one Idempotency-Key, with the same link in both answers", async () => {
    const { id } = await newTenant();
    const send = () =>
      operator("POST", `${id}/invitations`, { body: {}, headers: { "idempotency-key": `owner-of-${id}` } });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await service.get().deps.db.orm.invitation.count({ where: { tenantId: id } })).toBe(1);
  });

  test("its list is read page by page, newest first", async () => {
    const { id } = await newTenant();
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      aheadMs += 1;
      made.unshift((await invite(id)).id);
    }
    aheadMs = 0;
    const seen: string[] = [];
    let path: string | undefined = `${id}/invitations?limit=2`;
    while (path !== undefined) {
      const page: Answer = await operator("GET", path);
      seen.push(
        ...z
          .array(row)
          .parse(page.body)
          .map((each) => each.id),
      );
      path = /^<\/admin\/tenants\/(.+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(made);
  });

  const refused: [string, object, string][] = [
    ["no address", { email: "owner" }, "email"],
    ["31 days", { expiresInDays: 31 }, "expiresInDays"],
    ["no day at all", { expiresInDays: 0 }, "expiresInDays"],
    ["another role", { role: "root" }, "role"],
    ["a misspelt field", { mail: "a@b.example" }, "mail"],
  ];
  test.each(refused)("with %s is refused, and nothing is written", async (_name, body, path) => {
    const { id } = await newTenant();
    const before = await everythingOf(service.get().deps, id);
    expectRefused(await operator("POST", `${id}/invitations`, { body }), path);
    expect(await everythingOf(service.get().deps, id)).toEqual(before);
  });
});

describe("a lost owner", () => {
  test("stays while nobody else could become one: the answer says what to do first", async () => {
    const { id, ownerId } = await newTenant("ada");
    const before = await everythingOf(service.get().deps, id);
    for (const [method, body] of [["DELETE"], ["PATCH", { role: "viewer" }]] as const) {
      const answer = await operator(method, `${id}/members/${ownerId}`, body ? { body } : {});
      expect(answer).toMatchObject({ status: 409, body: { code: "LAST_OWNER" } });
      expect(answer.text).toContain(`POST /admin/tenants/${id}/invitations`);
    }
    expect(await everythingOf(service.get().deps, id)).toEqual(before);
  });

  test("is replaced: invite, remove, accept; and is out at the next call", async () => {
    const { id, ownerId } = await newTenant("ada");
    const { url } = await invite(id, { email: "ben@people.test" });
    expect((await operator("DELETE", `${id}/members/${ownerId}`)).body).toEqual({ id: ownerId });
    expect(await as("ada", "settings.get", undefined, id)).toMatchObject({ errorCode: "TENANT_NOT_FOUND" });
    await accept("ben", url);
    expect((await operator("GET", `${id}/members`)).body).toMatchObject([{ name: "Ben", role: "owner" }]);
  });

  test("an expired invitation is no way to an owner, and neither is one for another role", async () => {
    const { id, ownerId } = await newTenant("ada");
    await invite(id, { role: "admin" });
    await invite(id, { expiresInDays: 1 });
    aheadMs = 2 * DAY_MS;
    const answer = await operator("DELETE", `${id}/members/${ownerId}`);
    aheadMs = 0;
    expect(answer).toMatchObject({ status: 409, body: { code: "LAST_OWNER" } });
  });

  test("hands over to another member whom the operator makes an owner", async () => {
    const { id, ownerId } = await newTenant("ada");
    const { id: viewerId } = await knownPerson(service.get(), "cyd", { tenantId: id, role: "viewer" });
    const promoted = await operator("PATCH", `${id}/members/${viewerId}`, { body: { role: "owner" } });
    expect(promoted.body).toMatchObject({ id: viewerId, role: "owner", email: "cyd@people.test" });
    expect((await operator("DELETE", `${id}/members/${ownerId}`)).status).toBe(200);
    expect(await as("cyd", "settings.get", undefined, id)).toMatchObject({ httpStatus: 200 });
  });

  test("two owners who are removed at once: one stays", async () => {
    const { id, ownerId } = await newTenant("ada");
    const { id: otherId } = await knownPerson(service.get(), "ben", { tenantId: id, role: "owner" });
    const answers = await Promise.all(
      [ownerId, otherId].map((memberId) => operator("DELETE", `${id}/members/${memberId}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("what is kept of it", () => {
  test("every act of the operator is in the tenant's own audit trail, with no address and no link", async () => {
    const { id, ownerId } = await newTenant("ada");
    const made = await invite(id, { email: "ben@people.test" });
    await operator("POST", `${id}/invitations/${made.id}/renew`);
    await operator("DELETE", `${id}/invitations/${made.id}`);
    const { id: otherId } = await knownPerson(service.get(), "cyd", { tenantId: id, role: "viewer" });
    await operator("PATCH", `${id}/members/${otherId}`, { body: { role: "admin" } });
    await operator("DELETE", `${id}/members/${otherId}`);
    const trail = await as("ada", "reports.audit", { limit: 10, actor: "admin" }, id);
    const entries = z.object({ entries: z.array(z.object({ action: z.string(), target: z.string() })) });
    expect(entries.parse(trail.data).entries.map(({ action, target }) => [action, target])).toEqual([
      ["member.remove", otherId],
      ["member.change_role", otherId],
      ["invitation.revoke", made.id],
      ["invitation.renew", made.id],
      ["invitation.create", made.id],
    ]);
    const { deps } = service.get();
    const kept = JSON.stringify([
      await everythingOf(deps, id),
      await deps.db.orm.idempotencyRecord.findMany(),
    ]);
    expect(kept).not.toMatch(/people\.test|vi_[\w-]{20}/);
    expect(ownerId).toMatch(/^mem_/);
  });

  test("another tenant's member or invitation is as unknown as none", async () => {
    const { id } = await newTenant("ada");
    const other = await newTenant("ben");
    const foreign = await invite(other.id);
    const before = await everythingOf(service.get().deps, other.id);
    const answers: [string, string, string, object?][] = [
      ["DELETE", `${id}/members/${other.ownerId}`, `${id}/members/mem_01k9zzzzzzzzzzzzzzzzzzzzzz`],
      ["DELETE", `${id}/invitations/${foreign.id}`, `${id}/invitations/inv_01k9zzzzzzzzzzzzzzzzzzzzzz`],
      ["POST", `${id}/invitations/${foreign.id}/renew`, `${id}/invitations/inv_x/renew`],
    ];
    const withoutId = ({ status, body }: Answer) => ({ status, code: body.code, message: body.message });
    for (const [method, theirs, nobodys] of answers) {
      const answer = await operator(method, theirs);
      expect(answer.status).toBe(404);
      expect(withoutId(answer)).toEqual(withoutId(await operator(method, nobodys)));
    }
    expect(await operator("GET", `${UNKNOWN}/members`)).toMatchObject({ body: { code: "TENANT_NOT_FOUND" } });
    expect(await everythingOf(service.get().deps, other.id)).toEqual(before);
  });

  test("a person without an address is listed as such", async () => {
    const { id } = await newTenant();
    const { deps } = service.get();
    await signIn(systemCtx(deps), { issuer: "https://x.test", subject: "kim", name: "Kim", email: null });
    const member = await deps.db.orm.member.findFirstOrThrow({ where: { subject: "kim" } });
    await deps.db.orm.membership.create({
      data: { tenantId: id, memberId: member.id, role: "viewer", createdAt: deps.now() },
    });
    expect((await operator("GET", `${id}/members`)).body).toMatchObject([{ name: "Kim", email: null }]);
  });
});
