import { beforeAll, describe, expect, test } from "vitest";
import { complete, patchTenant, start, validate } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { trustAnIssuer } from "../support/wallet/trusted-issuer.ts";
import { testClock } from "../support/world/clock.ts";
import { countRows } from "../support/world/rows.ts";
import { recordStatements } from "../support/world/statement-counter.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

beforeAll(() => trustAnIssuer(service.get().deps));

const WARNINGS = [
  "too_few_choices",
  "one_way_only",
  "document_only",
  "no_way_without_camera",
  "no_way_without_phone",
  "no_way_without_either",
  "attempts_run_out",
  "france_without_double_blind",
];

const DOCUMENT = { id: "document", use: "offer", attempts: 5 };
const WALLET = { id: "wallet", use: "offer" };
const POLICY = {
  default: { minimumAge: 18, attemptsInAll: 5, methods: [DOCUMENT, WALLET] },
  regions: [
    { country: "AU", minimumAge: 16 },
    { country: "US", minimumAge: 17 },
    {
      country: "US",
      region: "US-NY",
      minimumAge: 21,
      attemptsInAll: 4,
      methods: [WALLET, { ...DOCUMENT, use: "fallback" }],
    },
    { country: "BR", proofMaxAgeDays: 0 },
    { country: "DE", proofMaxAgeDays: 2, methods: [WALLET] },
  ],
};

const publish = async (id: string, policy: object | null): Promise<string> => {
  const body = policy === null ? { policy } : { policy, acceptedWarnings: WARNINGS };
  return (await patchTenant(service.get().call, id, body)).policyId ?? "";
};

const newTenant = async (policy: object | null = POLICY) => {
  const { tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  return { ...made, policyId: policy === null ? "" : await publish(made.id, policy) };
};

const refusedStart = async (key: string, body: object) =>
  service.get().call("POST", "/verify/start", { key, body });

const rowOf = (id: string) => service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });

describe("a start of a tenant without a policy", () => {
  test("answers as before, whatever place and person it names, and stores neither", async () => {
    const { call, deps } = service.get();
    const { liveKey } = await newTenant(null);
    const { verificationId, config } = await start(call, liveKey, {
      country: "AU",
      region: "AU-NSW",
      subjectRef: "person-7",
    });
    expect(Object.keys(config)).toEqual(["minimumAge", "methods", "locale", "expiresAt", "mode"]);
    const row = await rowOf(verificationId);
    expect(row).toMatchObject({ policyId: null, policyPlace: null, maxAttempts: 3 });
    expect(JSON.stringify(row)).not.toMatch(/AU|person-7/);
    expect(await deps.db.orm.subjectUse.count({ where: { verificationId } })).toBe(0);
    for (let more = 0; more < 4; more += 1) await start(call, liveKey, { subjectRef: "person-7" });
  });

  test("is one statement, and with a policy it is one too, once the version was read", async () => {
    const { call, deps } = service.get();
    const [without, pinning] = [await newTenant(null), await newTenant()];
    for (const { liveKey } of [without, pinning]) await start(call, liveKey, { country: "AU" });
    const taken = recordStatements(deps);
    const counts: number[] = [];
    for (const { liveKey } of [without, pinning]) {
      taken();
      await start(call, liveKey, { country: "AU" });
      counts.push(taken().filter((text) => !text.includes("request_log")).length);
    }
    expect(counts).toEqual([1, 1]);
  });
});

