import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NextRequest } from "next/server.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";
import { workerConfiguration } from "#core/gates/configurations/worker.ts";
import { ROOT } from "../../../scripts/lib/run.ts";
import { proxy } from "../../../sdk/worker/samples/next/proxy.ts";
import worker from "../../../sdk/worker/worker.js";
import { printedVariables } from "../../gates/support/workerd.ts";
import { readGateCookies, workerVariables } from "../../support/gates/cookie-vectors.ts";

const vectors = readGateCookies();
const VARIABLES = workerVariables(vectors);
const [GOOD] = vectors.cases;

let sent: Request[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", (request: Request) => {
    sent.push(request);
    return Promise.resolve(new Response("wine"));
  });
  vi.useFakeTimers({ toFake: ["Date"], now: GOOD.now * 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what a site owner reads", () => {
  const read = (path: string): string => readFileSync(join(ROOT, "sdk/worker", path), "utf8");
  const gate: GateToConfigure = {
    siteId: vectors.siteId,
    origin: "https://shop.example",
    host: "shop.example",
    threshold: "18",
    cookieName: "__Host-lintel_gate_18",
    openPaths: ["/health", '/a"b/'],
    publicUrl: "https://age.example",
    lifetimeSeconds: 14_400,
  };

  test("the printed settings are the text that the tests in workerd take", async () => {
    await expect(workerConfiguration(gate)).toMatchFileSnapshot("./printed/worker.toml");
  });

  test("a site with its own port, and one of this machine, are printed as Cloudflare takes them", () => {
    const printed = (origin: string): string =>
      workerConfiguration({ ...gate, origin, host: new URL(origin).host });
    // A route has no port.
    expect(printed("https://shop.example:8443")).toContain('routes = ["shop.example/*"]');
    expect(printed("http://localhost:3000")).not.toMatch(/routes =|__Host-/);
  });

  test("the printed settings are those that the Worker takes", async () => {
    const variables = printedVariables(workerConfiguration(gate));
    expect(variables).toEqual({
      ...VARIABLES,
      GATE_OPEN_PATHS: '/health /a"b/',
      GATE_SECRET: undefined,
      GATE_PREVIOUS_SECRET: undefined,
    });
    const request = new Request("https://shop.example/", { headers: { Cookie: GOOD.cookieHeader } });
    expect((await worker.fetch(request, { ...variables, GATE_SECRET: vectors.secret })).status).toBe(200);
  });

  test("README.md, worker.js and the printed settings name the same variables", () => {
    const named = (text: string): string[] =>
      [...new Set(text.match(/GATE_[A-Z_]+/g))].filter((name) => name !== "GATE_PREVIOUS_SECRET").toSorted();
    const printed = named(workerConfiguration(gate));
    expect([named(read("README.md")), named(read("worker.js"))]).toEqual([printed, printed]);
  });

  test("the package has no dependencies, and the version of the service", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const manifest = JSON.parse(read("package.json"));
    expect([manifest.version, Object.keys(manifest).filter((name) => /dependencies/i.test(name))]).toEqual([
      version,
      [],
    ]);
    expect(read("worker.js")).not.toMatch(/^import /m);
  });
});

describe("the sample for Next.js", () => {
  beforeEach(() => {
    for (const [name, value] of Object.entries(VARIABLES)) vi.stubEnv(name, value);
  });
  afterEach(() => vi.unstubAllEnvs());
  const visit = (path: string, headers: Record<string, string> = {}) =>
    proxy(new NextRequest(`https://shop.example${path}`, { headers }));
  const passedOn = (response: Response): Record<string, string> =>
    Object.fromEntries([...response.headers].filter(([name]) => name.startsWith("x-middleware")));

  test.each(vectors.cases.filter(({ threshold }) => threshold === "18"))(
    "$name",
    async ({ now, good, cookieHeader }) => {
      vi.setSystemTime(now * 1_000);
      const response = await visit("/wine", { Cookie: cookieHeader });
      expect([response.status, passedOn(response)["x-middleware-next"]]).toEqual(
        good ? [200, "1"] : [401, undefined],
      );
    },
  );

  test("the site gets the age in the service's words, and no cache keeps the answer", async () => {
    const response = await visit("/wine", {
      Cookie: GOOD.cookieHeader,
      "Lintel-Age": "99",
      lintel_age: "98",
    });
    expect(passedOn(response)).toEqual({
      "x-middleware-next": "1",
      "x-middleware-override-headers": "lintel-age",
      "x-middleware-request-lintel-age": "18",
    });
    expect([response.headers.get("Cache-Control"), response.headers.get("Vary")]).toEqual([
      "private, no-store",
      "Cookie",
    ]);
  });

  test("an open path is open, and the start is the service's", async () => {
    expect(passedOn(await visit("/health"))["x-middleware-next"]).toBe("1");
    const own = `/.well-known/lintel/${vectors.siteId}/start?return=/wine`;
    await visit(own, { "x-real-ip": "192.0.2.1", "CF-Connecting-IP": "192.0.2.66" });
    expect(sent[0]?.url).toBe(`https://age.example/gate/${vectors.siteId}/start?return=/wine`);
    expect(sent[0]?.headers.get("X-Forwarded-For")).toBe("192.0.2.1");
  });
});
