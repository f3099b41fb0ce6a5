import { createPublicKey, verify, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { availableMetrics } from "#services/operator/metrics.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import {
  removeWalletCertificate,
  setWalletCertificate,
  walletCertificate,
} from "#services/wallet/certificates.ts";
import { purgeWalletTransactions } from "#services/wallet/transactions.ts";
import { KeyUsagesExtension, newSelfSigned } from "../../lab/demo-wallet/issuer/authority.ts";
import { signEs256 } from "../../lab/demo-wallet/issuer/keys.ts";
import { EU_AGE_VERIFICATION } from "../../packages/wallet-verifier/src/credential-type.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { walletCredential, walletRequests } from "../support/http/handlers.ts";
import {
  createAuthority,
  days,
  KeyUsageFlags,
  NOW,
  pemOf,
  type Signer,
} from "../support/wallet/authority.ts";
import { answerTo, ask, fetchRequestObject, post } from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { answer } from "../support/wallet/openid4vp-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";
import { dump } from "../support/world/dump.ts";
import {
  BASE_URL,
  createService,
  SOME_CONNECTIONS,
  serviceForFile,
  type TestService,
} from "../support/world/service.ts";

const world = await createWorld();
const accessCa = await createAuthority({ name: "CN=Access CA,C=UT" });
const types = [EU_AGE_VERIFICATION];
const clock = testClock(NOW);
const wallet = { types, requestSigner: null, demoUrl: null };
const service = serviceForFile({ env: SOME_CONNECTIONS, overrides: { now: clock.now, wallet } });

const sharing = { ...wallet, requestSigner: world.requestSigner };
const shared = serviceForFile({ overrides: { now: clock.now, wallet: sharing } });

const keyOf = ({ privateKey }: Pick<Signer, "privateKey">): string =>
  privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const filesOf = (signer: Signer) => ({ key: keyOf(signer), chain: signer.chain.map(pemOf).join("") });

