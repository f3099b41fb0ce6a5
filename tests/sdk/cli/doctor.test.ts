import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { deploy, plainPort, runLintel } from "../../support/cli/deployment.ts";
import { runCli } from "../../support/cli/run-cli.ts";
import { serveRest } from "../../support/cli/serve-rest.ts";
import { selfSignedCertificate } from "../../support/world/certificates.ts";
import { freePort } from "../../support/world/redis.ts";
import { ADMIN_KEY, serviceForFile } from "../../support/world/service.ts";

const service = serviceForFile();
const DAY_MS = 86_400_000;

type Deployment = Awaited<ReturnType<typeof deploy>>;

const findingsAt = async ({ url, caFile }: Pick<Deployment, "url" | "caFile">, ...more: string[]) => {
  const { exitCode, stdout, stderr } = await runLintel(["doctor", url, "--json", ...more], {
    NODE_EXTRA_CA_CERTS: caFile,
  });
  expect(stderr).toBe("");
  const { findings } = JSON.parse(stdout);
  expect(exitCode).toBe(findings.length === 0 ? 0 : 1);
  return findings.map(({ id }: { id: string }) => id);
};

test("a deployment that is as it should be has no finding", async () => {
  const there = await deploy(service.get().deps);
  const port = await plainPort(308, there.url);
  expect(await findingsAt(there, "--http-port", String(port))).toEqual([]);
});

type Options = NonNullable<Parameters<typeof deploy>[1]>;

const without =
  (...names: string[]): NonNullable<Options["headers"]> =>
  (headers) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const PLANTED: readonly [fault: string, expected: string[], options: Options][] = [
  [
    "a certificate that has expired",
    ["tls.expired"],
    { certificate: ({ issue }) => issue(["localhost"], { validUntil: new Date(Date.now() - DAY_MS) }) },
  ],
  [
    "a certificate that ends within two weeks",
    ["tls.expires-soon"],
    { certificate: ({ issue }) => issue(["localhost"], { validUntil: new Date(Date.now() + 3 * DAY_MS) }) },
  ],
  ["a certificate for another host", ["tls.name"], { certificate: ({ issue }) => issue(["other.test"]) }],
  [
    "a certificate that signed itself",
    ["tls.chain"],
    { certificate: () => selfSignedCertificate(["localhost"]) },
  ],
  ["a proxy that drops HSTS", ["headers.hsts"], { headers: without("strict-transport-security") }],
  [
    "a proxy that drops the pages' policy",
    ["headers.pages"],
    { headers: without("content-security-policy") },
  ],
  [
    "a clock that is ten minutes late",
    ["clock.skew"],
    { headers: (headers) => ({ ...headers, date: new Date(Date.now() - 600_000).toUTCString() }) },
  ],
  ["a proxy that drops the Date", ["clock.unknown"], { hidesDate: true }],
  [
    "a proxy that drops the header of the tenant's key",
    ["proxy.key"],
    { requestHeaders: ({ "x-tenant-api-key": _key, ...headers }) => headers },
  ],
  ["a proxy that refuses POST", ["proxy.post"], { refuses: ["POST"] }],
  [
    "a proxy that lets caches keep answers of the interface",
    ["proxy.cacheable"],
    { headers: (headers) => ({ ...headers, "cache-control": "public, max-age=60" }) },
  ],
  ["a proxy that drops Cache-Control", ["proxy.cacheable"], { headers: without("cache-control") }],
  ["a proxy that keeps an answer by itself", ["proxy.cached"], { caches: true }],
  ["another PUBLIC_URL", ["public-url"], { publicUrl: "https://old.example" }],
  [
    "a proxy that does not pass the OpenAPI document",
    ["openapi"],
    { instead: { "/openapi.json": "nothing" } },
  ],
  ["no token keys", ["token-keys"], { instead: { "/.well-known/jwks.json": '{"keys":[]}' } }],
  ["a service that is not Lintel", ["health.foreign"], { instead: { "/health": "ok" } }],
  ["a proxy that publishes /admin", ["admin.published"], { publishesAdmin: true }],
  ["a service that believes clients' X-Forwarded-For", ["proxy.forged-address"], { trustedHops: 2 }],
];

test.each(PLANTED)("finds %s, and nothing else", async (_, expected, options) => {
  expect(await findingsAt(await deploy(service.get().deps, options))).toEqual(expected);
});

test("finds plain http that leads nowhere else", async () => {
  const port = await plainPort(200);
  expect(await findingsAt(await deploy(service.get().deps), "--http-port", String(port))).toEqual([
    "http.unencrypted",
  ]);
});