describe("a start under a policy", () => {
  test.each([
    [{}, { minimumAge: 18, region: "default", methods: ["document", "wallet"], most: 5 }],
    [{ country: "AU" }, { minimumAge: 16, region: "AU", methods: ["document", "wallet"], most: 5 }],
    [
      { country: "US", region: "US-NY" },
      { minimumAge: 21, region: "US-NY", methods: ["wallet", "document"], most: 4 },
    ],
    [{ region: "US-NY" }, { minimumAge: 21, region: "US-NY", methods: ["wallet", "document"], most: 4 }],
    [{ region: "US-TX" }, { minimumAge: 17, region: "US", methods: ["document", "wallet"], most: 5 }],
    [{ country: "NZ" }, { minimumAge: 18, region: "default", methods: ["document", "wallet"], most: 5 }],
    [
      { country: "AU", minimumAge: 18 },
      { minimumAge: 18, region: "AU", methods: ["document", "wallet"], most: 5 },
    ],
    [
      { region: "US-NY", methods: ["document", "wallet"] },
      { minimumAge: 21, region: "US-NY", methods: ["wallet", "document"], most: 4 },
    ],
    [
      { country: "NZ", methods: ["document"] },
      { minimumAge: 18, region: "default", methods: ["document"], most: 5 },
    ],
    [
      { methods: ["wallet", "document"] },
      { minimumAge: 18, region: "default", methods: ["document", "wallet"], most: 5 },
    ],
  ])("of %j follows the rule for the place, and pins it", async (body, { region, most, ...expected }) => {
    const { liveKey, policyId } = await newTenant();
    const { verificationId, config } = await start(service.get().call, liveKey, body);
    expect(config).toMatchObject({ ...expected, policy: { id: policyId, version: 1, region } });
    expect(await rowOf(verificationId)).toMatchObject({ policyId, policyPlace: region, maxAttempts: most });
  });

  test.each<[string, object, string]>([
    ["a lower minimum age than the rule's", { country: "AU", minimumAge: 15 }, "minimumAge"],
    ["a method that the rule does not show", { methods: ["document", "sandbox"] }, "methods.1"],
    ["a document alone where the law forbids it", { region: "US-NY", methods: ["document"] }, "methods"],
    ["one way where the law asks for more", { country: "AU", methods: ["wallet"] }, "methods"],
    ["thresholds without the rule's minimum age", { country: "AU", thresholds: [13, 18] }, "thresholds"],
    ["an unknown policy", { policyId: "pol_01k9zzzzzzzzzzzzzzzzzzzzzz" }, "policyId"],
    ["a text that is no policy", { policyId: "policy" }, "policyId"],
    ["no country", { country: "Australia" }, "country"],
    ["a region elsewhere", { country: "US", region: "CA-ON" }, "region"],
    ["an empty reference to a person", { subjectRef: "" }, "subjectRef"],
    ["a reference of 201 characters", { subjectRef: "x".repeat(201) }, "subjectRef"],
  ])("refuses %s, and writes nothing", async (_name, body, path) => {
    const { deps } = service.get();
    const { liveKey } = await newTenant();
    const before = await countRows(deps);
    expectRefused(await refusedStart(liveKey, body), path);
    expect(await countRows(deps)).toEqual(before);
  });

  test("says what the rule asks for, where less is asked", async () => {
    const { liveKey } = await newTenant();
    const answer = await refusedStart(liveKey, { region: "US-NY", minimumAge: 18 });
    expectRefused(answer, "minimumAge", "expected at least 21, as the policy's rule for US-NY says");
  });

  test("takes another version of its own, and none of another tenant's", async () => {
    const { call } = service.get();
    const { id, liveKey, policyId: first } = await newTenant();
    const second = await publish(id, { ...POLICY, regions: [] });
    const current = await start(call, liveKey, { country: "AU" });
    expect(current.config.policy).toEqual({ id: second, version: 2, region: "default" });
    const named = await start(call, liveKey, { country: "AU", policyId: first });
    expect(named.config.policy).toEqual({ id: first, version: 1, region: "AU" });
    const theirs = await newTenant();
    expectRefused(await refusedStart(theirs.liveKey, { policyId: first }), "policyId");
  });

  test("of a test key pins it too", async () => {
    const { testKey, policyId } = await newTenant();
    const { config } = await start(service.get().call, testKey, { country: "AU" });
    expect(config).toMatchObject({ mode: "test", minimumAge: 16, policy: { id: policyId } });
  });

  test("keeps what it pinned when another version is published, or none holds any more", async () => {
    const { call } = service.get();
    const { id, liveKey, policyId } = await newTenant();
    const { verificationId } = await start(call, liveKey, { country: "AU" });
    const before = await rowOf(verificationId);
    await publish(id, { default: { minimumAge: 21, methods: [WALLET, DOCUMENT] }, regions: [] });
    expect(await rowOf(verificationId)).toEqual(before);
    await publish(id, null);
    expect(await rowOf(verificationId)).toEqual(before);
    expect(before).toMatchObject({ policyId, minimumAge: 16 });
    expect((await start(call, liveKey, { country: "AU" })).config).not.toHaveProperty("policy");
  });

  test.each([
    ["BR", 3_600],
    ["DE", 2 * 86_400],
    ["AU", 7 * 86_400],
  ])("in %s gives a token that lives at most %i seconds", async (country, seconds) => {
    const { call, deps } = service.get();
    const { id, liveKey } = await newTenant();
    await deps.db.orm.tenant.update({ where: { id }, data: { tokenTtlSeconds: 7 * 86_400 } });
    deps.keyCache.invalidate(id);
    const { verificationId } = await start(call, liveKey, { country });
    const { token } = await complete(call, liveKey, { verificationId, verifiedAge: 30 });
    const { expiresAt = "" } = await validate(call, liveKey, token);
    expect((Date.parse(expiresAt) - clock.now().getTime()) / 1000).toBe(seconds);
  });
});

