import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGateCookies } from "../support/gates/cookie-vectors.ts";
import { eventually } from "../support/world/eventually.ts";
import { expectEndedFormLeadsBack, expectSameOverIpv6 } from "./support/forms.ts";
import { startNames } from "./support/names.ts";
import { njsMissing, startNginx } from "./support/nginx.ts";
import { adapt, writeFiles } from "./support/program.ts";
import {
  expectAnyGoodCookieCounts,
  expectClosedOverHttp2,
  expectExactWithProof,
  expectNothingLeaves,
  expectNoUpgradeAtTheCheck,
  expectOpenPaths,
  expectOwnGateAlone,
  expectOwnWordsDoNotCount,
} from "./support/promises.ts";
import { ask } from "./support/raw.ts";
import { FROM_THE_SITE, leaked, PROTECTED } from "./support/site.ts";
import { cookieValue, goodCookie } from "./support/test-gate.ts";
import { expectWholeVisit } from "./support/visit.ts";
import { type GateWorld, newGateWorld } from "./support/world.ts";

if (njsMissing) console.warn(`skipped: ${njsMissing}`);

const CLOSE = "Connection: close";
/** As an owner does it who rotates the secret. */
const withPrevious = (text: string): string => adapt(text, { "// 'PREVIOUS.SECRET'": "'PREVIOUS.SECRET'" });
const proofOf = ({ gate }: GateWorld): string => `Cookie: ${goodCookie(gate)}`;

describe.skipIf(njsMissing).each([
  ["as printed", false],
  ["with its cache", true],
])("nginx %s", (_, isCaching) => {
  const stack = new AsyncDisposableStack();
  let world: GateWorld;

  beforeAll(async () => {
    world = await newGateWorld(stack, "nginx");
    await startNginx(stack, world, { isCaching });
  });
  afterAll(() => stack.disposeAsync());

  test("lets not one byte out without proof, and asks the site nothing", async () => {
    if (isCaching) await ask(world.door, { headers: [proofOf(world), CLOSE] }); // a copy to be had
    expect(await expectNothingLeaves(world)).toBeGreaterThan(180);
  });

  test("closes HTTP/2 as well", () => expectClosedOverHttp2(world));
  test("lets all out exactly with proof", () => expectExactWithProof(world));
  test("takes any good cookie", () => expectAnyGoodCookieCounts(world));
  test("tells the site's application the age itself", () => expectOwnWordsDoNotCount(world));
  test("leaves open what is open", () => expectOpenPaths(world));
  test("leads a visitor to the age check and back", () => expectWholeVisit(world));
  test("meets a form after the proof's end with a way back to it", () => expectEndedFormLeadsBack(world));
  test("does the same by IPv6", () => expectSameOverIpv6(world));
  test("asks the age check for no other protocol", () => expectNoUpgradeAtTheCheck(world));
  test("shows its own gate alone", () => expectOwnGateAlone(world));
});

