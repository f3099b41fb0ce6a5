import { randomBytes } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { statement } from "#contracts/public/practice.ts";
import { createId, ID_RANDOM_BYTES } from "#core/ids.ts";
import { canonicalJson } from "#core/practice/statement.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { monthlyNumbers } from "#services/practice/numbers.ts";
import { readStatement } from "#services/practice/statement.ts";
import { JOBS } from "#worker/jobs.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { trustAnIssuer } from "../support/wallet/trusted-issuer.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL, type TestService } from "../support/world/service.ts";
import { createTwoProcesses } from "../support/world/two-processes.ts";

const clock = testClock(new Date());
const service = consoleForFile({ overrides: { now: clock.now } });

beforeAll(() => trustAnIssuer(service.get().deps));

const published = z.strictObject({
  version: z.number(),
  createdAt: z.string(),
  hash: z.string(),
  statement,
  jws: z.string(),
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })),
  versions: z.array(z.strictObject({ version: z.number(), createdAt: z.string(), hash: z.string() })),
});

const PATH = "/.well-known/age-assurance.json";

const read = async (query = "") => {
  const answer = await service.get().call("GET", `${PATH}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return published.parse(answer.body);
};

let tenants = 0;

/** A tenant with an owner at the console. */
const newTenant = async () => {
  const { deps, tenant: make, identity } = service.get();
  tenants += 1;
  const tenant = await make({ plan: "scale", name: `Wine ${tenants}` });
  const subject = ["ada", "ben", "cyd", "dee", "eve", "fay", "gus"][tenants % 7] ?? "ada";
  await knownPerson({ deps }, subject, { tenantId: tenant.id, role: "owner" });
  const as = async (path: string, input: unknown) =>
    consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId: tenant.id });
  const publish = (more: object = {}) =>
    as("practice.update", {
      practicePublished: true,
      numbersPublished: false,
      practiceContact: null,
      complaintUrl: null,
      ...more,
    });
  return { ...tenant, as, publish };
};

const runJob = async (name: string): Promise<void> => {
  const job = JOBS.find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await job.run(service.get().runtime);
};

describe("the deployment's statement", () => {
  test("is what everyone reads, signed by a key that signs nothing else", async () => {
    const first = await read();
    expect(first).toMatchObject({ version: 1, statement: { of: { kind: "deployment", name: "age.test" } } });
    expect(first.statement.methods.map(({ id }) => id)).toEqual([
      "document",
      "wallet",
      "voucher",
      "oidc",
      "vendor",
      "age_key",
    ]);
    expect(decodeProtectedHeader(first.jws).typ).toBe("practice-statement+jwt");
    const { payload } = await jwtVerify(first.jws, createLocalJWKSet({ keys: first.keys }), {
      issuer: BASE_URL,
    });
    expect(payload).toMatchObject({ sub: "deployment", version: 1 });
    expect(canonicalJson(payload.statement)).toBe(canonicalJson(first.statement));
    const others = await service.get().call("GET", "/.well-known/jwks.json");
    expect(others.text).not.toContain(first.keys[0]?.kid ?? "none");
    expect(await read()).toEqual(first);
  });

  test("names the operator's contact where there is one, as a new version", async () => {
    await using processes = await createTwoProcesses();
    const { deps, call } = processes.one;
    expect((await call("GET", PATH)).body).toMatchObject({ version: 1, statement: { contact: null } });
    const practice = { ...deps.settings.practice, contact: "mailto:age@example.com" };
    expect(
      await readStatement(systemCtx({ ...deps, settings: { ...deps.settings, practice } }), {}),
    ).toMatchObject({
      version: 2,
      statement: { contact: "mailto:age@example.com" },
    });
  });

  test("a receipt names the version that held", async () => {
    const { version } = await read();
    const tenant = await newTenant();
    const { call } = service.get();
    const { verificationId } = await start(call, tenant.testKey);
    await complete(call, tenant.testKey, { verificationId, verifiedAge: 30 });
    const { body } = await call("POST", "/verify/redact", { key: tenant.testKey, body: { verificationId } });
    const [, claims = ""] = String(body.receipt).split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      statement_version: version,
    });
  });
});

describe("a tenant's statement", () => {
  test("is nobody's to read until the tenant publishes it, and again when it no longer does", async () => {
    const { id, publish } = await newTenant();
    const { call } = service.get();
    const at = `${PATH}?tenant=${id}`;
    expect((await call("GET", at)).body).toMatchObject({ code: "NOT_FOUND" });
    await publish({
      practiceContact: "mailto:age@wine.example",
      complaintUrl: "https://wine.example/complain",
    });
    expect((await read(`?tenant=${id}`)).statement).toMatchObject({
      of: { kind: "tenant", id, name: `Wine ${tenants}` },
      contact: "mailto:age@wine.example",
      complaint: "https://wine.example/complain",
      ages: { minimumAge: 18, policy: null },
    });
    await publish({ practicePublished: false });
    expect((await call("GET", at)).body).toMatchObject({ code: "NOT_FOUND" });
    expect((await call("GET", `${PATH}?tenant=x`)).body).toMatchObject({ code: "NOT_FOUND" });
  });

  test("a change of what a person is affected by is a new version within the worker's 10 seconds", async () => {
    const { id, as, publish } = await newTenant();
    await publish();
    const before = await read(`?tenant=${id}`);
    const settings: Record<string, unknown> = {
      minimumAge: 21,
      methods: ["wallet", "document"],
      maxAttempts: 5,
      disclosure: "thresholds",
      tokenTtlSeconds: 600,
      metadataRetentionDays: 7,
      documentReuseDays: 30,
      acceptVisas: true,
      displayName: "The wine shop",
    };
    const job = JOBS.find(({ name }) => name === "publish-practice-statements");
    expect(job?.everyMs).toBeLessThanOrEqual(5_000);
    const { orm } = service.get().deps.db;
    let version = before.version;
    for (const [name, value] of Object.entries(settings)) {
      const changed = await as("settings.update", { [name]: value });
      expect(changed.errorCode, name).toBeNull();
      clock.advance({ seconds: 5 });
      await runJob("publish-practice-statements");
      version += 1;
      const row = await orm.practiceStatement.findFirst({
        where: { scope: id },
        orderBy: { number: "desc" },
      });
      expect(row, name).toMatchObject({ number: version, createdAt: clock.now() });
    }
    await as("settings.update", { listMetadataKey: "order" }); // nobody who is checked notices
    await runJob("publish-practice-statements");
    const after = await read(`?tenant=${id}`);
    expect(after.version).toBe(version);
    expect(after.versions.map(({ version: number }) => number)).toEqual(
      Array.from({ length: version }, (_, at) => version - at),
    );
    const kept = await read(`?tenant=${id}&version=1`);
    expect(kept).toEqual({ ...before, versions: after.versions });
  });

  test("a policy, a provider and a receiver are in it as soon as they hold", async () => {
    const { id, as, publish } = await newTenant();
    await publish();
    const offered = ["document", "wallet"].map((way) => ({ id: way, use: "offer" }));
    const policy = {
      default: { minimumAge: 18, attemptsInAll: 3, methods: [...offered, { id: "voucher", use: "appeal" }] },
      regions: [{ country: "NZ", minimumAge: 20 }],
    };
    const warned = (await as("policies.publish", { policy })).issues.map(
      ({ message }) => message.split(":")[0],
    );
    expect(await as("policies.publish", { policy, acceptedWarnings: warned })).toMatchObject({
      errorCode: null,
      issues: [],
    });
    await service.get().deps.db.orm.webhookEndpoint.create({
      data: {
        id: `whe_${id.slice(4)}`,
        tenantId: id,
        url: "https://hooks.wine.example/secret-path",
        events: [],
        modes: ["live"],
        secretSealed: "x",
        createdAt: clock.now(),
        updatedAt: clock.now(),
      },
    });
    const { statement: made } = await read(`?tenant=${id}`);
    expect(made.ages?.policy?.rules.map(({ place, minimumAge }) => [place, minimumAge])).toEqual([
      ["default", 18],
      ["NZ", 20],
    ]);
    expect(made.appeal.isOffered).toBe(true);
    expect(made.processors.map(({ id: party }) => party)).toContain("receivers");
    expect(JSON.stringify(made)).not.toContain("wine.example");
  });

  test("no member changes it without the permission, and each change is in the audit trail", async () => {
    const { id, as, publish } = await newTenant();
    const { deps, identity } = service.get();
    await knownPerson({ deps }, "hal", { tenantId: id, role: "developer" });
    const refused = await consoleCall(
      deps,
      "practice.update",
      { practicePublished: true, numbersPublished: true, practiceContact: null, complaintUrl: null },
      { bearer: await identity.bearer("hal"), tenantId: id },
    );
    expect(refused.errorCode).toBe("PERMISSION_DENIED");
    await publish({ practiceContact: "mailto:a@wine.example" });
    const entry = await deps.db.orm.auditEntry.findFirst({
      where: { tenantId: id, action: "practice.update" },
    });
    expect(entry).toMatchObject({
      target: id,
      changes: {
        practicePublished: true,
        practiceContact: "mailto:a@wine.example",
        before: { practicePublished: false, practiceContact: null },
      },
    });
    expect((await publish({ complaintUrl: "https://certified.example" })).errorCode).toBe(
      "INVALID_REQUEST_BODY",
    );
    expect((await publish({ complaintUrl: "javascript:alert(1)" })).errorCode).toBe("INVALID_REQUEST_BODY");
    expect((await as("practice.overview", {})).data).toMatchObject({
      settings: { practicePublished: true, complaintUrl: null },
      newest: { version: 1 },
      address: `${BASE_URL}/practice/${id}`,
      changes: [],
    });
  });

  test("the difference is shown before it is published", async () => {
    const { as, publish } = await newTenant();
    await publish();
    const draft = await as("practice.overview", { practiceContact: "mailto:b@wine.example" });
    expect(draft.data).toMatchObject({
      changes: [{ path: "contact", before: null, after: "mailto:b@wine.example" }],
    });
  });

  test("is not changed afterwards, by anyone", async () => {
    const { id, publish } = await newTenant();
    await publish();
    const { pool } = service.get().deps.db;
    await expect(
      pool.query("update practice_statement set content = '{}' where scope = $1", [id]),
    ).rejects.toThrow("a practice statement is never changed");
  });
});

describe("several processes", () => {
  const versionsOf = async (services: readonly TestService[]) =>
    Promise.all(services.map(async ({ call }) => (await call("GET", PATH)).body.version));

  test("one version is written, however many find out at once", async () => {
    await using processes = await createTwoProcesses();
    const { one, other } = processes;
    expect(await versionsOf([one, other, one, other, one, other])).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await one.deps.db.orm.practiceKey.count()).toBe(1);
  });

  test("one that had read the settings before another changed them does not write the old ones again", async () => {
    await using processes = await createTwoProcesses();
    const { one } = processes;
    const { id } = await one.tenant({ name: "Before" });
    const { orm } = one.deps.db;
    await orm.tenant.update({ where: { id }, data: { practicePublished: true } });
    const versionOf = (deps: Deps) => readStatement(systemCtx(deps), { tenant: id });
    expect((await versionOf(one.deps)).version).toBe(1);
    // What the other process does between two steps of this one.
    const change = async (): Promise<void> => {
      await orm.tenant.update({ where: { id }, data: { name: "After" } });
      expect((await versionOf(processes.other.deps)).version).toBe(2);
    };
    let reads = 0;
    const tenant = new Proxy(orm.tenant, {
      get: (model, name) =>
        name !== "findUnique"
          ? Reflect.get(model, name)
          : async (asked: Parameters<typeof model.findUnique>[0]) => {
              const row = await model.findUnique(asked);
              reads += 1;
              // The first read finds the tenant, the second is what a version is made of.
              if (reads === 2) await change();
              return row;
            },
    });
    const db = {
      ...one.deps.db,
      orm: new Proxy(orm, { get: (all, name) => (name === "tenant" ? tenant : Reflect.get(all, name)) }),
    };
    await versionOf({ ...one.deps, db });
    expect(reads).toBe(2);
    const after = await versionOf(processes.other.deps);
    expect([after.version, after.statement.of.name]).toEqual([2, "After"]);
  });

  test("during an upgrade the processes of before leave the version of the new ones alone", async () => {
    await using processes = await createTwoProcesses();
    const { deps } = processes.one;
    const as = (version: string, startedAt: Date) => {
      const practice = { ...deps.settings.practice, software: { version, commit: null } };
      return readStatement(systemCtx({ ...deps, settings: { ...deps.settings, startedAt, practice } }), {});
    };
    const [earlier, later] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-02T00:00:00Z")];
    expect((await as("1.0.0", earlier)).version).toBe(1);
    expect(await as("2.0.0", later)).toMatchObject({
      version: 2,
      statement: { software: { version: "2.0.0" } },
    });
    expect((await as("1.0.0", earlier)).version).toBe(2);
    // Going back is an upgrade, too: its processes begin later.
    expect((await as("1.0.0", new Date("2026-11-03T00:00:00Z"))).version).toBe(3);
  });
});

test("a tenant that is closed publishes no statement any more", async () => {
  const { id, publish } = await newTenant();
  await publish();
  const { call, deps } = service.get();
  const read = async () => (await call("GET", `/.well-known/age-assurance.json?tenant=${id}`)).status;
  expect(await read()).toBe(200);
  await deps.db.orm.tenant.update({ where: { id }, data: { isActive: false } });
  expect(await read()).toBe(404);
});

describe("monthly numbers", () => {
  const OCTOBER = new Date("2026-10-01T00:00:00Z");
  const NUMBERS = "/.well-known/age-assurance-numbers.json";

  /** Counted days of October, and checks of which one in two took 40 seconds and the others 80. */
  const monthOf = async (tenantId: string, started: number, mode: "live" | "test" = "live") => {
    const { orm } = service.get().deps.db;
    const counts = { started, opened: started, tried: 46, approved: 33, rejected: 12, failed: 3, expired: 0 };
    const days = [
      { day: OCTOBER, mode: "live" as const, method: "document", ...counts },
      { day: new Date("2026-10-31T00:00:00Z"), mode: "live" as const, method: "wallet", ...counts },
      { day: new Date("2026-11-01T00:00:00Z"), mode: "live" as const, method: "wallet", ...counts },
      { day: OCTOBER, mode: "test" as const, method: "sandbox", ...counts },
    ];
    await orm.verificationDay.createMany({ data: days.map((row) => ({ ...row, tenantId })) });
    const at = new Date("2026-10-12T09:00:00Z");
    await orm.verification.createMany({
      data: Array.from({ length: 30 }, (_, index) => ({
        id: createId("verification", at, randomBytes(ID_RANDOM_BYTES)),
        tenantId,
        mode,
        status: "completed" as const,
        requestId: "req",
        secretHash: new Uint8Array(Buffer.from(`${tenantId}${index}`.padEnd(32).slice(-32))),
        minimumAge: 18,
        methods: ["document"],
        maxAttempts: 3,
        attempts: 1 + (index % 2),
        verified: true,
        method: "document",
        createdAt: at,
        openedAt: at,
        completedAt: new Date(at.getTime() + (index % 2 === 0 ? 40_000 : 80_000)),
        expiresAt: at,
      })),
    });
  };

  test("are there only where the tenant publishes them, in tens, and nothing below 20", async () => {
    const { id, publish } = await newTenant();
    const { call } = service.get();
    await monthOf(id, 104);
    await publish();
    const at = `${NUMBERS}?tenant=${id}&month=2026-10`;
    expect((await call("GET", at)).body).toMatchObject({ code: "NOT_FOUND" });
    await publish({ numbersPublished: true });
    const { body } = await call("GET", at);
    expect(body).toEqual({
      month: "2026-10",
      tenant: id,
      mode: "live",
      // Twice 104, 46, 33, 12, 3: of the month, of live keys.
      counts: {
        started: 210,
        opened: 210,
        tried: 90,
        approved: 70,
        rejected: 20,
        failed: null,
        expired: null,
      },
      methods: ["document", "wallet"].map((method) => ({
        method,
        started: 100,
        opened: 100,
        tried: 50,
        approved: 30,
        rejected: null,
        failed: null,
        expired: null,
      })),
      seconds: { median: 60, p95: 80 },
      triesPerCheck: 1.5,
      undecided: [],
      appeals: null,
      overturned: null,
      reuseShare: 0,
      about: expect.stringContaining("not how often it was right"),
    });
    const early = await call("GET", `${NUMBERS}?tenant=${id}&month=2099-01`);
    expect(early.body, "a month that is not counted").toMatchObject({ code: "NOT_FOUND" });
  });

  test("of the deployment are there only where the operator says so", async () => {
    const { call, deps } = service.get();
    expect((await call("GET", `${NUMBERS}?month=2026-10`)).body).toMatchObject({ code: "NOT_FOUND" });
    const settings = { ...deps.settings, publishesNumbers: true };
    const numbers = await monthlyNumbers(systemCtx({ ...deps, settings }), { month: "2026-10" });
    expect(numbers).toMatchObject({ tenant: null, counts: { started: 210 } });
  });

  test("say which share of the approvals an age key gave, and not where it was fewer than 20", async () => {
    const { id, publish } = await newTenant();
    await monthOf(id, 104);
    await publish({ numbersPublished: true });
    const { orm } = service.get().deps.db;
    const share = async () =>
      (await service.get().call("GET", `${NUMBERS}?tenant=${id}&month=2026-10`)).body.reuseShare;
    const counts = { started: 40, opened: 40, tried: 40, rejected: 0, failed: 0, expired: 0 };
    const reused = { tenantId: id, day: OCTOBER, mode: "live" as const, method: "age_key" };
    await orm.verificationDay.create({ data: { ...reused, ...counts, approved: 22 } });
    // Of 22 + 33 + 33.
    expect(await share()).toBe(0.25);
    await orm.verificationDay.updateMany({ where: reused, data: { approved: 19 } });
    expect(await share()).toBeNull();
  });

  /** Tries of a month's first check that ended so. */
  const tried = async (tenantId: string, finding: string, count: number) => {
    const { orm } = service.get().deps.db;
    const { id: verificationId } = await orm.verification.findFirstOrThrow({ where: { tenantId } });
    const first = await orm.methodAttempt.count({ where: { verificationId } });
    await orm.methodAttempt.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        id: `${verificationId}${finding}${index}`,
        ...{ verificationId, tenantId, finding, number: first + index, method: "document" },
        ...{ reason: null, durationMs: 1, createdAt: OCTOBER },
      })),
    });
  };

  test("name why tries decided nothing, by way, in tens, and not of test keys", async () => {
    const { id, publish } = await newTenant();
    const other = await newTenant();
    await monthOf(id, 104);
    await monthOf(other.id, 104, "test");
    for (const tenant of [id, other.id]) {
      await tried(tenant, "evidence", 30);
      await tried(tenant, "METHOD_FAILED", 24);
      await tried(tenant, "DOCUMENT_UNREADABLE", 19);
    }
    await publish({ numbersPublished: true });
    const { body } = await service.get().call("GET", `${NUMBERS}?tenant=${id}&month=2026-10`);
    expect(body.undecided).toEqual([
      { method: "document", code: "DOCUMENT_UNREADABLE", tries: null },
      { method: "document", code: "METHOD_FAILED", tries: 20 },
    ]);
    await other.publish({ numbersPublished: true });
    const ofTests = await service.get().call("GET", `${NUMBERS}?tenant=${other.id}&month=2026-10`);
    expect(ofTests.body.undecided).toEqual([]);
  });
});
