import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { publishPolicy } from "#services/policies/policies.ts";
import { getSettings, updateSettings } from "#services/tenants/settings.ts";
import { addVendor, listTenantVendors, rotateVendorKeys, switchVendor } from "#services/vendors/accounts.ts";
import { chooseVendorSelfie, removeVendor, renameVendor } from "#services/vendors/change-vendor.ts";
import { redactVendorSessions } from "#services/vendors/redact.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { viewPage } from "../support/http/hosted.ts";
import {
  addStandIn,
  goThere,
  keysOf,
  press,
  proveAt,
  type StandIns,
  startStandIns,
} from "../support/vendors/walk.ts";
import { dump } from "../support/world/dump.ts";
import { createService, type TestService } from "../support/world/service.ts";

let standIns: StandIns;
let service: TestService;

beforeAll(async () => {
  standIns = await startStandIns();
  service = await createService({ env: standIns.env });
});

afterAll(async () => {
  await service.close();
  await standIns.stop();
});

const newOwner = async () => {
  const tenant = await service.tenant({ plan: "scale" });
  return { ...tenant, owner: await ownerCtx(service.deps, tenant.id) };
};

const STRIPE = { apiKey: "rk_live_stand_in_0123456789", callbackKey: "whsec_0123456789abcdef" };
const YOTI = { accountId: "5d3add31-3a3a-4d3b-a6b4-347edb35264c", apiKey: "k" };

const pem = (type: "rsa" | "ed25519"): string => {
  const { privateKey } =
    type === "rsa" ? generateKeyPairSync("rsa", { modulusLength: 2048 }) : generateKeyPairSync("ed25519");
  return privateKey.export({ format: "pem", type: "pkcs8" }).toString();
};
const RSA_KEY = pem("rsa");
const PUBLIC_KEY = createPublicKey(RSA_KEY).export({ format: "pem", type: "spki" }).toString();