describe("a person whom the tenant names", () => {
  const subjects = () => service.get().deps.db.orm.subjectUse.findMany({ orderBy: { createdAt: "asc" } });

  test("starts three verifications a day; the fourth is refused until the first is a day old", async () => {
    const { call, deps } = service.get();
    const { liveKey, testKey } = await newTenant();
    const body = { subjectRef: "person-7" };
    for (let started = 0; started < 3; started += 1) {
      await start(call, liveKey, body);
      clock.advance({ hours: 1 });
    }
    const before = await countRows(deps);
    const refused = await refusedStart(liveKey, body);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "SUBJECT_LIMIT_REACHED", retryAfterSeconds: 21 * 3600 },
    });
    expect(refused.headers.get("retry-after")).toBe(String(21 * 3600));
    expect(await countRows(deps)).toEqual(before);
    // Another person, another mode and no person at all are counted apart.
    await start(call, liveKey, { subjectRef: "person-8" });
    await start(call, testKey, body);
    await start(call, liveKey);
    clock.advance({ hours: 20, minutes: 59 });
    expect((await refusedStart(liveKey, body)).status).toBe(429);
    clock.advance({ minutes: 1 });
    await start(call, liveKey, body);
    expect((await refusedStart(liveKey, body)).status).toBe(429);
  });

  test("whose day is used up in every way is refused at the start, not on a page with no way", async () => {
    const { call, deps } = service.get();
    const rule = { minimumAge: 18, attemptsInAll: 3, methods: [{ ...DOCUMENT, attempts: 3 }] };
    const { id, liveKey } = await newTenant({ default: rule });
    const body = { subjectRef: "person-7" };
    const { verificationId } = await start(call, liveKey, body);
    const tries = [0, 1, 2].map((hours) => new Date(clock.now().getTime() + hours * 3_600_000));
    await deps.db.orm.methodAttempt.createMany({
      data: tries.map((createdAt, at) => ({
        id: `att_${verificationId.slice(4)}_${at}`,
        ...{ verificationId, tenantId: id, number: at + 1, method: "document", durationMs: 1, createdAt },
        ...{ finding: "DOCUMENT_UNREADABLE", reason: null },
      })),
    });
    clock.advance({ hours: 3 });
    const before = await countRows(deps);
    const refused = await refusedStart(liveKey, body);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "SUBJECT_LIMIT_REACHED", retryAfterSeconds: 21 * 3600 },
    });
    expect(await countRows(deps)).toEqual(before);
    await start(call, liveKey, { subjectRef: "person-8" });
    clock.advance({ hours: 21 });
    await start(call, liveKey, body);
  });

  test("is not counted in test mode, where no policy holds", async () => {
    const { call, deps } = service.get();
    const { id, testKey } = await newTenant();
    for (let started = 0; started < 5; started += 1) await start(call, testKey, { subjectRef: "person-7" });
    expect(await deps.db.orm.verification.count({ where: { tenantId: id } })).toBe(5);
    expect(await deps.db.orm.subjectUse.count({ where: { tenantId: id } })).toBe(0);
  });

  test("of ten starts at once gets three, each counted once", async () => {
    const { call, deps } = service.get();
    const { id, liveKey } = await newTenant();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        call("POST", "/verify/start", { key: liveKey, body: { subjectRef: "person-7" } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429, 429, 429,
    ]);
    expect(await deps.db.orm.verification.count({ where: { tenantId: id } })).toBe(3);
    expect(await deps.db.orm.subjectUse.count({ where: { tenantId: id } })).toBe(3);
    expect(await deps.db.orm.usageMonth.findMany({ where: { tenantId: id } })).toMatchObject([
      { started: 3 },
    ]);
  });

  test("does not lose a start to a month that is full", async () => {
    const { call, deps } = service.get();
    const { id, liveKey } = await newTenant();
    await patchTenant(call, id, { overrides: { hardLimit: 0 } });
    expect((await refusedStart(liveKey, { subjectRef: "person-7" })).body).toMatchObject({
      code: "HARD_LIMIT_EXCEEDED",
    });
    expect(await deps.db.orm.subjectUse.count({ where: { tenantId: id } })).toBe(0);
  });

  test("is kept as a keyed hash, another one in each tenant", async () => {
    const { call } = service.get();
    const before = (await subjects()).length;
    for (const { liveKey } of [await newTenant(), await newTenant()]) {
      await start(call, liveKey, { subjectRef: "person-7" });
    }
    const rows = (await subjects()).slice(before);
    expect(rows.map(({ hash }) => hash.length)).toEqual([32, 32]);
    expect(new Set(rows.map(({ hash }) => Buffer.from(hash).toString("hex"))).size).toBe(2);
    expect(rows.map(({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime())).toEqual([
      86_400_000, 86_400_000,
    ]);
    expect(JSON.stringify(rows)).not.toContain("person-7");
  });
});
