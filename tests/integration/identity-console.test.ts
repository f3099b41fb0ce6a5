import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MOST_PROVIDERS } from "#core/identity/provider.ts";
import type { MemberCtx } from "#services/context.ts";
import {
  removeIdentityProvider,
  rotateProviderSecret,
  updateIdentityProvider,
} from "#services/identity/change-provider.ts";
import {
  addIdentityProvider,
  listIdentityProviders,
  switchIdentityProvider,
  testIdentityProvider,
} from "#services/identity/providers.ts";
import { publishPolicy } from "#services/policies/policies.ts";
import { readStatement, setPracticeSettings } from "#services/practice/statement.ts";
import { getSettings, updateSettings } from "#services/tenants/settings.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { startAgeProvider } from "../support/identity/age-provider.ts";
import { addProvider, comeBack, goThere, proveAt } from "../support/identity/walk.ts";
import { CLIENT } from "../support/sign-in/identity.ts";
import { type ScriptedProvider, startScriptedProvider } from "../support/sign-in/scripted-provider.ts";
import { dump } from "../support/world/dump.ts";

const service = promisedServiceForFile({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });

/** Waits for a lock that another session holds. */
const WAITING = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

const EVERY_WARNING = [
  "one_way_only",
  "no_way_without_camera",
  "document_only",
  "no_double_blind",
  "no_privacy",
];

let provider: ScriptedProvider;

beforeAll(async () => {
  provider = await startScriptedProvider();
});

afterAll(() => provider.stop());

const tenantWith = async (methods: string[], slugs: string[] = []) => {
  const { deps, call, tenant: make } = service.get();
  const tenant = await make({ plan: "scale" });
  for (const slug of slugs) await addProvider(deps, tenant.id, { issuer: provider.issuer, slug });
  if (methods.length > 0) await patchTenant(call, tenant.id, { methods });
  return { ...tenant, owner: await ownerCtx(deps, tenant.id) };
};

describe("a tenant's own providers are its methods", () => {
  test("settings, the operator and policies can name them, and no other tenant's", async () => {
    const { call, deps } = service.get();
    const { owner, id } = await tenantWith([], ["eid"]);
    const stranger = await tenantWith([], []);
    await expect(updateSettings(owner, { methods: ["oidc:eid"] })).resolves.toMatchObject({
      methods: ["oidc:eid"],
      availableMethods: ["document", "wallet", "voucher", "oidc:eid", "age_key"],
    });
    const rule = {
      default: {
        methods: [
          { id: "oidc:eid", use: "offer" as const },
          { id: "document", use: "fallback" as const },
        ],
      },
      regions: [],
    };
    const acceptedWarnings = EVERY_WARNING;
    const published = await publishPolicy(owner, { policy: rule, acceptedWarnings });
    expect(published.policy.default.methods[0]).toEqual({ id: "oidc:eid", use: "offer" });
    for (const methods of [["oidc:eid"], ["oidc"], ["oidc:"]]) {
      await expect(updateSettings(stranger.owner, { methods })).rejects.toMatchObject({
        code: "INVALID_REQUEST_BODY",
      });
    }
    await expect(publishPolicy(stranger.owner, { policy: rule, acceptedWarnings })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
    });
    expect((await getSettings(stranger.owner)).availableMethods).toEqual([
      "document",
      "wallet",
      "voucher",
      "age_key",
    ]);
    const answer = await call("PATCH", `/admin/tenants/${stranger.id}`, {
      adminKey: deps.settings.adminKeys[0] ?? "",
      body: { methods: ["oidc:eid"] },
    });
    expect(answer).toMatchObject({ status: 400 });
    await patchTenant(call, id, { methods: ["document", "oidc:eid"] });
  });

  test("under a policy an undecided answer is a try of this way, and closes it", async () => {
    const { deps, call } = service.get();
    const { owner, liveKey } = await tenantWith([], ["eid"]);
    const policy = {
      default: {
        methods: [
          { id: "oidc:eid", use: "offer" as const, attempts: 1 },
          { id: "document", use: "offer" as const },
        ],
        attemptsInAll: 3,
      },
      regions: [],
    };
    await publishPolicy(owner, {
      policy,
      acceptedWarnings: [
        "one_way_only",
        "no_way_without_camera",
        "document_only",
        "no_double_blind",
        "no_privacy",
      ],
    });
    const started = await start(call, liveKey);
    const secret = secretOf(started);
    provider.script.idToken = (claims) => ({ ...claims, age_over_16: true });
    expect(await proveAt(deps, secret)).toBeNull();
    expect(await viewPage(deps, secret)).toMatchObject({
      methods: ["document"],
      attemptsLeft: 2,
      problem: { code: "IDENTITY_PROVIDER_UNDECIDED", closed: "oidc:eid" },
    });
    // Whatever an open tab still sends.
    await expect(goThere(deps, secret)).rejects.toThrow("METHOD_UNAVAILABLE");
  });

  test("one for test mode is on the pages of test keys, beside the sandbox, and proves nothing", async () => {
    const { deps, call } = service.get();
    const tenant = await tenantWith([]);
    await addProvider(deps, tenant.id, { issuer: provider.issuer, slug: "try", mode: "test" });
    await addProvider(deps, tenant.id, { issuer: provider.issuer, slug: "live" });
    const started = await start(call, tenant.testKey);
    const secret = secretOf(started);
    expect((await viewPage(deps, secret))?.methods).toEqual(["sandbox", "wallet", "oidc:try"]);
    provider.script.idToken = (claims) => ({ ...claims, age_over_18: true });
    expect(await proveAt(deps, secret, "try")).toBeNull();
    const row = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: started.verificationId } });
    expect(row).toMatchObject({
      verified: true,
      method: "oidc:try",
      assurance: "none_test_mode",
      mode: "test",
    });
  });
});

