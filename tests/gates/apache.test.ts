import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/world/eventually.ts";
import { apacheMissing, startApache } from "./support/apache.ts";
import { type Differences, FAULTS, nothingLeaves } from "./support/faults.ts";
import { expectEndedFormLeadsBack } from "./support/forms.ts";
import { hostileRequests } from "./support/hostile-requests.ts";
import { expectOpenPaths } from "./support/promises.ts";
import { ask } from "./support/raw.ts";
import { PROTECTED } from "./support/site.ts";
import { newVisitor, type Visited, type Visitor } from "./support/visitor.ts";

// Debian's Apache with mod_auth_openidc and the text that the console prints.

if (apacheMissing !== null) console.warn(`Skipped: ${apacheMissing}`);

const CLOSE = "Connection: close";

type Apache = Awaited<ReturnType<typeof startApache>>;

describe.skipIf(apacheMissing !== null)("Apache with the printed configuration", () => {
  const stack = new AsyncDisposableStack();
  let apache: Apache;
  beforeAll(async () => {
    apache = await startApache(stack);
  });
  afterAll(() => stack.disposeAsync());

  /** Goes where it is led, to the first answer that leads nowhere. */
  const follow = async (visitor: Visitor, url: string): Promise<Visited[]> => {
    const steps = [await visitor(url)];
    for (let at = steps[0]; at?.headers.location !== undefined; at = steps.at(-1))
      steps.push(await visitor(new URL(at.headers.location, at.url).href));
    return steps;
  };

  /** It leads to the age check by OpenID Connect and knows no Lintel-Gate: any answer but a success counts as closed. */
  const differences = (): Differences => {
    const closed = [302, 400, 401, 403, 404, 405, 414, 421, 431, 500, 501, 505];
    const judged = hostileRequests(apache.gate, apache.door).filter(
      ({ answers }) => !answers.includes("any"),
    );
    const allowed = judged.map(({ name, answers }): [string, number[]] => [
      name,
      answers.includes("open") ? [200, ...closed] : closed,
    ]);
    return { otherStatuses: Object.fromEntries(allowed) };
  };

  test("lets not one byte leave without proof", () => nothingLeaves(/./, 180)(apache, differences()));

  // The others are below, in the words of OpenID Connect.
  const tables = ["CVE-2026-34457", "CVE-2025-54576", "CVE-2026-57209"];
  test.each(FAULTS.filter(({ source }) => tables.includes(source)))("$source: $promise", ({ hold }) =>
    hold(apache, differences()),
  );

  test("CVE-2026-40575, CVE-2026-76835: no header that a visitor forges changes the verdict", () =>
    nothingLeaves(/header: (X-|Forwarded)/, 7)(apache, differences()));

  test("codex #784: keeps open what is open", () => expectOpenPaths(apache));

  test("leads a person to the check and back to the page, to the byte", async () => {
    const { gate, authority, provider, site } = apache;
    const wanted = `${gate.origin}/films/a%20b/secret.bin?scene=3&title=a%2Fb`;
    const visitor = newVisitor({ authority });
    const steps = await follow(visitor, wanted);
    const statuses = steps.map(({ status }) => status);
    expect(statuses).toEqual([302, 302, 302, 200]);
    expect(steps[1]?.url.startsWith(`${provider.issuer}/authorize?`)).toBe(true);
    const shown = steps.at(-1);
    expect([shown?.url, shown?.body.equals(PROTECTED)]).toEqual([wanted, true]);
    expect(shown?.headers["cache-control"]).toBe("private, no-store");
    expect(site.requests.at(-1)?.target).toBe("/films/a%20b/secret.bin?scene=3&title=a%2Fb");
    // What belongs to one visitor is of no use to another.
    expect((await newVisitor({ authority })(wanted)).status).toBe(302);
    expect((await newVisitor({ authority })(steps[2]?.url ?? "")).status).toBeGreaterThanOrEqual(300);
  });

  test("refuses a person below the age", async () => {
    const { gate, authority, provider } = apache;
    provider.says.isOver18 = false;
    const end = (await follow(newVisitor({ authority }), `${gate.origin}/secret.bin`)).at(-1);
    provider.says.isOver18 = true;
    expect([end?.status, end?.body.includes(PROTECTED.subarray(0, 8))]).toEqual([401, false]);
  });

  test("lets nobody in while the age check cannot be reached", async () => {
    await using own = new AsyncDisposableStack();
    const { gate, authority, provider, site } = await startApache(own);
    await provider.stop();
    const { status, body } = await newVisitor({ authority })(`${gate.origin}/secret.bin`);
    expect([status, body.includes(PROTECTED.subarray(0, 8)), site.requests]).toEqual([500, false, []]);
  });

  test.each([
    ["a fetch", ["Accept: */*", "Sec-Fetch-Mode: cors"]],
    ["a fetch that accepts HTML", ["Accept: text/html", "Sec-Fetch-Mode: cors"]],
    ["a service worker's script", ["Accept: */*", "Service-Worker: script", "Sec-Fetch-Mode: same-origin"]],
    [
      "a WebSocket",
      ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="],
    ],
    ["a program", ["Accept: application/json"]],
  ])("anubis #1479: answers %s with 401", async (_, headers) => {
    expect((await ask(apache.door, { headers: [...headers, CLOSE] })).status).toBe(401);
  });

  test("meets a form after the proof's end with a way back to it", async () => {
    const { gate } = apache;
    // It has no start page: the page of the form itself leads to the check.
    const startOf = (back: string): string => (back === "/" ? "/" : gate.origin + back);
    await expectEndedFormLeadsBack(apache, startOf, false);
  });

  test("keeps visitors in who have proof, and lets those under way arrive, when it reads its configuration again", async () => {
    await using own = new AsyncDisposableStack();
    const { gate, authority, program, folder } = await startApache(own);
    const log = () => readFileSync(join(folder, "error.log"), "utf8");
    const visitor = newVisitor({ authority });
    const page = `${gate.origin}/secret.bin`;
    expect((await follow(visitor, page)).at(-1)?.status).toBe(200);
    for (let reloads = 1; reloads <= 2; reloads += 1) {
      program.child.kill("SIGUSR1");
      await eventually(() => log().split("resuming normal operations").length).toBe(reloads + 2);
    }
    expect((await visitor(page)).status).toBe(200);
  });

  test("takes as many closed pages in tabs as a visitor opens", async () => {
    const { gate, authority } = apache;
    const visitor = newVisitor({ authority });
    const tabs: Visited[] = [];
    for (let tab = 1; tab <= 12; tab += 1) tabs.push(await visitor(`${gate.origin}/page-${tab}`));
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 302));
    // The last one is finished as ever.
    const steps = await follow(visitor, tabs.at(-1)?.headers.location ?? "");
    expect([steps.at(-1)?.status, steps.at(-1)?.url]).toEqual([200, `${gate.origin}/page-12`]);
  });

  test("answers a form with 401", async () => {
    const headers = ["Accept: text/html", "Sec-Fetch-Mode: navigate", CLOSE];
    expect((await ask(apache.door, { method: "POST", headers, body: "a=1" })).status).toBe(401);
  });

  test("GO-2026-5346: tells the site's application the age itself, in the place of a visitor's words", async () => {
    const { gate, authority, site, door } = apache;
    const visitor = newVisitor({ authority });
    const told = () =>
      Object.entries(site.requests.at(-1)?.headers ?? {}).filter(([name]) => /lintel|oidc/i.test(name));
    await follow(visitor, `${gate.origin}/secret.bin`);
    expect(told()).toEqual([["lintel-age", "18"]]);
    const names = ["Lintel-Age", "Lintel_Age", "Lintel.Age", "Lintel-Gate", "Lintel_Gate"];
    await ask(door, { target: "/health", headers: [...names.map((name) => `${name}: 99`), CLOSE] });
    expect(told()).toEqual([]);
  });
});