describe("a vendor is added with keys of its own kind and mode, and with no others", () => {
  test.each([
    [
      "a test key of Stripe for live mode",
      { kind: "stripe", mode: "live", ...STRIPE, apiKey: "rk_test_0123456789" },
      "apiKey",
    ],
    ["a live key of Stripe for test mode", { kind: "stripe", mode: "test", ...STRIPE }, "apiKey"],
    [
      "a publishable key",
      { kind: "stripe", mode: "live", ...STRIPE, apiKey: "pk_live_0123456789" },
      "apiKey",
    ],
    ["no signing secret", { kind: "stripe", mode: "live", apiKey: STRIPE.apiKey }, "callbackKey"],
    [
      "a signing secret of another service",
      { kind: "stripe", mode: "live", ...STRIPE, callbackKey: "secret" },
      "callbackKey",
    ],
    [
      "an SDK id for Stripe",
      { kind: "stripe", mode: "live", ...STRIPE, accountId: YOTI.accountId },
      "accountId",
    ],
    ["no SDK id for Yoti", { kind: "yoti", mode: "live", apiKey: "k" }, "accountId"],
    [
      "no public key of Yoti's sandbox",
      { kind: "yoti", mode: "test", ...YOTI, apiKey: RSA_KEY },
      "callbackKey",
    ],
    [
      "an API key for Yoti's sandbox, which takes none",
      { kind: "yoti", mode: "test", ...YOTI, callbackKey: PUBLIC_KEY },
      "apiKey",
    ],
    [
      "a private key that is none",
      {
        kind: "yoti",
        mode: "live",
        ...YOTI,
        apiKey: "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----",
      },
      "apiKey",
    ],
    [
      "a private key of another kind",
      { kind: "yoti", mode: "live", ...YOTI, apiKey: pem("ed25519") },
      "apiKey",
    ],
    [
      "a public key that is none",
      { kind: "yoti", mode: "live", ...YOTI, callbackKey: "PUBLIC KEY" },
      "callbackKey",
    ],
  ] as const)("%s", async (_name, input, path) => {
    const { owner } = await newOwner();
    await expect(addVendor(owner, input)).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path }] },
    });
    expect(await listTenantVendors(owner)).toEqual([]);
  });

  test("Yoti's live service may have a private key in place of an API key", async () => {
    const { owner } = await newOwner();
    const keys = { ...keysOf(standIns, "yoti"), apiKey: standIns.yoti.serviceKey };
    await expect(addVendor(owner, { kind: "yoti", mode: "live", ...keys })).resolves.toMatchObject({
      mode: "live",
    });
  });

  test("Yoti's live notifications need no key: it is published", async () => {
    const { owner } = await newOwner();
    await expect(addVendor(owner, { kind: "yoti", mode: "live", ...YOTI })).resolves.toMatchObject({
      method: "vendor:yoti",
      name: "Yoti",
    });
  });

  test("one of each kind and mode, also by two at once", async () => {
    const { owner } = await newOwner();
    const add = () => addVendor(owner, { kind: "stripe", mode: "live", ...STRIPE });
    const outcomes = await Promise.allSettled([add(), add()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(add()).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("keys are tried at the vendor before they are kept, so that no person pays for a check that nobody can read", () => {
  afterEach(() => standIns.reset());

  const add = async (input: Partial<Parameters<typeof addVendor>[1]> = {}) => {
    const { owner, id } = await newOwner();
    const { kind = "stripe", mode = "live" } = input;
    const adding = addVendor(owner, { kind, mode, ...keysOf(standIns, kind, mode), ...input });
    const problem = await adding.then(
      () => null,
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
    const kept = await service.deps.db.orm.vendor.count({ where: { tenantId: id } });
    expect(kept).toBe(problem === null ? 1 : 0);
    return problem;
  };

  test("one that may do all leaves no open session at Stripe", async () => {
    const before = new Set(standIns.stripe.sessions.keys());
    expect(await add()).toBeNull();
    const tried = [...standIns.stripe.sessions.values()].filter(({ id }) => !before.has(id));
    expect(tried).toMatchObject([{ status: "canceled", reference: null }]);
  });

  test("one that Stripe refuses", async () => {
    expect(await add({ apiKey: "rk_live_unknown0000" })).toMatch(
      /^INVALID_REQUEST_BODY: apiKey: Stripe refuses this key: it needs write access/,
    );
  });

  test("one that may not read sensitive results", async () => {
    standIns.stripe.mayReadBirths = false;
    const before = standIns.stripe.sessions.size;
    expect(await add()).toMatch(
      /^INVALID_REQUEST_BODY: apiKey: Stripe does not let this key read sensitive verification results/,
    );
    const tried = [...standIns.stripe.sessions.values()].slice(before);
    expect(tried).toMatchObject([{ status: "canceled" }]);
  });

  test("a private key that is not of this service at Yoti", async () => {
    expect(await add({ kind: "yoti", mode: "test", apiKey: RSA_KEY })).toMatch(
      /^INVALID_REQUEST_BODY: apiKey: Yoti gives no access token for this key/,
    );
  });

  test.each(["stripe", "yoti"] as const)("%s that does not answer", async (kind) => {
    standIns[kind].trouble = 500;
    expect(await add({ kind, mode: "test" })).toMatch(/^VENDOR_UNAVAILABLE: .* could not be tried/);
  });

  test("also when they replace others, which stay", async () => {
    const { owner, id: tenantId } = await newOwner();
    const { id } = await addStandIn(service.deps, tenantId, standIns);
    const rowOf = () => service.deps.db.orm.vendor.findUniqueOrThrow({ where: { id } });
    const before = await rowOf();
    standIns.stripe.mayReadBirths = false;
    await expect(rotateVendorKeys(owner, { id, ...STRIPE })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path: "apiKey" }] },
    });
    expect(await rowOf()).toEqual(before);
  });
});

test("settings and policies can name a tenant's vendors, and no other tenant's", async () => {
  const { owner, id } = await newOwner();
  const stranger = await newOwner();
  await addStandIn(service.deps, id, standIns);
  await expect(updateSettings(owner, { methods: ["vendor:stripe"] })).resolves.toMatchObject({
    availableMethods: ["document", "wallet", "voucher", "vendor:stripe", "age_key"],
  });
  for (const methods of [["vendor:stripe"], ["vendor:yoti"], ["vendor"], ["vendor:"]]) {
    await expect(updateSettings(stranger.owner, { methods })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
    });
  }
  expect((await getSettings(stranger.owner)).availableMethods).toEqual([
    "document",
    "wallet",
    "voucher",
    "age_key",
  ]);
});

