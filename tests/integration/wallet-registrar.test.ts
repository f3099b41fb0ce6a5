import { randomBytes, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { availableMetrics } from "#services/operator/metrics.ts";
import { closeTenant } from "#services/tenants/life.ts";
import {
  removeWalletCertificate,
  setWalletCertificate,
  walletCertificate,
} from "#services/wallet/certificates.ts";
import {
  announceRegistrarCertificate,
  issueRegistrarCertificate,
  listIssuedCertificates,
  renewRegistrarCertificate,
  withdrawRegistrarCertificates,
} from "#services/wallet/registrar.ts";
import { purgeWalletTransactions } from "#services/wallet/transactions.ts";
import { EU_AGE_VERIFICATION } from "../../packages/wallet-verifier/src/credential-type.ts";
import { newRegistrarRoot, readRegistrar } from "../../packages/wallet-verifier/src/openid4vp/registrar.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { statusOf } from "../support/http/actions.ts";
import { walletCredential } from "../support/http/handlers.ts";
import { createAuthority, NOW, pemOf } from "../support/wallet/authority.ts";
import { googleSays, newWalletTenant, type WalletTenant } from "../support/wallet/google-page.ts";
import { ask, fetchRequestObject } from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { answer } from "../support/wallet/openid4vp-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";
import { dump } from "../support/world/dump.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";

// The operator as Google's "Verifier Registrar": which of its certificates sign whose requests, and from when to when.

const world = await createWorld();
const clock = testClock(NOW);
const types = [EU_AGE_VERIFICATION];
const wallet = { types, requestSigner: null, demoUrl: null };
const service = serviceForFile({ overrides: { now: clock.now, wallet } });
const sharing = { ...wallet, requestSigner: world.requestSigner };
const shared = serviceForFile({ overrides: { now: clock.now, wallet: sharing } });

const random = (bytes: number) => new Uint8Array(randomBytes(bytes));
const root = newRegistrarRoot("Age Checks Ltd", { now: NOW, random });
const registrar = {
  ...readRegistrar(root.key, root.certificate, NOW),
  operator: {
    name: "Age Checks Ltd",
    logoUri: "https://operator.example/logo.png",
    privacyPolicyUri: "https://operator.example/privacy",
  },
};
const roots = [new Uint8Array(new X509Certificate(root.certificate).raw)];
const google = (request: Parameters<typeof googleSays>[0]) =>
  googleSays(request, { roots, now: clock.now() });

const newTenant = (at = service.get()) =>
  newWalletTenant(at, { der: world.authority.der, types: types.map(({ type }) => type) });

const displayOf = (name: string) => ({
  name,
  logoUri: "https://shop.example/logo.png",
  privacyPolicyUri: "https://shop.example/privacy",
});
const ctxOf = ({ deps }: WalletTenant) => systemCtx(deps);
const issue = (tenant: WalletTenant, name: string) =>
  issueRegistrarCertificate(ctxOf(tenant), registrar, { tenantId: tenant.id, display: displayOf(name) });
const announce = (tenant: WalletTenant) => announceRegistrarCertificate(ctxOf(tenant), tenant.id);
const renew = (tenant: WalletTenant, changes = {}) =>
  renewRegistrarCertificate(ctxOf(tenant), registrar, { tenantId: tenant.id, changes });
const withdraw = (tenant: WalletTenant) => withdrawRegistrarCertificates(ctxOf(tenant), tenant.id);

const shows = (name: string) => ({
  name,
  privacyPolicy: "https://shop.example/privacy",
  aggregator: "Age Checks Ltd",
});

const leafOf = (request: { data: Record<string, unknown> } | undefined): X509Certificate => {
  const head = String(request?.data.request).split(".")[0] ?? "";
  return new X509Certificate(
    Buffer.from(JSON.parse(Buffer.from(head, "base64url").toString()).x5c[0], "base64"),
  );
};

const hold = async () => ({
  mdoc: await issueMdoc({
    docType: EU_AGE_VERIFICATION.type,
    nameSpace: EU_AGE_VERIFICATION.nameSpace,
    elements: { age_over_18: true },
    signer: world.signer,
  }),
});

/** Answers a prepared request of the tenant's page. */
const answerTo = async (
  { deps }: WalletTenant,
  secret: string,
  { transactionId: id, requests }: Awaited<ReturnType<WalletTenant["prepare"]>>,
) => {
  const data = await answer(requests[0]?.data ?? {}, await hold(), { origin: BASE_URL });
  const given = new Request(`${BASE_URL}/v/${secret}/wallet/credential/${id}`, {
    method: "POST",
    headers: { origin: BASE_URL, "content-type": "text/plain" },
    body: JSON.stringify({ protocol: requests[0]?.protocol, data }),
  });
  return (await walletCredential(deps, given, { secret, id })).json();
};

test("three tenants, sixty requests at once: each is signed with its own certificate, as Google's wallet shows", async () => {
  const names = ["Corner Shop", "Harbour Bar", "Night Kiosk"];
  const tenants = await Promise.all(names.map(() => newTenant()));
  for (const [index, tenant] of tenants.entries()) {
    await issue(tenant, names[index] ?? "");
    await announce(tenant);
  }
  const seen = await Promise.all(
    Array.from({ length: 60 }, async (_, turn) => {
      const request = await tenants[turn % 3]?.signed();
      return [await google(request), leafOf(request).subject];
    }),
  );
  const expected = tenants.map(({ id }, index) => [
    shows(names[index] ?? ""),
    `CN=${names[index]}\nserialNumber=${id.slice(4)}`,
  ]);
  expect(seen).toEqual(Array.from({ length: 60 }, (_, turn) => expected[turn % 3]));
  const keys = await Promise.all(tenants.map(async (tenant) => leafOf(await tenant.signed()).fingerprint256));
  expect(new Set(keys).size).toBe(3);
});

test("before its announcement a certificate signs nothing, and nothing of it is sent", async () => {
  const tenant = await newTenant();
  const issued = await issue(tenant, "Quiet Shop");
  expect(issued.announcedAt).toBeNull();
  expect(await walletCertificate(tenant.owner)).toMatchObject({ registrarName: null });
  const { requests } = await tenant.prepare((await tenant.page()).secret);
  expect(requests.map(({ protocol }) => protocol)).toEqual(["openid4vp-v1-unsigned", "org-iso-mdoc"]);
  expect(JSON.stringify(requests)).not.toContain("gw_rp_metadata_bytes");
  // Where the deployment has a certificate, it signs, and brings nothing of the tenant's.
  const other = await newTenant(shared.get());
  await issue(other, "Quiet Shop");
  const request = await other.signed();
  expect(Buffer.from(leafOf(request).raw).equals(Buffer.from(world.requestSigner.chain[0]))).toBe(true);
  expect(Buffer.from(String(request?.data.request), "base64").toString()).not.toContain("Quiet Shop");
  await announce(other);
  expect(await google(await other.signed())).toEqual(shows("Quiet Shop"));
});

test("a withdrawn one signs nothing more, its key is gone, and it can be issued again under the same subject", async () => {
  const tenant = await newTenant();
  const { subject } = await issue(tenant, "Corner Shop");
  await announce(tenant);
  await renew(tenant);
  expect(await google(await tenant.signed())).toEqual(shows("Corner Shop"));
  await withdraw(tenant);
  expect(await tenant.signed()).toBeUndefined();
  const rows = { where: { tenantId: tenant.id } };
  expect(await tenant.deps.db.orm.registrarCertificate.count(rows)).toBe(0);
  await expect(withdraw(tenant)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(announce(tenant)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(renew(tenant)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await issue(tenant, "Corner Shop")).subject).toBe(subject);
  expect(await tenant.signed()).toBeUndefined();
});

test("a tenant that is closed keeps none, and gets none", async () => {
  const tenant = await newTenant();
  await issue(tenant, "Corner Shop");
  await announce(tenant);
  const owner = await ownerCtx(tenant.deps, tenant.id);
  await closeTenant(owner, owner.tenant.name);
  expect(await tenant.deps.db.orm.registrarCertificate.count({ where: { tenantId: tenant.id } })).toBe(0);
  await expect(issue(tenant, "Corner Shop")).rejects.toMatchObject({ code: "TENANT_CLOSED" });
});

test("a renewed one waits while the former one signs; what the former one signed is answered after the change", async () => {
  const tenant = await newTenant();
  await issue(tenant, "Corner Shop");
  const first = await announce(tenant);
  const page = await tenant.page();
  const asked = await tenant.prepare(page.secret);
  const next = await renew(tenant, { name: "Corner Shop & Sons" });
  expect(next.fingerprint).not.toBe(first.fingerprint);
  expect(next.display).toEqual(displayOf("Corner Shop & Sons"));
  expect(await google(await tenant.signed())).toEqual(shows("Corner Shop"));
  await announce(tenant);
  expect(await google(await tenant.signed())).toEqual(shows("Corner Shop & Sons"));
  const rows = () => tenant.deps.db.orm.registrarCertificate.count({ where: { tenantId: tenant.id } });
  expect(await rows()).toBe(2);
  expect(await answerTo(tenant, page.secret, asked)).toMatchObject({
    status: "completed",
    outcome: "approved",
  });
  const { call } = service.get();
  expect((await statusOf(call, tenant.liveKey, page.verificationId)).status).toBe("completed");
  clock.advance({ hours: 1, ms: 1 });
  await purgeWalletTransactions(ctxOf(tenant), 100);
  expect(await rows()).toBe(1);
  expect(await google(await tenant.signed())).toEqual(shows("Corner Shop & Sons"));
});

test("an answer to a signed request of the browser counts, and links are not signed by the registrar", async () => {
  const tenant = await newTenant();
  await issue(tenant, "Corner Shop");
  await announce(tenant);
  const page = await tenant.page();
  expect(await answerTo(tenant, page.secret, await tenant.prepare(page.secret))).toMatchObject({
    outcome: "approved",
  });
  // No wallet but Google's knows the operator's root.
  const link = await tenant.page();
  await expect(ask(tenant.deps, link.secret, { channel: "qr", app: "openid4vp" })).rejects.toThrow(
    /METHOD_UNAVAILABLE/,
  );
  const other = await newTenant(shared.get());
  await issue(other, "Corner Shop");
  await announce(other);
  const asked = await ask(other.deps, (await other.page()).secret, { channel: "qr", app: "openid4vp" });
  const jwt = await (await fetchRequestObject(other.deps, asked.transactionId, "n-1")).text();
  const signer = leafOf({ data: { request: jwt } });
  expect(Buffer.from(signer.raw).equals(Buffer.from(world.requestSigner.chain[0]))).toBe(true);
});

test("a tenant's own certificate goes before the registrar's", async () => {
  const tenant = await newTenant();
  await issue(tenant, "Corner Shop");
  await announce(tenant);
  const access = await createAuthority({ name: "CN=Access CA" });
  const own = await access.signer({ name: "CN=Own Certificate", eku: null });
  const key = own.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  await setWalletCertificate(tenant.owner, { key, chain: pemOf(own.der) });
  expect(leafOf(await tenant.signed()).subject).toBe("CN=Own Certificate");
  await removeWalletCertificate(tenant.owner);
  const none = { own: null, hasShared: false };
  expect(await walletCertificate(tenant.owner)).toEqual({ ...none, registrarName: "Corner Shop" });
  expect(await google(await tenant.signed())).toEqual(shows("Corner Shop"));
});

test("test keys ask nobody in the tenant's name", async () => {
  const tenant = await newTenant();
  await issue(tenant, "Corner Shop");
  await announce(tenant);
  const row = await tenant.deps.db.orm.verification.findFirst({ where: { tenantId: tenant.id } });
  expect(row).toBeNull();
  const page = await tenant.page();
  await tenant.deps.db.orm.verification.update({
    where: { id: page.verificationId },
    data: { mode: "test" },
  });
  const { requests } = await tenant.prepare(page.secret);
  expect(requests.map(({ protocol }) => protocol)).not.toContain("openid4vp-v1-signed");
});

test("one that has ended signs nothing, and cannot be announced", async () => {
  const start = clock.now();
  const tenant = await newTenant();
  await issue(tenant, "Corner Shop");
  await announce(tenant);
  const waiting = await newTenant();
  await issue(waiting, "Late Shop");
  clock.advance({ days: 397 });
  try {
    expect(await tenant.signed()).toBeUndefined();
    await expect(announce(waiting)).rejects.toMatchObject({ code: "CONFLICT", message: /has ended/ });
    // The subject's CA goes on: a renewed one is in time.
    await renew(waiting);
    expect((await announce(waiting)).validUntil > clock.now()).toBe(true);
  } finally {
    clock.advance({ ms: start.getTime() - clock.now().getTime() });
  }
});

test("what cannot be shown or certified is refused by its field, and nothing is stored", async () => {
  const tenant = await newTenant();
  const refused = async (display: object, path: string) =>
    expect(
      issueRegistrarCertificate(ctxOf(tenant), registrar, {
        tenantId: tenant.id,
        display: { ...displayOf("Corner Shop"), ...display },
      }),
    ).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY", details: { issues: [{ path }] } });
  await refused({ name: "n".repeat(65) }, "display.name");
  await refused({ name: "" }, "display.name");
  await refused({ name: "Shop\u0000" }, "display.name");
  await refused({ logoUri: "http://shop.example/logo.png" }, "display.logoUri");
  await refused({ privacyPolicyUri: "shop.example" }, "display.privacyPolicyUri");
  const ctx = ctxOf(tenant);
  const input = { tenantId: "ten_00000000000000000000000000", display: displayOf("x") };
  await expect(issueRegistrarCertificate(ctx, registrar, input)).rejects.toMatchObject({
    code: "TENANT_NOT_FOUND",
  });
  await tenant.deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { isActive: false } });
  await expect(issue(tenant, "Closed Shop")).rejects.toMatchObject({ code: "TENANT_CLOSED" });
  expect(await tenant.deps.db.orm.registrarCertificate.count({ where: { tenantId: tenant.id } })).toBe(0);
});

