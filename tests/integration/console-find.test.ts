import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

const service = consoleForFile();
const finds = z.object({
  verifications: z.array(z.looseObject({ verificationId: z.string() })),
  deliveryId: z.string().nullable(),
  requestId: z.string().nullable(),
});

let tenantId = "";
let key = "";
let ids: string[] = [];

const ask = async (path: string, input: unknown, subject = "ada") => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};
const find = async (text: string, subject?: string) => {
  const answer = await ask("reports.find", { text }, subject);
  expect(answer, answer.message).toMatchObject({ errorCode: null });
  return finds.parse(answer.data);
};
const found = async (text: string): Promise<string[]> =>
  (await find(text)).verifications.map(({ verificationId }) => verificationId);

beforeAll(async () => {
  const { deps, call, tenant: newTenant } = service.get();
  const [tenant, other] = [await newTenant(), await newTenant()];
  tenantId = tenant.id;
  key = tenant.liveKey;
  await knownPerson({ deps }, "ada", { tenantId, role: "owner" });
  await knownPerson({ deps }, "ben", { tenantId, role: "viewer" });
  await ask("webhooks.createEndpoint", { url: "https://hooks.example.com/x" });
  ids = [];
  for (const metadata of [
    { order: "A-1042", shop: "berlin" },
    { order: "A-1043", shop: "100%_sure" },
    { customer: 77 },
  ]) {
    ids.push((await start(call, tenant.liveKey, { metadata })).verificationId);
  }
  await complete(call, tenant.liveKey, { verificationId: ids[0] ?? "", verifiedAge: 30 });
  await start(call, other.liveKey, { metadata: { order: "A-1042" } });
});

describe("what is typed into the palette", () => {
  test("finds a verification by its id and by any whole value, whatever its letter case", async () => {
    expect(await found(ids[1] ?? "")).toEqual([ids[1]]);
    expect(await found("a-1042")).toEqual([ids[0]]);
    expect(await found("BERLIN")).toEqual([ids[0]]);
    expect(await found("77")).toEqual([ids[2]]);
  });

  test("finds a verification by its whole reference, whatever its letter case, and shows it", async () => {
    const { call } = service.get();
    const { verificationId } = await start(call, key, {
      reference: "Ref-9001",
      metadata: { shop: "REF-9001" },
    });
    expect(await find("rEF-9001")).toMatchObject({
      verifications: [{ verificationId, reference: "Ref-9001" }],
    });
    expect((await ask("verifications.detail", { verificationId })).data).toMatchObject({
      reference: "Ref-9001",
    });
    const listed = await ask("verifications.list", { search: "ref-9001", mode: "live" });
    expect(listed.data).toMatchObject({ verifications: [{ verificationId }] });
  });

  test("finds a part of a reference, whatever its letter case and whichever key names verifications", async () => {
    const { call } = service.get();
    const made = { reference: "Till-7_44", metadata: { order: "B-1" } };
    const { verificationId } = await start(call, key, made);
    const { verificationId: later } = await start(call, key, { reference: "till-7-45" });
    expect(await found("TILL-7")).toEqual([later, verificationId]);
    // No pattern: each character stands for itself.
    expect(await found("7_44")).toEqual([verificationId]);
    expect(await found("7_4_")).toEqual([]);
    await ask("settings.update", { listMetadataKey: "order" });
    expect(await found("ill-7")).toEqual([later, verificationId]);
    await ask("settings.update", { listMetadataKey: null });
  });

  test("finds a part of a value only under the key that the tenant has chosen", async () => {
    expect(await found("104")).toEqual([]);
    await ask("settings.update", { listMetadataKey: "order" });
    expect(await found("104")).toEqual([ids[1], ids[0]]);
    expect(await found("a-104")).toEqual([ids[1], ids[0]]);
    expect(await found("A-1042")).toEqual([ids[0]]);
    expect(await found("berl")).toEqual([]);
    await ask("settings.update", { listMetadataKey: "shop" });
    expect(await found("0%_s")).toEqual([ids[1]]);
    // No pattern: each character stands for itself.
    expect(await found("1__%")).toEqual([]);
    await ask("settings.update", { listMetadataKey: null });
  });

  test("names nothing that is not there", async () => {
    const [known = ""] = ids;
    const alike = known.slice(0, -1) + (known.endsWith("0") ? "1" : "0");
    for (const text of ["ver_nonsense", alike, "dlv_nonsense", "req_nonsense"]) {
      expect(await find(text), text).toEqual({ verifications: [], deliveryId: null, requestId: null });
    }
  });

  test("finds a delivery and a request by their ids, for roles that may see them", async () => {
    const { orm } = service.get().deps.db;
    const { id } = await orm.webhookDelivery.findFirstOrThrow({ where: { tenantId } });
    const { requestId } = await orm.verification.findFirstOrThrow({ where: { id: ids[0] ?? "" } });
    expect(await find(id)).toMatchObject({ deliveryId: id });
    await expect.poll(async () => (await find(requestId)).requestId, { timeout: 5_000 }).toBe(requestId);
    expect(await find(id, "ben")).toMatchObject({ deliveryId: null });
    expect(await find(requestId, "ben")).toMatchObject({ requestId: null });
  });
});

describe("the key that names verifications", () => {
  test("is one of those in use, or any other; the change is audited, and every member's console knows it", async () => {
    expect((await ask("verifications.metadataKeys", undefined)).data).toEqual(["customer", "order", "shop"]);
    expect(await ask("settings.update", { listMetadataKey: "order" })).toMatchObject({
      data: { listMetadataKey: "order" },
    });
    expect((await ask("session.me", undefined, "ben")).data).toMatchObject({
      tenants: expect.arrayContaining([expect.objectContaining({ tenantId, listMetadataKey: "order" })]),
    });
    const [entry] = await service.get().deps.db.orm.auditEntry.findMany({
      where: { tenantId, action: "settings.update" },
      orderBy: { id: "desc" },
      take: 1,
    });
    expect(entry?.changes).toMatchObject({ listMetadataKey: "order" });
    for (const key of ["", "x".repeat(41)]) {
      expect(await ask("settings.update", { listMetadataKey: key })).toMatchObject({ httpStatus: 400 });
    }
    expect(await ask("settings.update", { listMetadataKey: null }, "ben")).toMatchObject({ httpStatus: 403 });
  });
});