test("under a policy an undecided answer is a try of this way, and closes it", async () => {
  const { owner, id, liveKey } = await newOwner();
  await addStandIn(service.deps, id, standIns);
  const policy = {
    default: {
      methods: [
        { id: "vendor:stripe", use: "offer" as const, attempts: 1 },
        { id: "document", use: "offer" as const },
      ],
      attemptsInAll: 3,
    },
    regions: [],
  };
  const acceptedWarnings = [
    "one_way_only",
    "no_way_without_camera",
    "document_only",
    "no_double_blind",
    "no_privacy",
  ];
  await publishPolicy(owner, { policy, acceptedWarnings });
  const started = await start(service.call, liveKey);
  const secret = secretOf(started);
  expect(await proveAt(service.deps, standIns, secret, { outcome: "unreadable" })).toBeNull();
  expect(await viewPage(service.deps, secret)).toMatchObject({
    methods: ["document"],
    attemptsLeft: 2,
    problem: { code: "VENDOR_UNDECIDED", closed: "vendor:stripe" },
  });
  // Whatever an open tab still sends.
  await expect(goThere(service.deps, secret)).rejects.toThrow("METHOD_UNAVAILABLE");
});

test("keys are in no answer and nowhere as they are, are replaced at once, and every change is in the audit trail", async () => {
  const { owner, id, liveKey } = await newOwner();
  const made = await addVendor(owner, { kind: "stripe", mode: "live", ...STRIPE });
  const shown = JSON.stringify([made, await listTenantVendors(owner)]);
  for (const key of Object.values(STRIPE)) expect(shown).not.toContain(key);
  await updateSettings(owner, { methods: ["vendor:stripe"] });
  const secret = secretOf(await start(service.call, liveKey));
  // Until it is replaced, the vendor refuses this key.
  standIns.stripe.trouble = 401;
  await expect(goThere(service.deps, secret)).rejects.toThrow("VENDOR_UNAVAILABLE");
  standIns.reset();
  await rotateVendorKeys(owner, { id: made.id, ...keysOf(standIns, "stripe") });
  const started = await start(service.call, liveKey);
  await proveAt(service.deps, standIns, secretOf(started));
  expect(await statusOf(service.call, liveKey, started.verificationId)).toMatchObject({
    status: "completed",
  });
  await switchVendor(owner, { id: made.id, isActive: false });
  expect((await viewPage(service.deps, secret))?.methods).toEqual([]);
  const kept = await dump(service);
  for (const key of Object.values(STRIPE)) expect(kept).not.toContain(key);
  const entries = await service.deps.db.orm.auditEntry.findMany({ where: { tenantId: id } });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["vendor.add", "vendor.rotate", "vendor.switch_off"]),
  );
});

test("of two members who replace a vendor’s keys, the second hears of the first, and replaces nothing", async () => {
  const { owner, id: tenantId } = await newOwner();
  const { id } = await addStandIn(service.deps, tenantId, standIns);
  const marks = async () => (await listTenantVendors(owner)).map(({ keysMark }) => ({ keysMark }));
  const [seen] = await marks();
  const replace = (known: { keysMark: string } | undefined, apiKey = "rk_live_stand_in_another") =>
    rotateVendorKeys(owner, { id, ...keysOf(standIns, "stripe"), apiKey, seen: known });
  const { keysMark } = await replace(seen);
  expect(keysMark).toMatch(/^[0-9a-f]{64}$/);
  expect(keysMark).not.toBe(seen?.keysMark);
  await expect(replace(seen, "rk_live_stand_in_a_third")).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("changed the keys of this vendor"),
  });
  expect(await marks()).toEqual([{ keysMark }]);
  await replace({ keysMark });
  await replace(undefined);
});