test("of several calls at once one issues, one announces, and a second certificate needs a renewal", async () => {
  const tenant = await newTenant();
  const settled = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).filter(({ status }) => status === "fulfilled").length;
  expect(await settled([1, 2, 3, 4].map(() => issue(tenant, "Corner Shop")))).toBe(1);
  const where = { tenantId: tenant.id };
  expect(await tenant.deps.db.orm.registrarCertificate.count({ where })).toBe(1);
  expect(await settled([1, 2, 3, 4].map(() => announce(tenant)))).toBe(1);
  await expect(issue(tenant, "Corner Shop")).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await google(await tenant.signed())).toEqual(shows("Corner Shop"));
});

test("the list names what waits and what is in use, never a key; the audit trail has every change", async () => {
  const tenant = await newTenant();
  // Entries of one millisecond have no order.
  const inTurn = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    clock.advance({ ms: 1 });
    return result;
  };
  const first = await inTurn(issue(tenant, "Corner Shop"));
  await inTurn(announce(tenant));
  const next = await inTurn(renew(tenant));
  const listed = (await listIssuedCertificates(ctxOf(tenant))).filter(
    ({ tenantId }) => tenantId === tenant.id,
  );
  expect(listed.map(({ fingerprint, announcedAt }) => [fingerprint, announcedAt !== null])).toEqual([
    [first.fingerprint, true],
    [next.fingerprint, false],
  ]);
  expect(listed[0]).toMatchObject({ display: displayOf("Corner Shop"), aggregator: registrar.operator });
  expect(JSON.stringify(listed)).not.toContain("PRIVATE KEY");
  await inTurn(announce(tenant));
  await withdraw(tenant);
  const audit = await tenant.deps.db.orm.auditEntry.findMany({
    where: { tenantId: tenant.id, action: { startsWith: "registrar_certificate" } },
    orderBy: { id: "asc" },
  });
  expect(audit.map(({ action, target, actor }) => [action.split(".")[1], target, actor])).toEqual([
    ["issue", first.id, "system"],
    ["announce", first.id, "system"],
    ["renew", next.id, "system"],
    ["announce", next.id, "system"],
    ["withdraw", next.id, "system"],
  ]);
});

