import { X509Certificate } from "node:crypto";
import { decode, Tagged } from "cborg";
import { expect, test } from "vitest";
import { insertHost, updateHost } from "#data/tenants/tenant-hosts.ts";
import { EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE, PHOTO_ID } from "#methods/wallet/credential-type.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { newId } from "#services/ids.ts";
import { availableMetrics } from "#services/operator/metrics.ts";
import { closeTenant } from "#services/tenants/life.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import {
  addReaderCertificate,
  listReaderCertificates,
  MAX_READERS,
  removeReaderCertificate,
} from "#services/wallet/readers.ts";
import { attestMdoc } from "../../lab/demo-wallet/issuer/attest.ts";
import { respondAsApple } from "../../lab/demo-wallet/wallet/as-apple.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { atSite, walletCredential, walletRequests } from "../support/http/handlers.ts";
import { createAuthority, days, NOW, pemOf, type Signer } from "../support/wallet/authority.ts";
import { testClock } from "../support/world/clock.ts";
import { dump } from "../support/world/dump.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";

// A tenant's certificates for reader authentication: who signs its requests over `org-iso-mdoc`, and when.

const HOST = new URL(BASE_URL).hostname;
const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE, PHOTO_ID];
const clock = testClock(NOW);
const wallet = { types, requestSigner: null, demoUrl: null };
const service = serviceForFile({ overrides: { now: clock.now, wallet } });

const issuers = await createAuthority();
const readerCa = await createAuthority({ name: "CN=Reader CA" });
const reader = (name: string, options: object = {}): Promise<Signer> =>
  readerCa.signer({ name: `CN=${name}`, eku: "1.0.18013.5.1.6", ...options });

const filesOf = ({ privateKey, chain }: Signer) => ({
  key: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  chain: chain.map(pemOf).join(""),
  domain: HOST,
});