/** A registrar's JWT: ETSI TS 119 475 §5.2. */
const registrationOf = async (claims: object, typ = "rc-wrp+jwt"): Promise<string> => {
  const registrar = await accessCa.signer({ name: "CN=Registrar" });
  const input = [{ alg: "ES256", typ }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${input}.${signEs256(registrar.jwk, Buffer.from(input)).toString("base64url")}`;
};
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const newOwner = async (at: TestService = service.get()) => {
  const { deps, call } = at;
  await importTrustAnchors(systemCtx(deps), {
    format: "pem",
    content: pemOf(world.authority.der),
    credentialTypes: types.map(({ type }) => type),
    eku: null,
  });
  const { id, liveKey } = await at.tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
  const owner = await ownerCtx(deps, id);
  const page = async () => {
    const started = await start(call, liveKey);
    return { secret: secretOf(started), verificationId: started.verificationId };
  };
  return { deps, id, liveKey, owner, page };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

const shop = (name: string, options: object = {}): Promise<Signer> =>
  accessCa.signer({ name: `CN=${name},O=${name} Ltd,C=UT`, eku: null, ...options });

/** The certificate that signed a request object, its claims, and whether the signature is that certificate's. */
const readRequestObject = (jwt: string) => {
  const [head = "", body = "", tail = ""] = jwt.split(".");
  const header = JSON.parse(Buffer.from(head, "base64url").toString());
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const certificate = new X509Certificate(Buffer.from(header.x5c[0], "base64"));
  const key = createPublicKey(certificate.publicKey.export({ format: "pem", type: "spki" }));
  const signature = Buffer.from(tail, "base64url");
  const input = Buffer.from(`${head}.${body}`);
  const isSigned = verify("sha256", input, { key, dsaEncoding: "ieee-p1363" }, signature);
  const name = /CN=(.+)/.exec(certificate.subject)?.[1];
  return { name, isSigned, claims, fingerprint: certificate.fingerprint256 };
};

const askFor = async ({ deps, page }: Owner) => {
  const { secret } = await page();
  return ask(deps, secret, { channel: "qr", app: "openid4vp" });
};

const objectOf = async ({ deps }: Owner, { transactionId }: { transactionId: string }) => {
  const response = await fetchRequestObject(deps, transactionId, "n-1");
  return { status: response.status, ...(response.ok ? readRequestObject(await response.text()) : {}) };
};

const hold = async () => ({
  mdoc: await issueMdoc({
    docType: EU_AGE_VERIFICATION.type,
    nameSpace: EU_AGE_VERIFICATION.nameSpace,
    elements: { age_over_18: true },
    signer: world.signer,
  }),
});

test("two hundred starts of two tenants, interleaved: none is signed with the other's certificate", async () => {
  const [one, two] = [await newOwner(), await newOwner()];
  const names = new Map([
    [one, "Corner Shop"],
    [two, "Harbour Bar"],
  ]);
  for (const [owner, name] of names) await setWalletCertificate(owner.owner, filesOf(await shop(name)));
  const turns = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : two));
  const pages = new Map<Owner, Awaited<ReturnType<typeof manyPages>>>();
  for (const owner of names.keys()) pages.set(owner, await manyPages(owner));
  const turn = async (owner: Owner, index: number) => {
    const secret = pages.get(owner)?.[(index >> 1) % 20]?.secret ?? "";
    if (index % 4 < 2) {
      const asked = await ask(owner.deps, secret, { channel: "qr", app: "openid4vp" });
      return { owner, link: asked.link, ...(await objectOf(owner, asked)) };
    }
    const { requests } = await prepare(owner, secret);
    const jwt = requests.find(({ protocol }) => protocol === "openid4vp-v1-signed")?.data.request;
    return { owner, link: null, status: 200, ...readRequestObject(String(jwt)) };
  };
  // Forty at once: what more would wait for is a connection.
  const seen = [];
  for (let from = 0; from < turns.length; from += 40) {
    const some = turns.slice(from, from + 40).map((owner, index) => turn(owner, from + index));
    seen.push(...(await Promise.all(some)));
  }
  expect(seen.map(({ name, isSigned }) => [name, isSigned])).toEqual(
    turns.map((owner) => [names.get(owner), true]),
  );
  // Each link names the certificate that then signs.
  for (const { owner, claims, link } of seen) {
    const own = (await walletCertificate(owner.owner)).own?.clientId;
    expect(claims.client_id).toBe(own);
    if (link !== null) expect(new URL(link).searchParams.get("client_id")).toBe(own);
  }
});

const manyPages = (owner: Owner) => Promise.all(Array.from({ length: 20 }, () => owner.page()));

const prepare = async ({ deps }: Owner, secret: string) => {
  const request = new Request(`${BASE_URL}/v/${secret}/wallet/requests`, {
    method: "POST",
    headers: { origin: BASE_URL },
  });
  const response = await walletRequests(deps, request, { secret });
  const body: { transactionId: string; requests: { protocol: string; data: Record<string, unknown> }[] } =
    JSON.parse(await response.text());
  return body;
};

test("a wallet of others takes a request that the tenant's certificate signed, by code and by the browser", async () => {
  const owner = await newOwner();
  await setWalletCertificate(owner.owner, filesOf(await shop("Corner Shop")));
  const { call } = service.get();
  const byCode = await owner.page();
  const asked = await ask(owner.deps, byCode.secret, { channel: "qr", app: "openid4vp" });
  const posted = await post(owner.deps, asked.transactionId, await answerTo(owner.deps, asked, await hold()));
  expect(posted).toEqual({ status: 200, body: {} });
  expect((await statusOf(call, owner.liveKey, byCode.verificationId)).status).toBe("completed");

  const inBrowser = await owner.page();
  const { transactionId: id, requests } = await prepare(owner, inBrowser.secret);
  expect(requests.map(({ protocol }) => protocol)).toEqual([
    "openid4vp-v1-signed",
    "openid4vp-v1-unsigned",
    "org-iso-mdoc",
  ]);
  const data = await answer(requests[0]?.data ?? {}, await hold(), { origin: BASE_URL });
  const given = new Request(`${BASE_URL}/v/${inBrowser.secret}/wallet/credential/${id}`, {
    method: "POST",
    headers: { origin: BASE_URL, "content-type": "text/plain" },
    body: JSON.stringify({ protocol: "openid4vp-v1-signed", data }),
  });
  const answered = await walletCredential(owner.deps, given, { secret: inBrowser.secret, id });
  expect(await answered.json()).toMatchObject({ status: "completed", outcome: "approved" });
});

test("what was asked with the former certificate is signed with it, and new questions with the new one", async () => {
  const owner = await newOwner();
  await setWalletCertificate(owner.owner, filesOf(await shop("Before")));
  const asked = await askFor(owner);
  await setWalletCertificate(owner.owner, filesOf(await shop("After")));
  expect(await objectOf(owner, asked)).toMatchObject({ name: "Before", isSigned: true });
  expect(await objectOf(owner, await askFor(owner))).toMatchObject({ name: "After", isSigned: true });
  const rows = () => owner.deps.db.orm.walletCertificate.count({ where: { tenantId: owner.id } });
  expect(await rows()).toBe(2);
  clock.advance({ hours: 1, ms: 1 });
  await purgeWalletTransactions(systemCtx(owner.deps), 100);
  expect(await rows()).toBe(1);
});

test("a removed one signs nothing more; another tenant's never stands in for it", async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const signer = await shop("Removed");
  await setWalletCertificate(owner.owner, filesOf(signer));
  await setWalletCertificate(other.owner, filesOf(signer));
  const asked = await askFor(owner);
  await removeWalletCertificate(owner.owner);
  expect(await objectOf(owner, asked)).toEqual({ status: 404 });
  expect(await walletCertificate(owner.owner)).toEqual({ own: null, hasShared: false, registrarName: null });
  expect(await objectOf(other, await askFor(other))).toMatchObject({ name: "Removed", isSigned: true });
  const { secret } = await owner.page();
  await expect(ask(owner.deps, secret, { channel: "qr", app: "openid4vp" })).rejects.toThrow(
    /METHOD_UNAVAILABLE/,
  );
  await expect(removeWalletCertificate(owner.owner)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("one that has ended signs nothing: the deployment's does, where there is one", async () => {
  const owner = await newOwner(shared.get());
  const now = clock.now();
  await setWalletCertificate(
    owner.owner,
    filesOf(await shop("Ends", { until: new Date(now.getTime() + 60_000) })),
  );
  expect(await objectOf(owner, await askFor(owner))).toMatchObject({ name: "Ends" });
  clock.advance({ minutes: 1 });
  const asked = await objectOf(owner, await askFor(owner));
  expect(asked).toMatchObject({ isSigned: true });
  expect(asked.name).not.toBe("Ends");
  expect(await walletCertificate(owner.owner)).toMatchObject({ hasShared: true });
});

test("the registration certificate comes along as verifier_info until it ends", async () => {
  const owner = await newOwner();
  const until = new Date(clock.now().getTime() + 120_000);
  const registration = await registrationOf({ sub: "NTRUT-123456", exp: seconds(until) });
  const listed = await setWalletCertificate(owner.owner, {
    ...filesOf(await shop("Corner Shop")),
    registration,
  });
  expect(seconds(listed.registration?.until ?? new Date(0))).toBe(seconds(until));
  const { claims } = { claims: {}, ...(await objectOf(owner, await askFor(owner))) };
  expect(claims).toMatchObject({ verifier_info: [{ format: "registration_cert", data: registration }] });
  const asked = await askFor(owner);
  clock.advance({ minutes: 3 });
  const later = { claims: {}, ...(await objectOf(owner, asked)) };
  expect(later).toMatchObject({ status: 200, isSigned: true });
  expect(later.claims).not.toHaveProperty("verifier_info");

  const jwt = await registrationOf({}, "JWT");
  await setWalletCertificate(owner.owner, { ...filesOf(await shop("Corner Shop")), registration: jwt });
  const plain = { claims: {}, ...(await objectOf(owner, await askFor(owner))) };
  expect(plain.claims).toMatchObject({ verifier_info: [{ format: "jwt", data: jwt }] });
});

test("the deployment's one that has ended, or not begun, is not offered, and signs for nobody", async () => {
  const readers = await createAuthority({ name: "CN=Reader CA" });
  const ended = await readers.signer({ from: days(-40), until: days(-10) });
  const next = await readers.signer({ from: days(300), until: days(600) });
  for (const { privateKey, der } of [ended, next]) {
    const requestSigner = { privateKey, chain: [der] as const };
    const lines: string[] = [];
    const log = createLogger({ level: "info", now: clock.now, write: (line) => void lines.push(line) });
    const at = await createService({
      overrides: { now: clock.now, wallet: { ...wallet, requestSigner }, log },
    });
    try {
      const owner = await newOwner(at);
      const { secret } = await owner.page();
      await expect(ask(owner.deps, secret, { channel: "qr", app: "openid4vp" })).rejects.toThrow(
        /METHOD_UNAVAILABLE/,
      );
      const { requests } = await prepare(owner, secret);
      expect(requests.map(({ protocol }) => protocol)).toEqual(["openid4vp-v1-unsigned", "org-iso-mdoc"]);
      expect(await walletCertificate(owner.owner)).toEqual({
        own: null,
        hasShared: false,
        registrarName: null,
      });
      expect(lines.filter((line) => line.includes("WALLET_REQUEST_CHAIN_FILE"))).toHaveLength(1);
      // Nor does it stand in for a tenant's that ends.
      const until = new Date(clock.now().getTime() + 60_000);
      await setWalletCertificate(owner.owner, filesOf(await shop("Ends", { until })));
      const asked = await askFor(owner);
      expect(await objectOf(owner, asked)).toMatchObject({ name: "Ends" });
      clock.advance({ minutes: 1 });
      expect(await objectOf(owner, asked)).toEqual({ status: 404 });
      await expect(askFor(owner)).rejects.toThrow(/METHOD_UNAVAILABLE/);
    } finally {
      await at.close();
    }
  }
});

const organisation = (id: string) => ({ name: `CN=Shop,2.5.4.97=${id},C=UT` });
const refusals: [string, string, () => Promise<Parameters<typeof setWalletCertificate>[1]>][] = [
  ["another key", "key", async () => ({ ...filesOf(await shop("A")), key: keyOf(await shop("B")) })],
  ["no key", "key", async () => ({ ...filesOf(await shop("A")), key: "secret" })],
  ["no certificate", "chain", async () => ({ ...filesOf(await shop("A")), chain: "x" })],
  [
    "a broken certificate",
    "chain",
    async () => ({
      ...filesOf(await shop("A")),
      chain: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
    }),
  ],
  [
    "one that signed itself",
    "chain",
    async () => {
      const own = await newSelfSigned(NOW);
      return { key: keyOf(own), chain: pemOf(own.der) };
    },
  ],
  ["one that has ended", "chain", async () => filesOf(await shop("A", { until: days(-1) }))],
  ["one of next month", "chain", async () => filesOf(await shop("A", { from: days(30) }))],
  [
    "one that may not sign",
    "chain",
    async () => filesOf(await shop("A", { keyUsage: KeyUsageFlags.keyAgreement })),
  ],
  ["a CA's", "chain", async () => filesOf(await shop("A", { isCa: true }))],
  [
    "one that signed itself, and is no CA",
    "chain",
    async () => {
      const usage = new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true);
      const own = await newSelfSigned(NOW, "CN=Self", [usage]);
      return { key: keyOf(own), chain: pemOf(own.der) };
    },
  ],
  [
    "a root of strangers",
    "chain",
    async () => {
      const other = await createAuthority({ name: accessCa.name });
      const files = filesOf(await shop("A"));
      return { ...files, chain: files.chain + pemOf(other.der) };
    },
  ],
  [
    "a chain of strangers",
    "chain",
    async () => {
      const files = filesOf(await shop("A"));
      return { ...files, chain: files.chain + pemOf((await world.authority.signer({ isCa: true })).der) };
    },
  ],
  [
    "a registration that is none",
    "registration",
    async () => ({ ...filesOf(await shop("A")), registration: "a.b.c" }),
  ],
  [
    "a registration that is over",
    "registration",
    async () => ({
      ...filesOf(await shop("A")),
      registration: await registrationOf({ exp: seconds(days(-1)) }),
    }),
  ],
  [
    "a registration of next month",
    "registration",
    async () => ({
      ...filesOf(await shop("A")),
      registration: await registrationOf({ nbf: seconds(days(60)), exp: seconds(days(90)) }),
    }),
  ],
  ...([1e300, 8.64e12, -1e300, Number.MAX_SAFE_INTEGER] as const).flatMap((instant) =>
    (["exp", "nbf"] as const).map(
      (name) =>
        [
          `a registration whose ${name} is ${instant}`,
          "registration",
          async () => ({
            ...filesOf(await shop("A")),
            registration: await registrationOf({ [name]: instant }),
          }),
        ] satisfies (typeof refusals)[number],
    ),
  ),
  [
    "a registration whose beginning is text",
    "registration",
    async () => ({ ...filesOf(await shop("A")), registration: await registrationOf({ nbf: "now" }) }),
  ],
  [
    "another's registration",
    "registration",
    async () => ({
      ...filesOf(await accessCa.signer({ ...organisation("NTRUT-1"), eku: null })),
      registration: await registrationOf({ sub: "NTRUT-2" }),
    }),
  ],
];

test.each(refusals)("%s is refused, and nothing is stored or said of the key", async (_name, path, make) => {
  const owner = await newOwner();
  const input = await make();
  const refused: unknown = await setWalletCertificate(owner.owner, input).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "INVALID_REQUEST_BODY", details: { issues: [{ path }] } });
  expect(JSON.stringify(refused)).not.toContain(input.key.slice(40, 90) || input.key);
  expect(await owner.deps.db.orm.walletCertificate.count({ where: { tenantId: owner.id } })).toBe(0);
});

test("only owners change it; everybody may see it, and nobody its key; each change has an audit row", async () => {
  const owner = await newOwner();
  const files = filesOf(await accessCa.signer({ ...organisation("NTRUT-9"), eku: null }));
  const registration = await registrationOf({ sub: "NTRUT-9" });
  for (const role of ["admin", "developer", "support", "viewer"] as const) {
    const member = { ...owner.owner, role };
    for (const change of [() => setWalletCertificate(member, files), () => removeWalletCertificate(member)]) {
      await expect(change()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
    expect(await walletCertificate(member)).toEqual({ own: null, hasShared: false, registrarName: null });
  }
  const set = await setWalletCertificate(owner.owner, { ...files, registration });
  expect(set).toMatchObject({
    clientId: expect.stringMatching(/^x509_hash:[\w-]{43}$/),
    subject: expect.stringContaining("NTRUT-9"),
    issuer: expect.stringContaining("Access CA"),
    registration: { until: null },
  });
  const { own } = await walletCertificate({ ...owner.owner, role: "viewer" });
  expect(own).toEqual(set);
  clock.advance({ seconds: 1 });
  await removeWalletCertificate(owner.owner);
  const audit = await owner.deps.db.orm.auditEntry.findMany({
    where: { tenantId: owner.id, action: { startsWith: "wallet_certificate" } },
    orderBy: { id: "asc" },
  });
  expect(audit.map(({ action, target }) => [action, target])).toEqual([
    ["wallet_certificate.set", set.id],
    ["wallet_certificate.remove", set.id],
  ]);
  expect(audit[0]?.changes).toMatchObject({ fingerprint: set.fingerprint });
});

test("key, chain and registration are sealed in the database, for this row", async () => {
  const owner = await newOwner();
  const files = filesOf(await shop("Sealed Shop"));
  const registration = await registrationOf({ sub: "of-nobody" });
  await setWalletCertificate(owner.owner, { ...files, registration });
  const everything = await dump(service.get());
  expect(everything).toContain("wallet_certificate.set");
  for (const part of [files.key, files.chain, registration]) {
    expect(everything).not.toContain(part.split("\n").at(-3)?.slice(0, 60) ?? part);
    expect(everything).not.toContain(Buffer.from(part).toString("hex").slice(0, 200));
  }
  expect(everything).not.toContain("Sealed Shop");
  const row = await owner.deps.db.orm.walletCertificate.findFirstOrThrow({ where: { tenantId: owner.id } });
  expect(owner.deps.secrets.open(row.signerSealed, `wallet-certificate:${row.id}`)).toContain(registration);
});

test("metrics count what ends within thirty days, from the first certificate on", async () => {
  const { deps } = service.get();
  await deps.db.orm.walletCertificate.deleteMany();
  const ending = async () => {
    const metrics = await availableMetrics(systemCtx(deps));
    return "walletCertificatesEnding" in metrics ? metrics.walletCertificatesEnding : null;
  };
  expect(await ending()).toBeNull();
  const owner = await newOwner();
  const at = (count: number) => new Date(clock.now().getTime() + count * 86_400_000);
  await setWalletCertificate(owner.owner, filesOf(await shop("Later", { until: at(31) })));
  expect(await ending()).toEqual({ request: 0, registration: 0, reader: 0 });
  const registration = await registrationOf({ exp: seconds(at(29)) });
  await setWalletCertificate(owner.owner, {
    ...filesOf(await shop("Later", { until: at(31) })),
    registration,
  });
  expect(await ending()).toEqual({ request: 0, registration: 1, reader: 0 });
  clock.advance({ days: 2 });
  expect(await ending()).toEqual({ request: 1, registration: 1, reader: 0 });
});