test("key, chain and metadata are sealed in the database, for this row", async () => {
  const tenant = await newTenant();
  await issue(tenant, "Sealed Shop");
  const row = await tenant.deps.db.orm.registrarCertificate.findFirstOrThrow({
    where: { tenantId: tenant.id },
  });
  const opened = tenant.deps.secrets.open(row.signerSealed, `registrar-certificate:${row.id}`);
  const { key, chain, metadata } = JSON.parse(opened);
  const everything = await dump(service.get());
  expect(everything).toContain("registrar_certificate.issue");
  for (const text of [key.split("\n")[1], chain.split("\n")[3], metadata.slice(60, 120), "Sealed Shop"])
    expect(everything).not.toContain(text);
});

test("metrics count an announced one that ends within thirty days, and not one that waits", async () => {
  const { deps } = service.get();
  await deps.db.orm.registrarCertificate.deleteMany();
  await deps.db.orm.walletCertificate.deleteMany();
  const ending = async () => {
    const metrics = await availableMetrics(systemCtx(deps));
    return "walletCertificatesEnding" in metrics ? metrics.walletCertificatesEnding : null;
  };
  const tenant = await newTenant();
  await issue(tenant, "Corner Shop");
  expect(await ending()).toBeNull();
  await announce(tenant);
  expect(await ending()).toEqual({ request: 0, registration: 0, reader: 0 });
  clock.advance({ days: 368 });
  expect(await ending()).toEqual({ request: 1, registration: 0, reader: 0 });
  await renew(tenant);
  expect(await ending()).toEqual({ request: 1, registration: 0, reader: 0 });
  await announce(tenant);
  expect(await ending()).toEqual({ request: 0, registration: 0, reader: 0 });
});
