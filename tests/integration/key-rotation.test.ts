import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { findEndpointSecrets } from "#data/webhooks/delivery-attempts.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import type { PersonCtx } from "#services/context.ts";
import { startHandoff } from "#services/hosted/handoff.ts";
import { viewInvitation } from "#services/members/accept-invitation.ts";
import { acceptOffer } from "#services/members/consent.ts";
import { beginConsole, identifyPerson, signIn } from "#services/members/identify.ts";
import { inviteTo } from "#services/members/invitations.ts";
import { type ColumnCount, resealAll } from "#services/reseal.ts";
import { newSessionSecret } from "#services/sessions/session-grant.ts";
import { beginSession, endAllSessions, openSession } from "#services/sessions/sessions.ts";
import { accountOf } from "#services/vendor-account.ts";
import { addVendor } from "#services/vendors/accounts.ts";
import { vendorsIdOf } from "#services/vendors/sessions.ts";
import { unsealExpectations } from "#services/wallet/transactions.ts";
import { createEndpoint, rollSecret } from "#services/webhooks/endpoints.ts";
import { signingSecrets } from "#services/webhooks/secrets.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import {
  complete,
  exchange,
  patchTenant,
  secretOf,
  start,
  statusOf,
  tenantDetail,
} from "../support/http/actions.ts";
import { codeOf, openPage, viewPage } from "../support/http/hosted.ts";
import { createDatabase } from "../support/world/database.ts";
import {
  ADMIN_KEY,
  createService,
  SOME_CONNECTIONS,
  sharedEnv,
  type TestService,
} from "../support/world/service.ts";

const newKey = (): string => randomBytes(32).toString("base64");

/** Services of one database, one after the other, with the settings of each step of an exchange. */
const createSteps = async () => {
  const database = await createDatabase();
  const secrets = { SECRETS_KEY: newKey(), KEY_PEPPER: newKey() };
  const env = { ...sharedEnv(database.url), ...SOME_CONNECTIONS, ...secrets };
  const open: TestService[] = [];
  onTestFinished(async () => {
    for (const service of open) await service.close();
    await database[Symbol.asyncDispose]();
  });
  const at = async (settings: Record<string, string>): Promise<TestService> => {
    const kept = { url: database.url, [Symbol.asyncDispose]: async () => {} };
    const service = await createService({ env: { ...env, ...settings }, database: kept });
    open.push(service);
    return service;
  };
  return { env, at };
};

const ISSUER = "https://id.example";
const PERSON = { issuer: ISSUER, subject: "ada", name: "Ada", email: "ada@people.test" };
const LATER = new Date("2099-01-01T00:00:00Z");
const grantOf = (bearer: string) => ({
  subject: "ada",
  bearer,
  bearerExpiresAt: LATER.getTime() / 1000,
  refreshToken: "a refresh token",
  idToken: null,
});