test("keys are replaced by a member who read their mark before a colleague chose about the selfie", async () => {
  const { owner, id: tenantId } = await newOwner();
  const { id, keysMark } = await addStandIn(service.deps, tenantId, standIns);
  for (const asksSelfie of [false, true]) {
    expect(await chooseVendorSelfie(owner, { id, asksSelfie })).toMatchObject({ keysMark, asksSelfie });
  }
  const keys = { ...keysOf(standIns, "stripe"), apiKey: "rk_live_stand_in_another" };
  const replaced = await rotateVendorKeys(owner, { id, ...keys, seen: { keysMark } });
  expect(replaced).toMatchObject({ asksSelfie: true });
  expect(replaced.keysMark).not.toBe(keysMark);
});

test("keys that can no longer be opened take the choice about the selfie with them, and the audit trail says so", async () => {
  const { deps } = service;
  const { owner, id: tenantId } = await newOwner();
  const { id } = await addStandIn(deps, tenantId, standIns);
  // As after the loss of SECRETS_KEY: what is stored no longer opens.
  const credentialSealed = deps.secrets.seal("[]", "of another row");
  await deps.db.orm.vendor.update({ where: { id }, data: { credentialSealed } });
  const [listed] = await listTenantVendors(owner);
  expect(listed).toMatchObject({ asksSelfie: null });
  const seen = { keysMark: listed?.keysMark };
  const replaced = await rotateVendorKeys(owner, { id, ...keysOf(standIns, "stripe"), seen });
  expect(replaced).toMatchObject({ asksSelfie: false });
  const where = { tenantId, action: "vendor.rotate" };
  expect(await deps.db.orm.auditEntry.findMany({ where })).toMatchObject([
    { changes: { asksSelfie: false } },
  ]);
  expect(await chooseVendorSelfie(owner, { id, asksSelfie: true })).toMatchObject({ asksSelfie: true });
});

