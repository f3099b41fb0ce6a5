import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGateCookies } from "../support/gates/cookie-vectors.ts";
import { expectEndedFormLeadsBack, expectSameOverIpv6 } from "./support/forms.ts";
import { haproxyMissing, startHaproxy } from "./support/haproxy.ts";
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
import { leaked } from "./support/site.ts";
import { cookieValue, goodCookie } from "./support/test-gate.ts";
import { expectWholeVisit } from "./support/visit.ts";
import { type GateWorld, newGateWorld } from "./support/world.ts";

if (haproxyMissing) console.warn(`skipped: ${haproxyMissing}`);

const CLOSE = "Connection: close";

/** HAProxy separates cookies by commas, too (RFC 2965 §3.4): here it sees a proof that is signed all the same. */
const COMMA = "after a comma";

/** As an owner does it who rotates the secret: without the # before the two lines of the previous one. */
const withPrevious = (text: string): string =>
  text.replaceAll(/^( *)# (set-var proc\.previous_key_|acl lintel_signed )/gm, "$1$2");

describe.skipIf(haproxyMissing)("HAProxy with the configuration as printed", () => {
  const stack = new AsyncDisposableStack();
  let world: GateWorld;

  beforeAll(async () => {
    world = await newGateWorld(stack, "haproxy");
    await startHaproxy(stack, world);
  });
  afterAll(() => stack.disposeAsync());

  test("lets not one byte out without proof, and asks the site nothing", async () => {
    expect(await expectNothingLeaves(world)).toBeGreaterThan(180);
    expect(world.service.requests).toEqual([]); // it asks nobody
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

describe.skipIf(haproxyMissing)("HAProxy", () => {
  test("goes on, open for proof and closed without, when the age check cannot be reached", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "haproxy");
    await startHaproxy(stack, world);
    await world.service[Symbol.asyncDispose]();
    const get = (headers: string[], target = "/secret.bin") =>
      ask(world.door, { target, headers: [...headers, CLOSE] });
    expect((await get([`Cookie: ${goodCookie(world.gate)}`])).status).toBe(200);
    const { status, body } = await get([]);
    expect([status, leaked(body)]).toEqual([401, 0]);
    expect((await get([], `/.well-known/lintel/${world.gate.siteId}/start?return=/`)).status).toBe(503);
  });

  test("sends nobody to an age check with a certificate that is not its own", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "haproxy");
    const other = await newGateWorld(stack, "haproxy");
    await startHaproxy(stack, { ...world, authority: other.authority });
    const target = `/.well-known/lintel/${world.gate.siteId}/start?return=/`;
    const { status } = await ask(world.door, { target, headers: [CLOSE] });
    expect([status, world.service.requests.length]).toEqual([503, 0]);
  });

  test("takes proof by the previous secret while its line is there", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "haproxy");
    const { gate, door } = world;
    const previous = { ...gate, secret: `gs_${randomBytes(32).toString("base64url")}` };
    await startHaproxy(stack, world, {
      alter: (text) => withPrevious(text).replaceAll("PREVIOUS.SECRET", previous.secret),
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
    const world = await newGateWorld(stack, "haproxy", { siteId, secret, threshold, cookieName });
    // The table's host and time: neither is in HAProxy's hands otherwise.
    await startHaproxy(
      stack,
      { ...world, gate: { ...world.gate, host } },
      {
        alter: (text) =>
          adapt(withPrevious(text), {
            "PREVIOUS.SECRET": previousSecret,
            "date()": `int(${now})`,
            "date(43200)": `int(${now + 43_200})`,
          }),
      },
    );
    for (const { name, cookieHeader, good } of cases) {
      if (name === COMMA) continue;
      const { status } = await ask(world.door, { headers: [`Cookie: ${cookieHeader}`, CLOSE] });
      expect([name, status === 200]).toEqual([name, good]);
    }
  });

  test.each([
    ["the secret", (text: string, secret: string) => text.replaceAll(secret, "GATE_SECRET")],
    ["the previous secret", withPrevious],
  ])("lets nobody in by the text that stands where %s belongs", async (_, alter) => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "haproxy");
    const { gate, door, site } = world;
    await startHaproxy(stack, world, { alter: (text) => alter(text, gate.secret) });
    // What bytes(3) and a decoder that skips or stops could make of them, and no key at all.
    const guesses = ["gs_", "gs_E_SECRET", "gs_VIOUSSECRET", "gs_VIOUS", "gs_VIO", "gs_SECRET"];
    for (const secret of guesses) {
      const { status } = await ask(door, { headers: [`Cookie: ${goodCookie({ ...gate, secret })}`, CLOSE] });
      expect([secret, status]).toEqual([secret, 401]);
    }
    expect(site.requests).toEqual([]);
  });
});
