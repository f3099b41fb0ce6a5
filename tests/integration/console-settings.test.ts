import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { consoleCall } from "../support/console/call.ts";
import { start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

const service = consoleForFile();
let tenant = { id: "", liveKey: "", testKey: "" };
let bearer = "";

beforeAll(async () => {
  const { deps, identity, tenant: newTenant } = service.get();
  tenant = await newTenant();
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "admin" });
  bearer = await identity.bearer("ada");
});

const ask = (path: string, input?: unknown) =>
  consoleCall(service.get().deps, path, input, { bearer, tenantId: tenant.id });

const GOOD = {
  name: "Shop",
  displayName: "The Shop",
  brandColour: "#1f6f54",
  supportUrl: "https://shop.example.com/help",
  minimumAge: 21,
  disclosure: "thresholds",
  methods: ["document"],
  maxAttempts: 5,
  callbackHosts: ["shop.example.com", "*.shop.example.com", "localhost:8080"],
  returnWith: "code",
  tokenTtlSeconds: 3_600,
  metadataRetentionDays: 30,
  resultRetentionDays: 365,
  acceptVisas: true,
  documentReuseDays: 7,
  documentReuseLimit: 2,
  listMetadataKey: "order",
  uniqueReferences: true,
};

test("every setting can be set and read back, and the change is in the audit trail", async () => {
  expect(await ask("settings.update", GOOD)).toMatchObject({ httpStatus: 200, data: GOOD });
  expect(await ask("settings.get")).toMatchObject({ data: GOOD });
  const [row] = await service.get().deps.db.orm.auditEntry.findMany({
    where: { tenantId: tenant.id, action: "settings.update" },
    orderBy: { id: "desc" },
  });
  expect(row?.changes).toMatchObject({ minimumAge: 21, callbackHosts: GOOD.callbackHosts.join(", ") });
});

test("they count for the next call of the API", async () => {
  await ask("settings.update", { minimumAge: 16, callbackHosts: ["shop.example.com"] });
  const { call } = service.get();
  const { config } = await start(call, tenant.liveKey);
  expect(config).toMatchObject({ minimumAge: 16 });
  await ask("settings.update", { disclosure: "thresholds" });
  expect((await start(call, tenant.liveKey)).config).toMatchObject({ thresholds: [16] });
  await ask("settings.update", { disclosure: "age" });
  expect((await start(call, tenant.liveKey)).config).not.toHaveProperty("thresholds");
  expect((await ask("settings.get")).data).not.toHaveProperty("disclosure");
  const to = (callback_url: string) =>
    call("POST", "/verify/start", { key: tenant.liveKey, body: { callback_url } });
  expect((await to("https://shop.example.com/back")).status).toBe(200);
  const refused = await to("https://evil.example.com/back");
  expect(refused.status).toBe(400);
  expect(refused.body.issues).toMatchObject([{ path: "callback_url" }]);
});

describe("zero-knowledge proofs", () => {
  const possible = {
    policy: "prefer",
    verifier: "a verifier",
    circuits: [],
    typesWithStatus: [],
  } as const;

  test("are a choice where the deployment can take them, and null gives it back", async () => {
    const { deps } = service.get();
    const able = { ...deps, wallet: { ...deps.wallet, proofs: possible } };
    const there = (path: string, input?: unknown) =>
      consoleCall(able, path, input, { bearer, tenantId: tenant.id });
    expect(await there("settings.get")).toMatchObject({
      data: { walletProofs: null, walletProofsByDefault: "prefer" },
    });
    for (const walletProofs of ["require", "off", "prefer", null]) {
      const changed = await there("settings.update", { walletProofs });
      expect(changed).toMatchObject({ httpStatus: 200, data: { walletProofs } });
    }
    const rows = await deps.db.orm.auditEntry.findMany({
      where: { tenantId: tenant.id, action: "settings.update" },
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(rows.map(({ changes }) => changes)).toEqual([
      { walletProofs: null, before: { walletProofs: "prefer" } },
      { walletProofs: "prefer", before: { walletProofs: "off" } },
    ]);
    expect(await there("settings.update", { walletProofs: "always" })).toMatchObject({ httpStatus: 400 });
  });

  test("are none elsewhere: settings do not name them, and a choice is refused with what is missing", async () => {
    const { data } = await ask("settings.get");
    expect(data).not.toHaveProperty("walletProofs");
    expect(data).not.toHaveProperty("walletProofsByDefault");
    const refused = await ask("settings.update", { walletProofs: "prefer" });
    expect(refused).toMatchObject({ httpStatus: 400, errorCode: "INVALID_REQUEST_BODY" });
    expect(refused.issues).toMatchObject([
      { path: "walletProofs", message: expect.stringContaining("operator") },
    ]);
  });
});

test("a choice of proofs that the deployment can no longer keep is shown, and can be taken back", async () => {
  const { deps } = service.get();
  const keep = (walletProofs: "require") =>
    deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { walletProofs } });
  for (const [chosen, shown] of [
    ["off", { walletProofs: "off" }],
    [null, {}],
  ] as const) {
    await keep("require");
    const { data } = await ask("settings.get");
    expect(data).toMatchObject({ walletProofs: "require" });
    expect(data).not.toHaveProperty("walletProofsByDefault");
    expect(await ask("settings.update", { walletProofs: "require" })).toMatchObject({ httpStatus: 400 });
    expect(await ask("settings.update", { walletProofs: chosen })).toMatchObject({
      httpStatus: 200,
      data: shown,
    });
  }
  expect((await ask("settings.get")).data).not.toHaveProperty("walletProofs");
});