test("another tenant's vendor is not found, and a member who may not change settings changes none", async () => {
  const { owner } = await newOwner();
  const stranger = await newOwner();
  const { id } = await addVendor(owner, { kind: "stripe", mode: "live", ...STRIPE });
  await expect(switchVendor(stranger.owner, { id, isActive: false })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(rotateVendorKeys(stranger.owner, { id, ...STRIPE })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const viewer = { ...owner, role: "viewer" as const };
  await expect(switchVendor(viewer, { id, isActive: false })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  expect(await listTenantVendors(viewer)).toMatchObject([{ id, isActive: true }]);
});

test("a vendor is renamed, the trail has both names, and of two members with one form the second hears of the first", async () => {
  const { owner, id: tenantId } = await newOwner();
  const { id } = await addStandIn(service.deps, tenantId, standIns);
  const seen = { name: "Stripe Identity" };
  expect(await renameVendor(owner, { id, name: "ID check", seen })).toMatchObject({
    id,
    name: "ID check",
    method: "vendor:stripe",
  });
  await expect(renameVendor(owner, { id, name: "Passport check", seen })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await listTenantVendors(owner)).toMatchObject([{ id, name: "ID check" }]);
  const entries = await service.deps.db.orm.auditEntry.findMany({
    where: { tenantId, action: "vendor.rename" },
  });
  expect(entries).toMatchObject([
    { target: id, changes: { method: "vendor:stripe", name: "ID check", before: seen } },
  ]);
});

describe("a vendor is removed", () => {
  afterEach(() => standIns.reset());

  test("only once nothing names it and it has erased what it collected; what it decided stays, and it can come back", async () => {
    const { id: tenantId, liveKey } = await newOwner();
    const { deps } = service;
    // As each request does: with the tenant as it is then.
    const owner = () => ownerCtx(deps, tenantId);
    const { id } = await addStandIn(deps, tenantId, standIns);
    await updateSettings(await owner(), { methods: ["vendor:stripe"] });
    await expect(removeVendor(await owner(), { id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The settings or the policy name vendor:stripe. Take it out there first.",
    });

    const started = await start(service.call, liveKey);
    expect(await proveAt(deps, standIns, secretOf(started))).toBeNull();
    await updateSettings(await owner(), { methods: ["document"] });
    await expect(removeVendor(await owner(), { id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/has yet to erase what it collected.* Switch it off now, and remove it/),
    });
    await switchVendor(await owner(), { id, isActive: false });
    await expect(removeVendor(await owner(), { id })).rejects.toMatchObject({
      message: expect.stringMatching(/with these keys\. Remove it in three days\.$/),
    });
    expect(await listTenantVendors(await owner())).toHaveLength(1);

    await redactVendorSessions(systemCtx(deps), 100);
    await removeVendor(await owner(), { id });
    expect(await listTenantVendors(await owner())).toEqual([]);
    await expect(removeVendor(await owner(), { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await statusOf(service.call, liveKey, started.verificationId)).toMatchObject({
      status: "completed",
      result: { verified: true },
    });
    const entries = await deps.db.orm.auditEntry.findMany({ where: { tenantId, action: "vendor.remove" } });
    expect(entries).toMatchObject([
      { target: id, changes: { method: "vendor:stripe", mode: "live", name: "Stripe Identity" } },
    ]);
    expect((await addStandIn(deps, tenantId, standIns)).id).not.toBe(id);
  });

  test("while a person is on the way there: the vendor erases their session at once, and the page says it is gone", async () => {
    const { id: tenantId, liveKey } = await newOwner();
    const { deps } = service;
    const { id } = await addStandIn(deps, tenantId, standIns);
    await updateSettings(await ownerCtx(deps, tenantId), { methods: ["vendor:stripe"] });
    const started = await start(service.call, liveKey);
    const others = new Set(standIns.stripe.sessions.keys());
    const { vendor, vendorSession } = deps.db.orm;
    const create = async (session: Parameters<typeof vendorSession.create>[0]) => {
      await vendor.deleteMany({ where: { tenantId, id } });
      return vendorSession.create(session);
    };
    const orm = Object.create(deps.db.orm, { vendorSession: { value: { create } } });
    const meanwhile = { ...deps, db: Object.create(deps.db, { orm: { value: orm } }) };
    const response = await press(meanwhile, secretOf(started), { provider: "stripe" });
    expect(response.headers.get("location")).toContain("METHOD_UNAVAILABLE");
    const made = [...standIns.stripe.sessions].filter(([sessionId]) => !others.has(sessionId));
    expect(made).toMatchObject([[expect.any(String), { isRedacted: true }]]);
    expect(await deps.db.orm.vendorSession.count({ where: { tenantId } })).toBe(0);
  });

  test("where a policy names it: refused", async () => {
    const { owner, id: tenantId } = await newOwner();
    const { id } = await addStandIn(service.deps, tenantId, standIns);
    const policy = {
      default: {
        methods: [
          { id: "vendor:stripe", use: "offer" as const, attempts: 1 },
          { id: "document", use: "offer" as const },
        ],
        attemptsInAll: 3,
      },
      regions: [],
    };
    const acceptedWarnings = [
      "one_way_only",
      "no_way_without_camera",
      "document_only",
      "no_double_blind",
      "no_privacy",
    ];
    await publishPolicy(owner, { policy, acceptedWarnings });
    await expect(removeVendor(await ownerCtx(service.deps, tenantId), { id })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("of test mode, while settings name the live one", async () => {
    const { id: tenantId } = await newOwner();
    const live = await addStandIn(service.deps, tenantId, standIns);
    const trial = await addStandIn(service.deps, tenantId, standIns, { mode: "test" });
    await updateSettings(await ownerCtx(service.deps, tenantId), { methods: ["vendor:stripe"] });
    const owner = await ownerCtx(service.deps, tenantId);
    await removeVendor(owner, { id: trial.id });
    expect(await listTenantVendors(owner)).toMatchObject([{ id: live.id }]);
  });

  test("by no other tenant, and by nobody who may not change settings", async () => {
    const { owner } = await newOwner();
    const stranger = await newOwner();
    const { id } = await addVendor(owner, { kind: "stripe", mode: "live", ...STRIPE });
    for (const attempt of [
      () => removeVendor(stranger.owner, { id }),
      () => renameVendor(stranger.owner, { id, name: "Mine" }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const viewer = { ...owner, role: "viewer" as const };
    for (const attempt of [
      () => removeVendor(viewer, { id }),
      () => renameVendor(viewer, { id, name: "Mine" }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await listTenantVendors(owner)).toMatchObject([{ id, name: "Stripe Identity" }]);
  });
});
