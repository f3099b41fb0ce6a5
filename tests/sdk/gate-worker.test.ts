import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { anyPort } from "../../scripts/local/ports.ts";
import {
  expectAnyGoodCookieCounts,
  expectExactWithProof,
  expectNothingLeaves,
  expectOpenPaths,
  expectOwnWordsDoNotCount,
  startAddress,
} from "../gates/support/promises.ts";
import { ask, type RawRequest } from "../gates/support/raw.ts";
import { leaked } from "../gates/support/site.ts";
import { goodCookie } from "../gates/support/test-gate.ts";
import { startWorkerd } from "../gates/support/workerd.ts";
import { type GateWorld, newGateWorld } from "../gates/support/world.ts";
import { readGateCookies } from "../support/gates/cookie-vectors.ts";
import { newGate, secretBehind, serveGates } from "../support/gates/gate-service.ts";
import { goBack, submitEvidence } from "../support/http/hosted.ts";

// The Worker of sdk/worker in Cloudflare's runtime, before a site. Its rules alone are in tests/unit/gates/worker.test.ts.

const isMissing = inject("noRuntimes") !== "";
const stack = new AsyncDisposableStack();
let world: GateWorld;
let plainPort: number;

beforeAll(async () => {
  if (isMissing) return;
  world = await newGateWorld(stack, "workerd");
  ({ plainPort } = await startWorkerd(stack, world));
});
afterAll(() => stack.disposeAsync());

const NAVIGATION = ["Accept: text/html", "Sec-Fetch-Mode: navigate", "Connection: close"];

