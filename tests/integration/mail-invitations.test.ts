import { expect, test } from "vitest";
import { z } from "zod";
import { systemCtx } from "#runtime/runtime.ts";
import { askForErasure } from "#services/erasure/requests.ts";
import { signIn } from "#services/members/identify.ts";
import { mailJob } from "#worker/send-mail.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, secretOf, start } from "../support/http/actions.ts";
import { mailerTo, startMailServer } from "../support/mail/mail-server.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

// What the service writes of its own accord, as its recipients read it.

const clock = testClock(new Date());
const service = consoleForFile({
  env: { SMTP_URL: "smtp://127.0.0.1:25", SMTP_TLS: "off", MAIL_FROM: "lintel@age.test" },
  overrides: { now: clock.now },
  // The clock moves on.
  accessTokenSeconds: 30 * 86_400,
});
const invitation = z.object({
  id: z.string(),
  url: z.string(),
  mail: z.string(),
  email: z.string().nullable(),
});
const list = z.object({
  sendsMail: z.boolean(),
  invitations: z.array(z.object({ id: z.string(), mail: z.unknown() })),
});

const newWorld = async (name = "Corner Shop") => {
  const { deps, identity, runtime, tenant: newTenant, call } = service.get();
  await deps.db.orm.mail.deleteMany({});
  const tenant = await newTenant({ name });
  for (const [subject, role] of [
    ["ada", "owner"],
    ["ben", "admin"],
    ["cyd", "support"],
    ["dee", "viewer"],
  ] as const)
    await knownPerson({ deps }, subject, { tenantId: tenant.id, role });
  const server = await startMailServer();
  const mailer = mailerTo({ port: server.port, extraCa: server.ca });
  const as = async (subject: string, path: string, input?: unknown) =>
    consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId: tenant.id });
  const invite = async (email: string, subject = "ada") =>
    invitation.parse((await as(subject, "members.invite", { role: "developer", email })).data);
  const send = async () => {
    while ((await mailJob(mailer, false).run(runtime)) > 0);
    return server.received;
  };
  const shown = async () => list.parse((await as("ada", "members.list")).data);
  return { deps, call, tenant, server, as, invite, send, shown };
};

test("an invitation goes to its address only, and says who invites to what, as what and until when", async () => {
  const { invite, send, shown, as } = await newWorld();
  const { url, mail, email } = await invite("zoe@people.test");
  expect([mail, email]).toEqual(["queued", "zoe@people.test"]);
  expect(await shown()).toMatchObject({ sendsMail: true, invitations: [{ mail: { status: "pending" } }] });
  const [first, ...more] = await send();
  expect([more.length, first?.to]).toEqual([0, ["zoe@people.test"]]);
  expect(first?.parsed.subject).toBe("Invitation to the console of “Corner Shop”");
  for (const part of [
    "“Ada” invites you to the console of “Corner Shop” at age.test, as a developer.",
    url,
    "UTC",
  ])
    expect(first?.parsed.text).toContain(part);
  expect(await shown()).toMatchObject({ invitations: [{ mail: { status: "sent", code: null } }] });
  expect(await as("ada", "members.invite", { role: "viewer" })).toMatchObject({ data: { mail: "none" } });
  expect(await send()).toHaveLength(1);
});

test("sent again: a new link, the old one is dead, and a mail with the old one that waits is not sent", async () => {
  const { invite, send, as } = await newWorld();
  const { id, url } = await invite("yan@people.test");
  const answer = await as("ben", "members.renewInvitation", { invitationId: id });
  const renewed = invitation.parse(answer.data);
  expect(renewed).toMatchObject({ id, mail: "queued", email: "yan@people.test" });
  const received = await send();
  expect(received).toHaveLength(1);
  expect(received[0]?.parsed.text).toContain(renewed.url);
  expect(received[0]?.parsed.text).not.toContain(url);
  const secret = url.split("#")[1];
  expect(await as("dee", "session.viewInvitation", { secret })).toMatchObject({
    errorCode: "INVITATION_INVALID",
  });
  for (const subject of ["cyd", "dee"])
    expect(await as(subject, "members.renewInvitation", { invitationId: id })).toMatchObject({
      errorCode: "PERMISSION_DENIED",
    });
});

test("only an owner sends an owner's invitation again; another tenant's is unknown", async () => {
  const { as, send, deps } = await newWorld();
  const made = await as("ada", "members.invite", { role: "owner", email: "own@people.test" });
  const { id } = invitation.parse(made.data);
  const before = await deps.db.orm.invitation.findUniqueOrThrow({ where: { id } });
  expect(await as("ben", "members.renewInvitation", { invitationId: id })).toMatchObject({
    errorCode: "PERMISSION_DENIED",
  });
  expect(await deps.db.orm.invitation.findUniqueOrThrow({ where: { id } })).toEqual(before);
  const other = await newWorld("Other");
  expect(await other.as("ada", "members.renewInvitation", { invitationId: id })).toMatchObject({
    errorCode: "INVITATION_INVALID",
  });
  expect(await send()).toHaveLength(0);
});

test("an invitation that was withdrawn before it was sent is not sent", async () => {
  const { invite, send, as } = await newWorld();
  const { id } = await invite("will@people.test");
  await as("ada", "members.revokeInvitation", { invitationId: id });
  expect(await send()).toEqual([]);
});