test("finds a Redis that is down, by what the service says of itself", async () => {
  const { deps } = service.get();
  const rateLimiter = createRateLimiter({
    redisUrl: `redis://127.0.0.1:${await freePort()}`,
    countName: String,
    onFailure: "allow",
    now: deps.now,
    log: deps.log,
  });
  const ids = await findingsAt(await deploy({ ...deps, rateLimiter }));
  await rateLimiter.close();
  expect(ids).toEqual(["health.cache_unreachable"]);
});

test("finds a host that does not answer", async () => {
  const { exitCode, stdout } = await runCli(["doctor", `http://127.0.0.1:${await freePort()}`, "--json"]);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).findings).toMatchObject([{ id: "health.unreachable" }]);
});

test("with the admin key it finds webhooks that nobody sends, and with a wrong one says so without it", async () => {
  const { deps } = service.get();
  const url = await serveRest(deps);
  const run = (key: string) => runCli(["doctor", url, "--json"], { env: { LINTEL_ADMIN_KEY: key } });
  const idsOf = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).findings.map(({ id }: { id: string }) => id);
  expect(idsOf(await run(ADMIN_KEY))).not.toContain("admin-key");
  const wrong = await run(`${ADMIN_KEY}x`);
  expect(idsOf(wrong)).toContain("admin-key");
  expect(wrong.stdout + wrong.stderr).not.toContain(ADMIN_KEY);
});

test.each([404, 503])(
  "a right admin key has no finding where the proxy answers /admin with %i, as the shipped ones do",
  async (adminStatus) => {
    const there = await deploy(service.get().deps, { adminStatus });
    const { stdout, exitCode } = await runLintel(["doctor", there.url], {
      NODE_EXTRA_CA_CERTS: there.caFile,
      LINTEL_ADMIN_KEY: ADMIN_KEY,
    });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("/admin is not published")]);
    // Where else the queue can be looked at.
    expect(stdout).toContain("npm run doctor on the host");
    expect(stdout).not.toContain("LINTEL_ADMIN_KEY");
  },
);

test("at the process itself, where operators reach /admin, a deployment as it should be has no finding either", async () => {
  const { innerPort } = await deploy(service.get().deps);
  for (const env of [{}, { LINTEL_ADMIN_KEY: ADMIN_KEY }]) {
    const { stdout } = await runCli(["doctor", `http://127.0.0.1:${innerPort}`, "--json"], { env });
    expect(JSON.parse(stdout).findings).toEqual([]);
  }
});

test("without --json people read what is unmet, and where to mend it", async () => {
  const there = await deploy(service.get().deps, { headers: without("strict-transport-security") });
  const { stdout } = await runLintel(["doctor", there.url], { NODE_EXTRA_CA_CERTS: there.caFile });
  expect(stdout).toContain("✗ warning Strict-Transport-Security is missing");
  expect(stdout).toContain("see docs/deployment.md#the-proxy-in-front");
});

test.each([
  ["a CA that is not public", undefined, /its CA is not a public one.*NODE_EXTRA_CA_CERTS/],
  ["a public CA whose intermediate is not sent", "http://ca.example/r1.crt", /without the intermediate one/],
])("a certificate of %s is named as what it is", async (_, issuerAt, expected) => {
  const there = await deploy(service.get().deps, {
    certificate: ({ issue }) => issue(["localhost"], issuerAt === undefined ? {} : { issuerAt }),
  });
  const { stdout } = await runLintel(["doctor", there.url, "--json"]);
  const { findings } = JSON.parse(stdout);
  expect(findings).toMatchObject([{ id: "tls.chain", message: expect.stringMatching(expected) }]);
});

test("every page that a finding names is there", () => {
  const sources = [
    "sdk/cli/src/doctor/admin.ts",
    "sdk/cli/src/doctor/outside.ts",
    "sdk/cli/src/doctor/proxy.ts",
    "sdk/cli/src/doctor/tls.ts",
    "scripts/lib/doctor/finding.ts",
  ];
  const named = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/"(docs\/[a-z-]+\.md)(?:#([a-z0-9_-]+))?"/g)].map(
      ([, page = "", anchor]) => ({ page, anchor }),
    ),
  );
  const slugsOf = (page: string): string[] =>
    [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .replace(/\s/g, "-"),
    );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter(({ page, anchor }) => anchor !== undefined && !slugsOf(page).includes(anchor))).toEqual(
    [],
  );
});