/** One row for every sealed column, and how each is read again by the code that uses it. */
const writeSealed = async ({ deps, call }: TestService) => {
  const idempotency = { "idempotency-key": "exchange-1" };
  const body = { name: "Shop", plan: "scale", ownerEmail: "owner@shop.example" };
  const created = await call("POST", "/admin/tenants", { adminKey: ADMIN_KEY, body, headers: idempotency });
  const tenantId = String(created.body.tenantId ?? created.body.id);
  const apiKey = String(created.body.apiKey);
  const ctx = await ownerCtx(deps, tenantId);
  const { endpoint } = await createEndpoint(ctx, { url: "https://hooks.example.com/x" });
  for (let i = 0; i < 3; i += 1) await rollSecret(ctx, { endpointId: endpoint.id, keepPrevious: true });
  const member = await signIn(systemCtx(deps), PERSON);
  const cookie = newSessionSecret(deps);
  const grant = grantOf("a bearer of ada's");
  const session = { memberId: member.id, secret: cookie, grant, client: "Firefox on Linux" };
  await beginSession(systemCtx(deps), session);
  const { verificationId } = await start(call, apiKey);
  const wallet = { id: "wtx_1", verificationId, tenantId, channel: "qr", createdAt: new Date() } as const;
  const expectationsSealed = deps.secrets.seal("what the answer is checked against", wallet.id);
  await deps.db.orm.walletTransaction.create({ data: { ...wallet, expiresAt: LATER, expectationsSealed } });
  const yoti = { accountId: "5d3add31-3a3a-4d3b-a6b4-347edb35264c", apiKey: "given out by Yoti" };
  const vendor = await addVendor(ctx, { kind: "yoti", mode: "live", ...yoti });
  await deps.db.orm.vendorSession.create({
    data: {
      id: "vse_1",
      verificationId,
      tenantId,
      vendorId: vendor.id,
      sessionHash: new Uint8Array(32),
      cookieHash: new Uint8Array(32),
      keptSealed: deps.secrets.seal('["yoti","vs_1","vse_1",18]', "vendor-session:vse_1"),
      redactAt: LATER,
      createdAt: new Date(),
      expiresAt: LATER,
    },
  });
  const read = async (now: TestService) => {
    const { vendor: kept, vendorSession } = now.deps.db.orm;
    const account = accountOf(now.deps, await kept.findUniqueOrThrow({ where: { id: vendor.id } }));
    const atVendor = await vendorSession.findUniqueOrThrow({ where: { id: "vse_1" } });
    const row = await findEndpointSecrets(now.deps.db.orm, tenantId, endpoint.id);
    const transaction = await now.deps.db.orm.walletTransaction.findUniqueOrThrow({ where: { id: "wtx_1" } });
    const tenant = await now.deps.db.orm.tenant.findUniqueOrThrow({ where: { id: tenantId } });
    const invitation = await now.deps.db.orm.invitation.findFirstOrThrow();
    const memberRow = await now.deps.db.orm.member.findUniqueOrThrow({ where: { id: member.id } });
    const { secrets } = now.deps;
    return {
      signing: row && signingSecrets(now.deps, { ...row, endpointId: endpoint.id }, new Date()),
      expectations: unsealExpectations(now.deps, {
        id: "wtx_1",
        expectationsSealed: transaction.expectationsSealed ?? "",
      }),
      vendorKeys: [account?.apiKey.open(), account?.callbackKey.open()],
      atVendor: vendorsIdOf(now.deps, atVendor),
      grant: (await openSession(now.deps, cookie))?.grant,
      apiKey: (await tenantDetail(now.call, tenantId)).apiKey,
      replay: await now
        .call("POST", "/admin/tenants", { adminKey: ADMIN_KEY, body, headers: idempotency })
        .then(({ status, text }) => ({ status, text })),
      ownerEmail: secrets.open(tenant.ownerEmailSealed ?? "", tenantId),
      invited: secrets.open(invitation.emailSealed ?? "", `email:${invitation.id}`),
      email: secrets.open(memberRow.emailSealed ?? "", `email:${member.id}`),
    };
  };
  return { tenantId, read };
};

test("an exchange of SECRETS_KEY loses nothing: each step reads everything, and reseal frees the older key", async () => {
  const { env, at } = await createSteps();
  const [A, B] = [env.SECRETS_KEY, newKey()];
  const before = await at({});
  expect(await findWrongSecrets(before.deps.db.orm, before.deps.secrets)).toEqual([]);
  const { read } = await writeSealed(before);
  const expected = await read(before);
  expect(expected.signing).toHaveLength(4);
  expect(expected).toMatchObject({
    vendorKeys: ["given out by Yoti", null],
    atVendor: "vs_1",
  });

  const announced = await at({ SECRETS_KEY: A, SECRETS_KEY_PREVIOUS: B });
  const exchanged = await at({ SECRETS_KEY: B, SECRETS_KEY_PREVIOUS: A });
  for (const step of [announced, exchanged]) {
    expect(await findWrongSecrets(step.deps.db.orm, step.deps.secrets)).toEqual([]);
    expect(await read(step)).toEqual(expected);
  }
  const tooEarly = await at({ SECRETS_KEY: B });
  expect(await findWrongSecrets(tooEarly.deps.db.orm, tooEarly.deps.secrets)).toEqual(["SECRETS_KEY"]);

  const script = promisify(execFile)(process.execPath, ["scripts/reseal.ts"], {
    env: { ...process.env, ...env, SECRETS_KEY: B, SECRETS_KEY_PREVIOUS: A },
  });
  const { stdout, stderr } = await script;
  expect(stdout).toContain("Everything that can be opened is sealed with SECRETS_KEY.");
  expect(stdout).toMatch(/webhook_endpoint\.older_secrets +1 written/);
  expect(stdout).toMatch(/idempotency_record\.answer +1 written/);
  for (const value of [A, B, expected.apiKey ?? "", "owner@shop.example", "a refresh token"]) {
    expect(stdout + stderr).not.toContain(value);
  }
  const after = await at({ SECRETS_KEY: B });
  expect(await findWrongSecrets(after.deps.db.orm, after.deps.secrets)).toEqual([]);
  expect(await read(after)).toEqual(expected);
  expect(await findWrongSecrets(before.deps.db.orm, before.deps.secrets)).toEqual(["SECRETS_KEY"]);
}, 120_000);