describe.skipIf(isMissing)("a Cloudflare Worker before a site", () => {
  test("without proof nothing leaves, whatever is sent", async () => {
    expect(await expectNothingLeaves(world)).toBeGreaterThan(150);
  });

  test("with proof all is as without a gate", () => expectExactWithProof(world));
  test("any of four cookies counts", () => expectAnyGoodCookieCounts(world));
  test("a client's own words do not count", () => expectOwnWordsDoNotCount(world));
  test("open paths are open", () => expectOpenPaths(world));

  const { siteId, secret, previousSecret, cases } = readGateCookies();
  test.each(cases)("the cookie: $name", async ({ threshold, now, good, cookieHeader }) => {
    const variables = { GATE_ORIGIN: "https://shop.example", GATE_SITE: siteId, GATE_THRESHOLD: threshold };
    const secrets = { GATE_SECRET: secret, GATE_PREVIOUS_SECRET: previousSecret };
    const { status } = await ask(
      { port: plainPort, host: "shop.example" },
      {
        headers: [
          `Test-Gate: ${JSON.stringify({ now, ...variables, ...secrets })}`,
          "Test-Proto: https",
          "Connection: close",
          ...(cookieHeader === "" ? [] : [`Cookie: ${cookieHeader}`]),
        ],
      },
    );
    // There is no site of that name: 502 is a request that was let through.
    expect(status).toBe(good ? 502 : 401);
  });

  test("two visitors: what one has seen, the other does not get", async () => {
    const first = await ask(world.door, {
      headers: [`Cookie: ${goodCookie(world.gate)}`, "Connection: close"],
    });
    expect([first.status, first.headers.get("cache-control"), first.headers.get("vary")]).toEqual([
      200,
      "private, no-cache",
      "Cookie",
    ]);
    const etag = `If-None-Match: ${first.headers.get("etag")}`;
    const second = await ask(world.door, { headers: [etag, "Connection: close"] });
    expect([second.status, second.body.length]).toEqual([401, 0]);
  });

  test("while the service is away, proof counts, the rest is closed, and the start says so", async () => {
    await using own = new AsyncDisposableStack();
    const alone = await newGateWorld(own, "workerd-alone");
    await startWorkerd(own, alone, { GATE_SERVICE: `https://localhost:${await anyPort()}` });
    const proof = `Cookie: ${goodCookie(alone.gate)}`;
    const statusOf = async (request: RawRequest): Promise<number> => (await ask(alone.door, request)).status;
    expect(await statusOf({ headers: [proof, "Connection: close"] })).toBe(200);
    expect(await statusOf({ headers: NAVIGATION })).toBe(302);
    const start = `/.well-known/lintel/${alone.gate.siteId}/start?return=/secret.bin`;
    const before = alone.site.requests.length;
    const page = await ask(alone.door, { target: start, headers: [proof, ...NAVIGATION] });
    expect([page.status, page.headers.get("cache-control"), leaked(page.body)]).toEqual([502, "no-store", 0]);
    expect(alone.site.requests.length).toBe(before);
  });

  test("a site that is away is a 502, not an open door", async () => {
    await using own = new AsyncDisposableStack();
    const alone = await newGateWorld(own, "workerd-no-site");
    await startWorkerd(own, { ...alone, site: { ...alone.site, port: await anyPort() } });
    const headers = [`Cookie: ${goodCookie(alone.gate)}`, "Connection: close"];
    expect((await ask(alone.door, { headers })).status).toBe(502);
  });

  test.each(["GATE_SECRET", "GATE_SITE", "GATE_ORIGIN"])("without %s everything is closed", async (name) => {
    await using own = new AsyncDisposableStack();
    const unset = await newGateWorld(own, "workerd-unset");
    await startWorkerd(own, unset, { [name]: "" });
    for (const target of ["/secret.bin", "/health"]) {
      const headers = [`Cookie: ${goodCookie(unset.gate)}`, ...NAVIGATION];
      const { status, body } = await ask(unset.door, { target, headers });
      expect([status, body.toString()]).toEqual([503, expect.stringContaining(name)]);
    }
    expect(unset.site.requests).toEqual([]);
  });

  test("a visitor goes through the check, and comes back to where it began", async () => {
    const turnedBack = await ask(world.door, { target: "/wine?year=2019", headers: NAVIGATION });
    expect(turnedBack.headers.get("location")).toMatch(startAddress(world, "/wine?year=2019"));
    const start = (turnedBack.headers.get("location") ?? "").slice(world.gate.origin.length);
    const page = await ask(world.door, { target: start, headers: NAVIGATION });
    expect([page.status, page.body.toString(), page.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining('name="return" value="/wine?year=2019"'),
      "no-store",
    ]);
    const started = await ask(world.door, {
      target: start,
      method: "POST",
      headers: ["Content-Type: application/x-www-form-urlencoded", "Cookie: session=1", "Connection: close"],
      body: "return=%2Fwine%3Fyear%3D2019",
    });
    const [startCookie = ""] = (started.headers.get("set-cookie") ?? "").split(";");
    expect([started.status, startCookie]).toEqual([303, expect.stringMatching(/^__Host-lintel_start_/)]);
    const posted = world.service.requests.at(-1);
    expect([posted?.method, posted?.headers.host, posted?.headers.cookie]).toEqual([
      "POST",
      new URL(world.service.url).host,
      undefined,
    ]);

    const then = new URL(started.headers.get("location") ?? "").searchParams.get("then") ?? "";
    const back = await ask(world.door, {
      target: then.slice(world.gate.origin.length),
      headers: [`Cookie: session=1; ${startCookie}`, ...NAVIGATION],
    });
    const cookies = (back.headers.get("set-cookie") ?? "").split("\n");
    expect([back.status, back.headers.get("location"), cookies.length]).toEqual([303, "/wine?year=2019", 2]);
    const [proof = ""] = (cookies[0] ?? "").split(";");
    const wine = await ask(world.door, {
      target: "/wine?year=2019",
      headers: [`Cookie: ${proof}`, ...NAVIGATION],
    });
    expect(wine.status).toBe(200);
  });

  test("a visitor proves the age to the service itself, and sees the site", async () => {
    await using own = new AsyncDisposableStack();
    const real = own.use(await serveGates());
    const shop = await newGateWorld(own, "workerd-real");
    const tenant = await real.service.tenant({ plan: "scale" });
    const { siteId, secret: gateSecret } = await newGate(real, tenant.id, { origin: shop.gate.origin });
    await startWorkerd(own, shop, {
      ...{ GATE_SERVICE: real.origin, GATE_SITE: siteId, GATE_SECRET: gateSecret },
    });
    const pages = `/.well-known/lintel/${siteId}`;
    const start = `${pages}/start?return=%2Fwine%3Fyear%3D2019`;

    const turnedBack = await ask(shop.door, { target: "/wine?year=2019", headers: NAVIGATION });
    expect(turnedBack.headers.get("location")).toBe(`${shop.gate.origin}${start}`);
    const page = await ask(shop.door, { target: start, headers: NAVIGATION });
    expect([page.status, page.body.toString()]).toEqual([200, expect.stringContaining("<form")]);
    const begun = await ask(shop.door, {
      target: `${pages}/start`,
      method: "POST",
      headers: [
        "Content-Type: application/x-www-form-urlencoded",
        `Origin: ${shop.gate.origin}`,
        ...NAVIGATION,
      ],
      body: "answer=cookie&return=%2Fwine%3Fyear%3D2019",
    });
    expect([begun.status, begun.body.toString()]).toEqual([303, ""]);
    const hostedSecret = await secretBehind(begun.headers.get("location") ?? "");
    await submitEvidence(real.deps, hostedSecret, { body: "approve" });
    const back = await goBack(real.deps, hostedSecret);
    expect(back.href.startsWith(`${shop.gate.origin}${pages}/callback?`)).toBe(true);

    const [kept = ""] = (begun.headers.get("set-cookie") ?? "").split(";");
    const callback = back.href.slice(shop.gate.origin.length);
    const ended = await ask(shop.door, { target: callback, headers: [`Cookie: ${kept}`, ...NAVIGATION] });
    expect([ended.status, ended.headers.get("location")]).toEqual([
      302,
      `${shop.gate.origin}/wine?year=2019`,
    ]);
    const proof = /__Host-lintel_gate_18=[^;]+/.exec(ended.headers.get("set-cookie") ?? "")?.[0];
    const wine = await ask(shop.door, {
      target: "/wine?year=2019",
      headers: [`Cookie: ${proof}`, ...NAVIGATION],
    });
    expect([wine.status, shop.site.requests.map(({ target }) => target)]).toEqual([200, ["/wine?year=2019"]]);
    const again = await ask(shop.door, { target: start, headers: [`Cookie: ${proof}`, ...NAVIGATION] });
    expect([again.status, again.headers.get("location")]).toEqual([
      302,
      `${shop.gate.origin}/wine?year=2019`,
    ]);
  });
});