describe("a provider is managed", () => {
  test("its secret is in no answer and nowhere as it is; every change is in the audit trail", async () => {
    const { deps } = service.get();
    const { owner, id } = await tenantWith([], ["eid"]);
    const { providers } = await listIdentityProviders(owner);
    const [listed] = providers;
    await rotateProviderSecret(owner, { id: listed?.id ?? "", clientSecret: "marked-new-secret-217" });
    expect(JSON.stringify(await listIdentityProviders(owner))).not.toContain("marked-new-secret-217");
    expect(await dump(service.get())).not.toContain("marked-new-secret-217");
    const entries = await deps.db.orm.auditEntry.findMany({
      where: { tenantId: id },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["identity_provider.add", "identity_provider.rotate"]),
    );
  });

  test("a slug is taken once, also by two at once", async () => {
    const { deps } = service.get();
    const { id } = await tenantWith([]);
    const add = () => addProvider(deps, id, { issuer: provider.issuer });
    const outcomes = await Promise.allSettled([add(), add()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(add()).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(addProvider(deps, id, { issuer: provider.issuer, slug: "No Slug" })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
    });
  });

  test("a test reads the description now, and says what is wrong", async () => {
    const { deps } = service.get();
    const { owner, id } = await tenantWith([], ["eid"]);
    const [listed] = (await listIdentityProviders(owner)).providers;
    const tested = () => testIdentityProvider(owner, { id: listed?.id ?? "" });
    expect(await tested()).toMatchObject({ ok: true, authorizationEndpoint: `${provider.issuer}/authorize` });
    provider.script.discovery = { issuer: "https://other.example" };
    expect(await tested()).toEqual({ ok: false, fault: "invalid" });
    provider.isAway = true;
    expect(await tested()).toEqual({ ok: false, fault: "away" });
    provider.reset();
    const outside = await addProvider(deps, id, { issuer: "https://localhost.example.org", slug: "outside" });
    const refusing = {
      ...owner,
      deps: {
        ...deps,
        askTenantAddress: async () =>
          Promise.reject(Object.assign(new Error("x"), { name: "AddressRefused" })),
      },
    };
    expect(await testIdentityProvider(refusing, { id: outside.id })).toEqual({
      ok: false,
      fault: "address_refused",
    });
  });

  test("the practice statement names every host of its description, once that was read for a test or for a person", async () => {
    const { deps, call } = service.get();
    // One whose description nobody has read yet.
    const fresh = await startScriptedProvider();
    onTestFinished(() => fresh.stop());
    const { owner, id, liveKey } = await tenantWith([]);
    await addProvider(deps, id, { issuer: fresh.issuer });
    await patchTenant(call, id, { methods: ["document", "oidc:eid"] });
    const publishing = {
      practicePublished: true,
      numbersPublished: false,
      practiceContact: null,
      complaintUrl: null,
    };
    await setPracticeSettings(owner, publishing);
    const named = async () => {
      const { statement } = await readStatement(owner, { tenant: id });
      return statement.processors.flatMap((one) => (one.id === "identity_provider" ? (one.host ?? []) : []));
    };
    const { host } = new URL(fresh.issuer);
    expect(await named()).toEqual([host]);
    const [listed] = (await listIdentityProviders(owner)).providers;
    const target = { id: listed?.id ?? "" };
    fresh.script.discovery = {
      token_endpoint: "https://token.eid.example/token",
      jwks_uri: "https://keys.eid.example/jwks",
    };
    await testIdentityProvider(owner, target);
    expect(await named()).toEqual([host, "keys.eid.example", "token.eid.example"]);
    fresh.script.discovery = { userinfo_endpoint: "https://people.eid.example/userinfo" };
    await goThere(deps, secretOf(await start(call, liveKey)));
    expect(await named()).toEqual([host, "people.eid.example"]);
    const { name, country, clientId, minAcr } = listed ?? {};
    const changed = {
      name: name ?? "",
      country: country ?? null,
      clientId: clientId ?? "",
      minAcr: minAcr ?? null,
    };
    const issuer = "https://other.example.org";
    await updateIdentityProvider(owner, { ...target, ...changed, issuer, clientSecret: CLIENT.secret });
    expect(await named()).toEqual(["other.example.org"]);
  });

  test("by a key of ours: the provider gets the public half, and takes what we sign", async () => {
    const { deps, call } = service.get();
    const tenant = await tenantWith([]);
    const made = await addIdentityProvider(tenant.owner, {
      slug: "key",
      mode: "live",
      name: "By key",
      issuer: provider.issuer,
      clientId: "by-key",
      clientAuth: "private_key_jwt",
      preset: "age_over",
    });
    expect(made.publicJwk).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig" });
    expect(Object.keys(made.publicJwk ?? {})).not.toContain("d");
    const real = await startAgeProvider(made.publicJwk ? { publicJwk: made.publicJwk } : {});
    await deps.db.orm.identityProvider.update({ where: { id: made.id }, data: { issuer: real.issuer } });
    await patchTenant(call, tenant.id, { methods: ["oidc:key"] });
    const prove = async () => {
      const started = await start(call, tenant.liveKey);
      const sent = await goThere(deps, secretOf(started), "key");
      real.person = { sub: "ada", age_over_18: true };
      await comeBack(deps, await real.signIn(sent.url), sent.cookie);
      return statusOf(call, tenant.liveKey, started.verificationId);
    };
    expect(await prove()).toMatchObject({ status: "completed", result: { verified: true } });
    const rotated = await rotateProviderSecret(tenant.owner, { id: made.id });
    expect(rotated.publicJwk?.kid).not.toBe(made.publicJwk?.kid);
    // The provider does not know the new key yet.
    expect(await prove()).toMatchObject({ status: "in_progress" });
    await real.stop();
  });
});

describe("a mistake is mended", () => {
  test("an issuer, a client id and a name are changed, and a new issuer gets no old secret", async () => {
    const { deps, call } = service.get();
    const tenant = await tenantWith([]);
    const { id } = await addProvider(deps, tenant.id, {
      issuer: "https://typo.example.org",
      clientId: "typo",
    });
    const mended = {
      id,
      name: "eID",
      country: null,
      issuer: provider.issuer,
      clientId: CLIENT.id,
      minAcr: null,
    };
    await expect(updateIdentityProvider(tenant.owner, mended)).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
    });
    const social = { ...mended, issuer: "https://accounts.google.com", clientSecret: "x" };
    await expect(updateIdentityProvider(tenant.owner, social)).rejects.toThrow("Google does not check ages");
    await updateIdentityProvider(tenant.owner, { ...mended, clientSecret: CLIENT.secret });
    await updateIdentityProvider(tenant.owner, { ...mended, name: "Better eID" });
    await patchTenant(call, tenant.id, { methods: ["document", "oidc:eid"] });
    const started = await start(call, tenant.liveKey);
    provider.script.idToken = (claims) => ({ ...claims, age_over_18: true });
    expect(await proveAt(deps, secretOf(started))).toBeNull();
    expect(await statusOf(call, tenant.liveKey, started.verificationId)).toMatchObject({
      result: { verified: true },
    });
    const entries = await deps.db.orm.auditEntry.findMany({ where: { tenantId: tenant.id } });
    expect(entries.filter(({ action }) => action === "identity_provider.update")).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(CLIENT.secret);
  });

  test("one that nothing names is removed, and its short name is free; one that a check was offered stays", async () => {
    const { deps, call } = service.get();
    const tenant = await tenantWith(["document", "oidc:used"], ["used", "unused"]);
    await start(call, tenant.liveKey);
    const [used, unused] = (await listIdentityProviders(tenant.owner)).providers.map(({ id }) => id);
    await expect(removeIdentityProvider(tenant.owner, { id: used ?? "" })).rejects.toThrow("settings");
    await patchTenant(call, tenant.id, { methods: ["document"] });
    const later = await ownerCtx(deps, tenant.id);
    await expect(removeIdentityProvider(later, { id: used ?? "" })).rejects.toThrow("Verifications name");
    await removeIdentityProvider(later, { id: unused ?? "" });
    await addProvider(deps, tenant.id, { issuer: provider.issuer, slug: "unused" });
    const stranger = await tenantWith([]);
    await expect(removeIdentityProvider(stranger.owner, { id: used ?? "" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test.each([
    {
      what: "a policy",
      save: (owner: MemberCtx) =>
        publishPolicy(owner, {
          policy: {
            default: {
              methods: [
                { id: "oidc:gone", use: "offer" },
                { id: "document", use: "fallback" },
              ],
            },
            regions: [],
          },
          acceptedWarnings: EVERY_WARNING,
        }),
    },
    {
      what: "settings",
      save: (owner: MemberCtx) => updateSettings(owner, { methods: ["oidc:gone", "document"] }),
    },
  ])("one that is removed while $what that name it wait to be saved is not named", async ({ save }) => {
    const { deps, runtime } = service.get();
    const { id: tenantId, owner } = await tenantWith(["document"], ["gone"]);
    await withClient(runtime.config.DATABASE_URL, async (holder) => {
      await holder.query("begin");
      await holder.query("select from tenant where id = $1 for no key update", [tenantId]);
      const saving = Promise.allSettled([save(owner)]);
      await expect
        .poll(async () => (await holder.query(WAITING)).rowCount, { timeout: 30_000 })
        .toBeGreaterThan(0);
      await holder.query("delete from identity_provider where tenant_id = $1", [tenantId]);
      await holder.query("commit");
      expect(await saving).toMatchObject([{ status: "rejected", reason: { code: "INVALID_REQUEST_BODY" } }]);
    });
    const now = await getSettings(await ownerCtx(deps, tenantId));
    expect(now).toMatchObject({ methods: ["document"], policy: null });
  });

  test("only those that are switched on count against the most there may be", async () => {
    const { deps } = service.get();
    const slugs = Array.from({ length: MOST_PROVIDERS }, (_, index) => `p${index}`);
    const { id: tenantId, owner } = await tenantWith([], slugs);
    const add = () => addProvider(deps, tenantId, { issuer: provider.issuer, slug: "more" });
    await expect(add()).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY" });
    const [first] = (await listIdentityProviders(owner)).providers;
    await switchIdentityProvider(owner, { id: first?.id ?? "", isActive: false });
    await add();
    await expect(
      switchIdentityProvider(owner, { id: first?.id ?? "", isActive: true }),
    ).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
    });
  });
});