test("reseal reads nothing twice, counts what no key opens, and leaves rows in use for another run", async () => {
  const { env, at } = await createSteps();
  const before = await at({});
  await findWrongSecrets(before.deps.db.orm, before.deps.secrets);
  const tenants = await Promise.all([1, 2, 3].map(() => before.tenant()));
  const { deps } = await at({ SECRETS_KEY: newKey(), SECRETS_KEY_PREVIOUS: env.SECRETS_KEY });
  const run = async () => {
    const counts: ColumnCount[] = [];
    const result = await resealAll(deps, (count) => counts.push(count));
    const keys = counts.find(({ column }) => column === "api_key.sealed");
    return { ...result, keys };
  };
  const foreign = {
    data: { sealed: "v1.AAAA" },
    where: { tenantId: tenants[0]?.id ?? "", mode: "live" },
  } as const;
  await deps.db.orm.apiKey.updateMany(foreign);
  const held = await deps.db.pool.connect();
  try {
    await held.query("begin");
    await held.query("select 1 from api_key where tenant_id = $1 for update", [tenants[1]?.id]);
    expect(await run()).toMatchObject({
      isSealedAnew: false,
      keys: { written: 1, unreadable: 1, missed: 1 },
    });
    // The service changes a row between the reading and the writing: the newer value stays.
    await held.query("commit");
  } finally {
    held.release();
  }
  expect(await findWrongSecrets(before.deps.db.orm, before.deps.secrets)).toEqual([]);
  expect(await run()).toMatchObject({ isSealedAnew: true, keys: { written: 1, unreadable: 1, missed: 0 } });
  expect(await run()).toMatchObject({ isSealedAnew: true, keys: { written: 0, unreadable: 1, missed: 0 } });
  expect(await findWrongSecrets(before.deps.db.orm, before.deps.secrets)).toEqual(["SECRETS_KEY"]);
}, 120_000);

test("an exchange of KEY_PEPPER: keys, pages, hand-offs, sessions and links of before go on", async () => {
  const { env, at } = await createSteps();
  const [P, Q] = [env.KEY_PEPPER, newKey()];
  const before = await at({});
  expect(await findWrongSecrets(before.deps.db.orm, before.deps.secrets)).toEqual([]);
  const { id: tenantId, liveKey, testKey } = await before.tenant({ plan: "scale" });
  const secret = secretOf(await start(before.call, testKey));
  await openPage(before.deps, secret);
  await startHandoff(systemCtx(before.deps), secret);
  const shown = (await viewPage(before.deps, secret))?.handoff?.picture;
  const member = await signIn(systemCtx(before.deps), PERSON);
  const bearer = "a bearer of ada's";
  const cookie = newSessionSecret(before.deps);
  const session = { memberId: member.id, secret: cookie, grant: grantOf(bearer), client: "Firefox on Linux" };
  await beginSession(systemCtx(before.deps), session);
  const invited = await inviteTo(systemCtx(before.deps), tenantId, { role: "viewer", email: PERSON.email });
  const link = invited.url.split("#")[1] ?? "";

  const after = await at({ KEY_PEPPER: Q, KEY_PEPPER_PREVIOUS: P });
  const tooEarly = await at({ KEY_PEPPER: Q });
  expect(await findWrongSecrets(after.deps.db.orm, after.deps.secrets)).toEqual([]);
  expect(await findWrongSecrets(tooEarly.deps.db.orm, tooEarly.deps.secrets)).toEqual(["KEY_PEPPER"]);
  // The page, and the code on its screen.
  expect((await viewPage(after.deps, secret))?.handoff?.picture).toBe(shown);
  expect(shown).toBeTruthy();
  // The session, and the bearer that it gave its page.
  expect((await openSession(after.deps, cookie))?.memberId).toBe(member.id);
  const person: PersonCtx = await identifyPerson(systemCtx(after.deps), PERSON, bearer);
  expect(person.sessionId).not.toBeNull();
  // The invitation, by its link and by its address, also for somebody who signs in only now.
  expect(await viewInvitation(person, link)).toMatchObject({ tenantId });
  await signIn(systemCtx(after.deps), PERSON);
  const signedInNow = await identifyPerson(systemCtx(after.deps), PERSON, bearer);
  expect(await viewInvitation(signedInNow, link)).toMatchObject({ tenantId });
  expect(await beginConsole(signedInNow)).toEqual([]);
  await acceptOffer(signedInNow, { tenantId, role: "viewer" });
  expect(await beginConsole(signedInNow)).toMatchObject([{ tenantId }]);
  await endAllSessions(signedInNow);
  await expect(identifyPerson(systemCtx(after.deps), PERSON, bearer)).rejects.toMatchObject({
    code: "UNAUTHENTICATED_MEMBER",
  });
  // The key, which is hashed again at its use and then needs the older pepper no more.
  const { verificationId } = await start(after.call, liveKey);
  await expect
    .poll(
      async () =>
        (await tooEarly.call("GET", `/verify/status?verificationId=${verificationId}`, { key: liveKey }))
          .status,
      { timeout: 20_000 },
    )
    .toBe(200);
  expect(await statusOf(after.call, liveKey, verificationId)).toMatchObject({ verificationId });
  const unused = await tooEarly.call("POST", "/verify/start", { key: testKey });
  expect(unused).toMatchObject({ status: 401 });
}, 120_000);

