import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

const service = consoleForFile();
let tenant = { id: "", liveKey: "" };

beforeAll(async () => {
  const { deps, tenant: newTenant } = service.get();
  tenant = await newTenant({ plan: "scale" });
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "owner" });
  await knownPerson({ deps }, "cyd", { tenantId: tenant.id, role: "viewer" });
});

const as = async (subject: string, path: string, input: unknown) => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId: tenant.id });
};

const downloaded = z.strictObject({
  verificationId: z.string(),
  downloadedAt: z.date(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  reference: z.string().nullable(),
  hidesMethod: z.boolean(),
  stored: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

const ended = async (): Promise<string> => {
  const { call } = service.get();
  const { verificationId } = await start(call, tenant.liveKey, {
    metadata: { order: "A-1042" },
    reference: "ref-1",
  });
  await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  return verificationId;
};

const download = async (verificationId: string) =>
  downloaded.parse((await as("ada", "verifications.download", { verificationId })).data);

const audited = () =>
  service.get().deps.db.orm.auditEntry.findMany({
    where: { tenantId: tenant.id, action: "verifications.download" },
    select: { target: true, actor: true },
  });

test("a member downloads all that is stored about a verification, and the audit trail says so", async () => {
  const verificationId = await ended();
  const { metadata, reference, hidesMethod, stored } = await download(verificationId);
  expect({ metadata, reference, hidesMethod }).toEqual({
    metadata: { order: "A-1042" },
    reference: "ref-1",
    hidesMethod: false,
  });
  expect(stored.Verification).toMatchObject([{ id: verificationId, verifiedAge: 30, method: "tenant" }]);
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(["Verification", "Token", "Event"]));
  expect(await audited()).toEqual([{ target: verificationId, actor: expect.stringMatching(/^member:mem_/) }]);
});

test("a role without exports, and an id that is not the tenant's, get nothing, and nothing is noted", async () => {
  const verificationId = await ended();
  const before = await audited();
  expect((await as("cyd", "verifications.download", { verificationId })).errorCode).toBe("PERMISSION_DENIED");
  const foreign = await as("ada", "verifications.download", {
    verificationId: "ver_01k9zzzzzzzzzzzzzzzzzzzzzz",
  });
  expect(foreign.errorCode).toBe("VERIFICATION_NOT_FOUND");
  expect(await audited()).toEqual(before);
});

test("where the policy hides the method, no table and no field tells it", async () => {
  const methods = [
    { id: "document", use: "offer" },
    { id: "voucher", use: "fallback" },
  ];
  const published = await as("ada", "policies.publish", {
    policy: { default: { minimumAge: 18, methods, hideMethod: true }, regions: [] },
    acceptedWarnings: ["document_only", "no_way_without_camera", "one_way_only", "too_few_choices"],
    packIds: [],
    note: null,
  });
  expect(published.errorCode, published.message).toBeNull();
  const verificationId = await ended();
  // As after wrong codes: only a voucher leaves this.
  await service.get().deps.db.orm.verification.update({
    where: { id: verificationId },
    data: { voucherTries: 2 },
  });
  const { hidesMethod, stored } = await download(verificationId);
  expect(hidesMethod).toBe(true);
  for (const column of ["closedMethods", "voucherTries", "checkingUntil"])
    expect(stored.Verification?.[0]).not.toHaveProperty(column);
  expect(Object.keys(stored)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/MethodAttempt|Voucher|WalletTransaction|VendorSession|RequestLog/),
    ]),
  );
});