describe("what is not valid", () => {
  test.each([
    ["brandColour", "#ffff00"],
    ["brandColour", "#ffffff"],
    ["brandColour", "red"],
    ["supportUrl", "http://shop.example.com"],
    ["supportUrl", "javascript:alert(1)"],
    ["minimumAge", 12],
    ["disclosure", "birthday"],
    ["methods.0", ["sandbox"]],
    ["methods.0", ["nonsense"]],
    ["methods", []],
    ["tokenTtlSeconds", 299],
    ["tokenTtlSeconds", 30 * 86_400 + 1],
    ["metadataRetentionDays", 0],
    ["resultRetentionDays", 0],
    ["resultRetentionDays", 3_651],
    ["documentReuseDays", 366],
    ["documentReuseLimit", 0],
    ["callbackHosts.0", ["https://shop.example.com"]],
    ["callbackHosts.0", ["*.com"]],
    ["callbackHosts.0", ["shop.example.com/path"]],
    ["displayName", "a\nb"],
    ["name", "  "],
  ])("%s: %o is refused, and nothing is written", async (path, value) => {
    const before = (await ask("settings.get")).data;
    const answer = await ask("settings.update", { [path.split(".")[0] ?? ""]: value });
    expect(answer).toMatchObject({ httpStatus: 400, errorCode: "INVALID_REQUEST_BODY" });
    expect(answer.issues.map((issue) => issue.path)).toContain(path);
    expect((await ask("settings.get")).data).toEqual(before);
  });

  test("no change at all, and an unknown one", async () => {
    expect(await ask("settings.update", {})).toMatchObject({ httpStatus: 400 });
    expect(await ask("settings.update", { plan: "scale" })).toMatchObject({ httpStatus: 400 });
  });
});

describe("the logo", () => {
  const png = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: "#1f6f54" } })
      .png()
      .toBuffer();

  test("is a small PNG, shown as data", async () => {
    const bytes = (await png(64)).toString("base64");
    expect(await ask("settings.setLogo", { png: bytes })).toMatchObject({ httpStatus: 200 });
    expect(await ask("settings.get")).toMatchObject({ data: { logo: `data:image/png;base64,${bytes}` } });
    await ask("settings.setLogo", { png: null });
    expect(await ask("settings.get")).toMatchObject({ data: { logo: null } });
  });

  test.each([
    ["an SVG", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
    [
      "a JPEG",
      async () =>
        sharp(await png(64))
          .jpeg()
          .toBuffer(),
    ],
    ["one too wide", () => png(1_025)],
    ["one too small", () => png(8)],
    ["half of one", async () => (await png(64)).subarray(0, 60)],
    ["one with a page behind it", async () => Buffer.concat([await png(64), Buffer.from("<script>")])],
    ["nothing", async () => Buffer.alloc(0)],
    ["compressed bytes", async () => deflateSync(Buffer.alloc(500))],
  ])("%s is refused", async (_what, make) => {
    const answer = await ask("settings.setLogo", { png: (await make()).toString("base64") });
    expect(answer).toMatchObject({ errorCode: "INVALID_REQUEST_BODY", issues: [{ path: "png" }] });
  });
});

test("whoever stops looking at documents keeps no trace of them", async () => {
  const { db } = service.get().deps;
  await ask("settings.update", { documentReuseDays: 30 });
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.orm.documentUse.create({
    data: { tenantId: tenant.id, hash: new Uint8Array(32), verificationId: "ver_1", expiresAt },
  });
  await ask("settings.update", { documentReuseDays: null });
  expect(await db.orm.documentUse.count({ where: { tenantId: tenant.id } })).toBe(0);
});