const newOwner = async () => {
  const { deps, call, tenant } = service.get();
  for (const { type } of types) {
    await importTrustAnchors(systemCtx(deps), {
      format: "pem",
      content: pemOf(issuers.der),
      credentialTypes: [type],
      eku: "1.0.18013.5.1.2",
    });
  }
  const name = "Corner Shop Ltd";
  const { id, liveKey, testKey } = await tenant({ plan: "scale", name });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
  return { deps, call, id, name, liveKey, testKey, owner: await ownerCtx(deps, id) };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

type Prepared = {
  transactionId: string;
  requests: { protocol: string; data: { deviceRequest: string; encryptionInfo: string } }[];
};

type KeyName = "liveKey" | "testKey";

/** The requests of a new page's call of the Digital Credentials API, at the main host or at one of the tenant's. */
const prepare = async (
  { deps, call, id: tenantId, ...keys }: Owner,
  key: KeyName = "liveKey",
  host?: string,
) => {
  const secret = secretOf(await start(call, keys[key]));
  const origin = host === undefined ? BASE_URL : `https://${host}`;
  const site = host === undefined ? null : { tenantId, host, origin };
  const asked = new Request(`${origin}/v/${secret}/wallet/requests`, { method: "POST", headers: { origin } });
  const response = await walletRequests(atSite(deps, site), asked, { secret });
  const prepared: Prepared = JSON.parse(await response.text());
  return { secret, ...prepared };
};

/** Who signs each request over `org-iso-mdoc` of a new page, by the type that is asked for. */
const signersOf = async (owner: Owner, key: KeyName = "liveKey", host?: string) => {
  const { requests } = await prepare(owner, key, host);
  const iso = requests.filter(({ protocol }) => protocol === "org-iso-mdoc");
  return iso.map(({ data }) => {
    const bytes = new Uint8Array(Buffer.from(data.deviceRequest, "base64url"));
    const tags = Tagged.preserve(24);
    const request: Decoded = decode(bytes, { useMaps: true, tags });
    const [first] = request.get("docRequests") ?? [];
    const items: unknown = first?.get("itemsRequest")?.value;
    const inner: Map<string, unknown> = decode(items instanceof Uint8Array ? items : new Uint8Array(), {
      useMaps: true,
    });
    const all = request.get("readerAuthAll") ?? [];
    const names = all.map(([, open]) => new X509Certificate(open.get(33) ?? new Uint8Array()).subject);
    return [inner.get("docType"), request.get("version"), ...names];
  });
};

type Decoded = Map<string, unknown> & {
  get(name: "docRequests"): Map<string, Tagged>[] | undefined;
  get(name: "readerAuthAll"): [unknown, Map<number, Uint8Array>][] | undefined;
};

const UNSIGNED = types.map(({ type }) => [type, "1.0"]);
const signedAs = (...names: string[]) => [
  [EU_AGE_VERIFICATION.type, "1.0"],
  [MOBILE_DRIVING_LICENCE.type, "1.1", ...names.map((name) => `CN=${name}`)],
  [PHOTO_ID.type, "1.1", ...names.map((name) => `CN=${name}`)],
];

test("each tenant's requests carry its own readers, and one request for each type, whoever asks", async () => {
  const [one, two, none] = [await newOwner(), await newOwner(), await newOwner()];
  await addReaderCertificate(one.owner, filesOf(await reader("Corner Shop")));
  await addReaderCertificate(two.owner, filesOf(await reader("Harbour Bar")));
  expect(await signersOf(one)).toEqual(signedAs("Corner Shop"));
  expect(await signersOf(two)).toEqual(signedAs("Harbour Bar"));
  expect(await signersOf(none)).toEqual(UNSIGNED);
  // Test keys are passed around: none of them asks in the company's name.
  expect(await signersOf(one, "testKey")).toEqual(UNSIGNED);
});

test.each([
  ["a driving licence", MOBILE_DRIVING_LICENCE, "high_device_bound"],
  ["a photo ID", PHOTO_ID, "derived_device_bound"],
] as const)(
  "a wallet that does as Apple's would answers with %s, and without a reader not at all",
  async (_name, type, assurance) => {
    const owner = await newOwner();
    const issuer = await issuers.signer();
    const attest = async (docType: string) => {
      const held = await attestMdoc(docType, { signer: issuer, age: 34, now: clock.now() });
      if (!("mdoc" in held)) throw new Error("this is an mdoc");
      return held.mdoc;
    };
    const options = { roots: [readerCa.der], now: clock.now(), attest };
    const only = async () => {
      const { requests, ...prepared } = await prepare(owner);
      const docTypeOf = ({ data }: (typeof requests)[number]) =>
        Buffer.from(data.deviceRequest ?? "", "base64url").includes(type.type);
      return { ...prepared, call: { origin: BASE_URL, requests: requests.filter(docTypeOf) } };
    };
    await expect(respondAsApple((await only()).call, options)).rejects.toMatchObject({
      reason: "no_reader_auth",
    });

    await addReaderCertificate(owner.owner, filesOf(await reader("Corner Shop")));
    const { secret, transactionId: id, call } = await only();
    const data = await respondAsApple(call, options);
    const given = new Request(`${BASE_URL}/v/${secret}/wallet/credential/${id}`, {
      method: "POST",
      headers: { origin: BASE_URL, "content-type": "text/plain" },
      body: JSON.stringify({ protocol: "org-iso-mdoc", data }),
    });
    const answered = await walletCredential(owner.deps, given, { secret, id });
    expect(await answered.json()).toMatchObject({ status: "completed", outcome: "approved" });
    const row = await owner.deps.db.orm.verification.findFirst({
      where: { tenantId: owner.id, status: "completed" },
    });
    expect(row).toMatchObject({ assurance });
  },
);

test("during a roll-over all sign; one that has ended, or was removed, no longer does", async () => {
  const owner = await newOwner();
  const soon = new Date(clock.now().getTime() + 60_000);
  await addReaderCertificate(owner.owner, filesOf(await reader("Old", { until: soon })));
  clock.advance({ ms: 1 });
  const added = await addReaderCertificate(owner.owner, filesOf(await reader("New")));
  expect(await signersOf(owner)).toEqual(signedAs("Old", "New"));
  clock.advance({ minutes: 1 });
  expect(await signersOf(owner)).toEqual(signedAs("New"));
  await removeReaderCertificate(owner.owner, { id: added.id });
  expect(await signersOf(owner)).toEqual(UNSIGNED);
  const { readers, hosts } = await listReaderCertificates(owner.owner);
  expect(readers.map(({ subject, domain }) => [subject, domain])).toEqual([["CN=Old", HOST]]);
  expect(hosts).toEqual([HOST]);
});

test("one for another domain than the pages' is refused, and signs nothing when the pages move", async () => {
  const owner = await newOwner();
  const files = filesOf(await reader("Corner Shop"));
  await expect(addReaderCertificate(owner.owner, { ...files, domain: "shop.example" })).rejects.toMatchObject(
    {
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path: "domain" }] },
    },
  );
  const { id } = await addReaderCertificate(owner.owner, files);
  await owner.deps.db.orm.readerCertificate.update({ where: { id }, data: { domain: "before.example" } });
  expect(await signersOf(owner)).toEqual(UNSIGNED);
});