describe.skipIf(njsMissing)("nginx", () => {
  test("gives a kept copy to nobody without proof, and keeps no page of the gate", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    // The owner caches everywhere, whatever an answer says about it.
    const everywhere = `proxy_cache ${world.gate.siteId}; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Vary Set-Cookie;`;
    await startNginx(stack, world, {
      isCaching: true,
      alter: (text) =>
        adapt(text, { "    # Before anything else": `    ${everywhere}\n    # Before anything else` }),
    });
    const { door, site } = world;
    const get = (headers: string[]) => ask(door, { headers: [...headers, CLOSE] });
    const page = "Accept: text/html";
    // Someone without proof comes first: their answer must not be what is kept for the others.
    expect((await get([page])).status).toBe(302);
    expect((await get([])).status).toBe(401);
    const first = await get([proofOf(world)]);
    const second = await get([proofOf(world)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.equals(PROTECTED)).toBe(true);
    expect(site.requests.length).toBe(1); // the second came from the cache
    const without = await get([]);
    expect([without.status, leaked(without.body), without.headers.has(FROM_THE_SITE)]).toEqual([
      401,
      0,
      false,
    ]);
    expect((await get([page])).status).toBe(302);
    expect((await get(["Range: bytes=0-9"])).status).toBe(401);
    expect((await get([proofOf(world)])).body.equals(PROTECTED)).toBe(true);
    await expectWholeVisit(world);
    await expectWholeVisit(world); // another visitor, who gets no cookie of the first one's
  });

  test("starts without an address for the age check, which may come later; proofs go on being good", async () => {
    await using stack = new AsyncDisposableStack();
    const names = await startNames(stack);
    const world = await newGateWorld(stack, "nginx");
    const { port } = new URL(world.service.url);
    const before = { ...world, gate: { ...world.gate, publicUrl: `https://age.test:${port}` } };
    await startNginx(stack, before, {
      alter: (text) =>
        // The stand-in's certificate and host are localhost's.
        adapt(text, {
          "resolver 127.0.0.53 valid=60s;": `resolver 127.0.0.1:${names.port} valid=1s ipv6=off;`,
          "proxy_ssl_name age.test;": "proxy_ssl_name localhost;",
          [`proxy_set_header Host age.test:${port};`]: `proxy_set_header Host localhost:${port};`,
        }),
    });
    const { door } = world;
    const start = () =>
      ask(door, { target: `/.well-known/lintel/${world.gate.siteId}/start?return=/`, headers: [CLOSE] });
    expect((await ask(door, { headers: [proofOf(world), CLOSE] })).status).toBe(200);
    expect((await ask(door, { headers: [CLOSE] })).status).toBe(401);
    expect((await start()).status).toBe(502);
    names.know("127.0.0.1");
    await eventually(async () => (await start()).status).toBe(200);
    // The service moves, or is away: visitors with proof do not notice.
    await world.service[Symbol.asyncDispose]();
    expect((await ask(door, { headers: [proofOf(world), CLOSE] })).status).toBe(200);
    expect((await ask(door, { headers: [CLOSE] })).status).toBe(401);
  });

  test("takes proof by the previous secret while its line is there", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    const { gate, door } = world;
    const previous = { ...gate, secret: `gs_${randomBytes(32).toString("base64url")}` };
    await startNginx(stack, world, {
      alterScript: (text) => adapt(withPrevious(text), { "PREVIOUS.SECRET": previous.secret }),
    });
    const statusWith = async (value: string) =>
      (await ask(door, { headers: [`Cookie: ${gate.cookieName}=${value}`, CLOSE] })).status;
    expect(await statusWith(cookieValue(gate))).toBe(200);
    expect(await statusWith(cookieValue(previous))).toBe(200);
    expect(await statusWith(cookieValue({ ...gate, secret: `gs_${"A".repeat(43)}` }))).toBe(401);
    expect(await statusWith(cookieValue({ ...previous, siteId: "gat_another" }))).toBe(401);
    expect(await expectNothingLeaves(world, { only: /^cookie/ })).toBeGreaterThan(50);
  });

  const vectors = readGateCookies();
  const terms = Map.groupBy(vectors.cases, ({ threshold, now }) => `${threshold} at ${now}`);
  test.each([...terms])("judges each cookie of the table as every other verifier: %s", async (_, cases) => {
    await using stack = new AsyncDisposableStack();
    const { siteId, host, secret, previousSecret } = vectors;
    const [{ threshold, now } = vectors.cases[0]] = cases;
    const cookieName = `__Host-lintel_gate_${threshold}`;
    const world = await newGateWorld(stack, "nginx", { siteId, secret, threshold, cookieName });
    // The table's host and time: neither is in nginx's hands otherwise.
    await startNginx(stack, world, {
      alterScript: (text) =>
        adapt(withPrevious(text), {
          "PREVIOUS.SECRET": previousSecret,
          [`.${world.gate.host}.${threshold}.`]: `.${host}.${threshold}.`,
          "Date.now() / 1000": String(now),
        }),
    });
    for (const { name, cookieHeader, good } of cases) {
      const { status } = await ask(world.door, { headers: [`Cookie: ${cookieHeader}`, CLOSE] });
      expect([name, status === 200]).toEqual([name, good]);
    }
  });

  test("lets nobody in while no secret is filled in, or by a script that breaks", async () => {
    await using stack = new AsyncDisposableStack();
    for (const alterScript of [
      (text: string, secret: string) => text.replaceAll(secret, "GATE_SECRET"),
      withPrevious,
      (text: string) =>
        adapt(text, { "    const header = ": "    throw new Error('x');\n    const header = " }),
    ]) {
      const world = await newGateWorld(stack, "nginx");
      const { gate, door, site } = world;
      await startNginx(stack, world, { alterScript: (text) => alterScript(text, gate.secret) });
      for (const secret of ["gs_", "gs_E_SECRET", "gs_VIOUSSECRET", "GATE_SECRET", "PREVIOUS.SECRET"]) {
        const forged = `Cookie: ${goodCookie({ ...gate, secret })}`;
        expect([secret, (await ask(door, { headers: [forged, CLOSE] })).status]).toEqual([secret, 401]);
      }
      expect(site.requests).toEqual([]);
    }
  });

  test("takes proof beside a cookie of bytes that are no text, and in a header of its own", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    await startNginx(stack, world);
    const good = goodCookie(world.gate);
    for (const headers of [[`Cookie: a=\xff\xc0; ${good}`], ["Cookie: a=1", `Cookie: ${good}`]])
      expect([headers, (await ask(world.door, { headers: [...headers, CLOSE] })).status]).toEqual([
        headers,
        200,
      ]);
  });

  test("closes what a location answers itself, and what nginx leads on inside", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    const { secret } = await writeFiles(world.folder, { secret: "\xff secret" });
    const folder = secret.slice(0, -"/secret".length);
    await startNginx(stack, world, {
      alter: (text) =>
        adapt(text, {
          "    location / {\n": `    location = /own { return 200 secret; }
    location = /moved { rewrite ^ /own last; }
    location /files/ { alias ${folder}/; try_files $uri /own; error_page 403 404 = /own; }
    location / {\n`,
        }),
    });
    const refused = `/.well-known/lintel/${world.gate.siteId}/refused`;
    for (const target of [
      "/own",
      "/moved",
      "/files/secret",
      "/files/none",
      "/files/",
      "//own",
      refused,
      `${refused}?/health`,
    ]) {
      const { status, body } = await ask(world.door, { target, headers: [CLOSE] });
      expect([target, status, body.includes("secret")]).toEqual([target, 401, false]);
    }
    for (const target of ["/own", "/moved", "/files/none"])
      expect((await ask(world.door, { target, headers: [proofOf(world), CLOSE] })).body.toString()).toBe(
        "secret",
      );
    expect((await ask(world.door, { target: refused, headers: [proofOf(world), CLOSE] })).status).toBe(404);
  });
});
