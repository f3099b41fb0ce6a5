import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectEndedFormLeadsBack, expectSameOverIpv6 } from "./support/forms.ts";
import { nginxMissing, startAskingNginx } from "./support/nginx.ts";
import { adapt } from "./support/program.ts";
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
import { goodCookie } from "./support/test-gate.ts";
import { expectWholeVisit } from "./support/visit.ts";
import { type GateWorld, newGateWorld } from "./support/world.ts";

if (nginxMissing) console.warn(`skipped: ${nginxMissing}`);

const CLOSE = "Connection: close";
const proofOf = ({ gate }: GateWorld): string => `Cookie: ${goodCookie(gate)}`;

describe.skipIf(nginxMissing).each([
  ["as printed", false],
  ["with its cache", true],
])("nginx that asks %s", (_, isCaching) => {
  const stack = new AsyncDisposableStack();
  let world: GateWorld;

  beforeAll(async () => {
    world = await newGateWorld(stack, "nginx");
    await startAskingNginx(stack, world, { isCaching });
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

  test("sends the age check the proof and the address alone", async () => {
    const { door, service } = world;
    const before = service.requests.length;
    const own = ["X-Forwarded-For: 6.6.6.6", "User-Agent: kube-probe/1.31", "X-Original-URI: /health"];
    const cookie = `Cookie: session=secret; ${goodCookie(world.gate)}; theme=dark`;
    await ask(door, { method: "POST", target: "/a?b=c", headers: [...own, cookie, CLOSE], body: "a=1" });
    const [asked, ...more] = service.requests.slice(before);
    expect(more).toEqual([]);
    expect(asked?.headers).toEqual({
      host: new URL(service.url).host,
      cookie: goodCookie(world.gate),
      "x-original-uri": "/a?b=c",
    });
    expect([asked?.method, asked?.target]).toEqual(["GET", `/gate/${world.gate.siteId}/check?mode=status`]);
    expect(service.requests[0]?.serverName).toBe("localhost");
  });
});

describe.skipIf(nginxMissing)("nginx that asks", () => {
  test("gives a kept copy to nobody without proof, and keeps no page of the gate", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    // The owner caches everywhere, whatever an answer says about it.
    const everywhere = `proxy_cache ${world.gate.siteId}; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Vary Set-Cookie;`;
    await startAskingNginx(stack, world, {
      isCaching: true,
      alter: (text) =>
        adapt(text, {
          "    auth_request_set $lintel_age": `    ${everywhere}\n    auth_request_set $lintel_age`,
        }),
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

  test("lets nothing out when the age check fails, cannot be reached or is another", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    await startAskingNginx(stack, world);
    const { door, service, site, gate } = world;
    const statusWith = async (cookie: string) => {
      const { status, body } = await ask(door, { headers: [cookie, CLOSE] });
      expect(leaked(body)).toBe(0);
      return status;
    };
    for (const [failure, expected] of [
      [500, 500],
      [503, 500],
      [302, 500],
      [404, 500],
      [403, 403],
    ] as const) {
      service.failWith(failure);
      expect([failure, await statusWith(proofOf(world))]).toEqual([failure, expected]);
    }
    service.failWith(null);
    service.gates.delete(gate.siteId); // removed in the console
    expect(await statusWith(proofOf(world))).toBe(403);
    await service[Symbol.asyncDispose]();
    expect(await statusWith(proofOf(world))).toBe(500);
    expect(site.requests).toEqual([]);
    // What is open needs no age check.
    expect((await ask(door, { target: "/health", headers: [CLOSE] })).status).toBe(200);
  });

  test("believes no age check with a certificate that is not its own", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    const other = await newGateWorld(stack, "nginx");
    await startAskingNginx(stack, { ...world, authority: other.authority });
    const { status } = await ask(world.door, { headers: [proofOf(world), CLOSE] });
    expect([status, world.service.requests.length, world.site.requests.length]).toEqual([500, 0, 0]);
  });
});