test("a certificate for a tenant's own host signs what its pages there ask, and nothing elsewhere", async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const host = "verify.corner.example";
  const { deps } = owner;
  const id = newId(deps, "host");
  const files = { ...filesOf(await reader("Own host")), domain: host };
  const refused = expect.objectContaining({ code: "INVALID_REQUEST_BODY" });
  await insertHost(deps.db.orm, { id, tenantId: owner.id, host, txtToken: "x", createdAt: deps.now() });
  await expect(addReaderCertificate(owner.owner, files), "not proven yet").rejects.toEqual(refused);
  await updateHost(deps.db.orm, owner.id, id, { verifiedAt: deps.now() });
  await expect(addReaderCertificate(other.owner, files), "another tenant's").rejects.toEqual(refused);
  await addReaderCertificate(owner.owner, { ...files, domain: host.toUpperCase() });
  await addReaderCertificate(owner.owner, filesOf(await reader("Main host")));
  expect((await listReaderCertificates(owner.owner)).hosts).toEqual([HOST, host]);
  expect(await signersOf(owner, "liveKey", host)).toEqual(signedAs("Own host"));
  expect(await signersOf(owner)).toEqual(signedAs("Main host"));
  // Each host has places of its own.
  for (const name of ["2", "3"]) await addReaderCertificate(owner.owner, filesOf(await reader(name)));
  await addReaderCertificate(owner.owner, { ...filesOf(await reader("4")), domain: host });
  await expect(addReaderCertificate(owner.owner, filesOf(await reader("5")))).rejects.toEqual(refused);
  await updateHost(deps.db.orm, owner.id, id, { offAt: deps.now() });
  expect((await listReaderCertificates(owner.owner)).hosts).toEqual([HOST]);
});

test("what a wallet would refuse is refused when it is added, by the part that is at fault", async () => {
  const owner = await newOwner();
  const at = async (path: string, input: Parameters<typeof addReaderCertificate>[1]) =>
    expect(addReaderCertificate(owner.owner, input)).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path }] },
    });
  const good = filesOf(await reader("A"));
  await at("key", { ...good, key: filesOf(await reader("B")).key });
  await at("chain", { ...good, chain: "x" });
  await at("chain", filesOf(await reader("C", { until: days(-1) })));
  await at("chain", filesOf(await reader("D", { from: days(30) })));
  await at("chain", filesOf(await reader("E", { isCa: true })));
  expect((await listReaderCertificates(owner.owner)).readers).toEqual([]);
});

test("a tenant has at most three, however many members add one at once, and none twice", async () => {
  const owner = await newOwner();
  const many = await Promise.all(["1", "2", "3", "4", "5"].map((name) => reader(name)));
  const added = await Promise.allSettled(many.map((one) => addReaderCertificate(owner.owner, filesOf(one))));
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_READERS);
  const { readers } = await listReaderCertificates(owner.owner);
  expect(readers).toHaveLength(MAX_READERS);
  await removeReaderCertificate(owner.owner, { id: readers[0]?.id ?? "" });
  const kept = many.find(
    (one) => `CN=${new X509Certificate(one.der).subject.slice(3)}` === readers[1]?.subject,
  );
  await expect(addReaderCertificate(owner.owner, filesOf(kept ?? (many[0] as Signer)))).rejects.toMatchObject(
    {
      code: "CONFLICT",
    },
  );
});

test("none enters a tenant that is being closed, where nobody could remove it", async () => {
  const owner = await newOwner();
  const files = filesOf(await reader("Late"));
  const { deps, id, name } = owner;
  // The addition has read that the tenant is open, and waits for the row that the closing holds.
  const [closed, added] = await Promise.allSettled([
    closeTenant(owner.owner, name),
    addReaderCertificate(owner.owner, files),
  ]);
  expect(closed.status).toBe("fulfilled");
  if (added.status === "rejected") expect(added.reason).toMatchObject({ code: "TENANT_CLOSED" });
  expect(await deps.db.orm.readerCertificate.count({ where: { tenantId: id } })).toBe(0);
  await expect(addReaderCertificate(owner.owner, files)).rejects.toMatchObject({ code: "TENANT_CLOSED" });
});

test("one that can no longer be read signs nothing, is listed as such, and can be removed", async () => {
  const owner = await newOwner();
  const { id } = await addReaderCertificate(owner.owner, filesOf(await reader("Lost")));
  await owner.deps.db.orm.readerCertificate.update({ where: { id }, data: { signerSealed: "v1.lost" } });
  expect(await signersOf(owner)).toEqual(UNSIGNED);
  const { readers } = await listReaderCertificates(owner.owner);
  expect(readers).toMatchObject([{ id, isReadable: false, subject: "", domain: HOST }]);
  await removeReaderCertificate(owner.owner, { id });
  expect((await listReaderCertificates(owner.owner)).readers).toEqual([]);
});

test("keys are sealed, gone with a closed tenant, and what ends is counted until then", async () => {
  const owner = await newOwner();
  const { deps } = owner;
  const before = await endingReaders(deps);
  const ending = new Date(clock.now().getTime() + 86_400_000);
  const files = filesOf(await reader("Ends", { until: ending }));
  await addReaderCertificate(owner.owner, files);
  expect(await endingReaders(deps)).toBe(before + 1);
  const stored = await dump(service.get());
  expect(stored).not.toContain(files.key.split("\n")[1]);
  await closeTenant(owner.owner, owner.name);
  expect(await deps.db.orm.readerCertificate.count({ where: { tenantId: owner.id } })).toBe(0);
  expect(await endingReaders(deps)).toBe(before);
});

const endingReaders = async (deps: Owner["deps"]): Promise<number> => {
  const metrics = await availableMetrics(systemCtx(deps));
  return "walletCertificatesEnding" in metrics ? (metrics.walletCertificatesEnding?.reader ?? 0) : 0;
};