test("a code of before an exchange of KEY_PEPPER still gets its token, once", async () => {
  const { env, at } = await createSteps();
  const before = await at({});
  const { id, testKey: key } = await before.tenant();
  await patchTenant(before.call, id, { returnWith: "code" });
  const started = await start(before.call, key, { callback_url: "https://shop.example/back" });
  const { verificationId } = started;
  await complete(before.call, key, { verificationId, verifiedAge: 30 });
  const body = { verificationId, code: await codeOf(before.deps, secretOf(started)) };
  const after = await at({ KEY_PEPPER: newKey(), KEY_PEPPER_PREVIOUS: env.KEY_PEPPER });
  expect(await exchange(after.call, key, body)).toMatchObject({ verificationId, over18: true });
  expect(await after.call("POST", "/tokens/exchange", { key, body })).toMatchObject({ status: 400 });
}, 120_000);

test("an Idempotency-Key of before an exchange of KEY_PEPPER gets the first answer, also in mixed rollouts", async () => {
  const { env, at } = await createSteps();
  const [P, Q] = [env.KEY_PEPPER, newKey()];
  const before = await at({});
  const { liveKey: key } = await before.tenant({ plan: "scale" });
  const headers = { "idempotency-key": "exchange-2" };
  const ask = (service: TestService, body = {}) =>
    service.call("POST", "/verify/start", { key, headers, body });
  const first = await ask(before);
  const announced = await at({ KEY_PEPPER: P, KEY_PEPPER_PREVIOUS: Q });
  const exchanged = await at({ KEY_PEPPER: Q, KEY_PEPPER_PREVIOUS: P });
  for (const service of [announced, exchanged]) expect((await ask(service)).text).toBe(first.text);
  expect(await ask(exchanged, { minimumAge: 21 })).toMatchObject({ status: 400 });
  // A new key at both rollouts at once: one runs.
  headers["idempotency-key"] = "exchange-3";
  const both = await Promise.all([announced, exchanged, announced, exchanged].map((service) => ask(service)));
  const texts = new Set(both.filter(({ status }) => status === 200).map(({ text }) => text));
  for (const service of [announced, exchanged]) texts.add((await ask(service)).text);
  expect(texts.size).toBe(1);
  expect(await before.deps.db.orm.verification.count()).toBe(2);
}, 120_000);

test("after an exchange of KEY_PEPPER reseal hashes what it can, and says how many keys wait for their use", async () => {
  const { env, at } = await createSteps();
  const before = await at({});
  await findWrongSecrets(before.deps.db.orm, before.deps.secrets);
  const { id: tenantId, liveKey, testKey } = await before.tenant();
  await inviteTo(systemCtx(before.deps), tenantId, { role: "viewer", email: PERSON.email });
  await signIn(systemCtx(before.deps), PERSON);
  const Q = newKey();
  const exchanged = await at({ KEY_PEPPER: Q, KEY_PEPPER_PREVIOUS: env.KEY_PEPPER });
  const written = new Map<string, number>();
  const reseal = () =>
    resealAll(exchanged.deps, ({ column, written: count }) => void written.set(column, count));
  // The newest live key has a sealed copy; the test key has none and was not used.
  expect(await reseal()).toEqual({ isSealedAnew: true, unusedKeys: 1 });
  expect(Object.fromEntries(written)).toMatchObject({
    "api_key.hash": 1,
    "member.email_hash": 1,
    "invitation.email_hash": 1,
  });
  const after = await at({ KEY_PEPPER: Q });
  expect(await findWrongSecrets(after.deps.db.orm, after.deps.secrets)).toEqual([]);
  await start(after.call, liveKey);
  const member = await after.deps.db.orm.member.findFirstOrThrow();
  const invitation = await after.deps.db.orm.invitation.findFirstOrThrow({
    where: { emailHash: { not: null } },
  });
  expect(invitation.emailHash).toEqual(member.emailHash);
  await start(exchanged.call, testKey);
  await expect.poll(async () => (await reseal()).unusedKeys, { timeout: 20_000 }).toBe(0);
  await start(after.call, testKey);
}, 120_000);