test("a tenant sends 20 within an hour, whoever it withdraws; an address gets five within a day from all tenants", async () => {
  const { invite, as } = await newWorld();
  const mails: string[] = [];
  for (let i = 0; i < 22; i += 1) {
    const { id, mail } = await invite(`p${i}@people.test`);
    mails.push(mail);
    await as("ada", "members.revokeInvitation", { invitationId: id });
  }
  expect(mails).toEqual([...Array(20).fill("queued"), "limit", "limit"]);
  clock.advance({ minutes: 61 });
  expect((await invite("later@people.test")).mail).toBe("queued");
  const { tenant: newTenant, call } = service.get();
  const toOne: unknown[] = [];
  for (let i = 0; i < 6; i += 1) {
    const { id } = await newTenant();
    const answer = await call("POST", `/admin/tenants/${id}/invitations`, {
      adminKey: ADMIN_KEY,
      body: { email: i % 2 ? "ONE@People.test" : "one@people.test", role: "viewer" },
    });
    toOne.push(answer.body.mail);
  }
  expect(toOne).toEqual([...Array(5).fill("queued"), "limit"]);
});

test("at the same time, too", async () => {
  const { as } = await newWorld();
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, i) =>
      as("ada", "members.invite", { role: "viewer", email: `q${i}@people.test` }),
    ),
  );
  const mails = answers.map(({ data }) => invitation.parse(data).mail);
  expect(mails.filter((mail) => mail === "queued")).toHaveLength(20);
});

test("a tenant and a member with hostile names: one mail, one recipient, no link but ours", async () => {
  const { deps, as, send, tenant } = await newWorld("Your bank: www.evil.example/login");
  const { issuer } = deps.identity?.signIn ?? { issuer: "" };
  await signIn(systemCtx(deps), {
    issuer,
    subject: "ada",
    name: "Support\r\nBcc: eve@evil.example https://evil.example",
    email: "ada@people.test",
  });
  await as("ada", "members.invite", { role: "viewer", email: "vic@people.test" });
  const [mail, ...more] = await send();
  expect([more.length, mail?.to]).toEqual([0, ["vic@people.test"]]);
  expect(mail?.parsed.headers.size).toBe(9);
  const links = mail?.parsed.textAsHtml?.match(/href="https?:\/\/[^/"]*/g);
  expect([...new Set(links)]).toEqual(['href="https://age.test']);
  expect(tenant.id).toMatch(/^ten_/);
});

test("the operator's invitations too: by /admin, with a tenant's first owner, and renewed", async () => {
  const { call, tenant, send } = await newWorld();
  const path = `/admin/tenants/${tenant.id}/invitations`;
  const options = { adminKey: ADMIN_KEY };
  const made = await call("POST", path, { ...options, body: { email: "x1@people.test" } });
  await call("POST", `${path}/${made.body.id}/renew`, { ...options, body: {} });
  const created = await call("POST", "/admin/tenants", {
    ...options,
    body: { name: "New Shop", ownerEmail: "x2@people.test" },
  });
  expect(created.body).toMatchObject({ ownerInvitation: { mail: "queued" } });
  const received = await send();
  expect(received.map(({ to }) => to[0]).toSorted()).toEqual(["x1@people.test", "x2@people.test"]);
  for (const { parsed } of received) expect(parsed.text).toContain("The operator of age.test invites you");
});

const askedIn = async (world: Awaited<ReturnType<typeof newWorld>>, key: string) => {
  const started = await start(world.call, key);
  const { verificationId } = started;
  await complete(world.call, key, { verificationId, verifiedAge: 30 });
  await askForErasure(systemCtx(world.deps), secretOf(started));
  return verificationId;
};

test("who may erase hears that a person asks for it, once an hour, without a word about the person", async () => {
  const world = await newWorld();
  const { tenant, send, deps } = world;
  const verificationId = await askedIn(world, tenant.liveKey);
  await askedIn(world, tenant.liveKey);
  await askedIn(world, tenant.testKey);
  const received = await send();
  const requests = await deps.db.orm.erasureRequest.findMany({ where: { tenantId: tenant.id } });
  expect(requests).toHaveLength(3);
  expect(received.map(({ to }) => to[0]).toSorted()).toEqual(["ada@people.test", "ben@people.test"]);
  const reference = requests[0]?.id.slice(-6).toUpperCase() ?? "none";
  for (const { parsed, raw } of received) {
    expect(parsed.subject).toBe(`A person asks “Corner Shop” to erase their data (${reference})`);
    expect(parsed.text).toContain(`https://age.test/console/${tenant.id}/requests`);
    expect(raw).not.toContain(verificationId);
  }
  clock.advance({ minutes: 61 });
  await askedIn(world, tenant.liveKey);
  expect(await send()).toHaveLength(4);
});

test("not to an address that the provider did not verify, and not where it happens at once", async () => {
  const world = await newWorld();
  const { tenant, send, as, deps } = world;
  await deps.db.orm.member.updateMany({ where: { name: "Ben" }, data: { emailHash: null } });
  await askedIn(world, tenant.liveKey);
  expect((await send()).map(({ to }) => to[0])).toEqual(["ada@people.test"]);
  clock.advance({ minutes: 61 });
  await as("ada", "settings.update", { erasesAtOnce: true });
  await askedIn(world, tenant.liveKey);
  expect(await send()).toHaveLength(1);
});
