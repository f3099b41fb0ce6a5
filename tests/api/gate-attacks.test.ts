import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPolicy } from "#data/tenants/policies.ts";
import { newId } from "#services/ids.ts";
import {
  ask,
  cookieHeader,
  type GateService,
  jarOf,
  newGate,
  openTicket,
  serveGates,
  visit,
} from "../support/gates/gate-service.ts";
import { patchTenant, validate } from "../support/http/actions.ts";
import { submitEvidence } from "../support/http/hosted.ts";

// What someone tries who has a tenant, a site and a browser, or a friend who is old enough.

let world: GateService;
const logged: { url: string; event: string }[] = [];
let at = new Date("2026-11-26T12:00:00.000Z");
beforeAll(async () => {
  const requestLog = {
    add: (row: { url: string; event: string }) => void logged.push(row),
    dropped: () => 0,
  };
  world = await serveGates({ now: () => at, requestLog });
});
afterAll(() => world[Symbol.asyncDispose]());

const later = (seconds: number): void => {
  at = new Date(at.getTime() + seconds * 1000);
};

const STATE_OF = /lintel_start_([\w-]{16})$/;

/** A visit that was approved and whose browser is not back yet. */
const approved = async (gate: Awaited<ReturnType<typeof newGate>>, form: Record<string, string>) => {
  const { jar, secret } = await visit(world, gate, { outcome: null, form });
  await submitEvidence(world.deps, secret, { body: "approve" });
  const [name = "", kept = ""] = Object.entries(jar)[0] ?? [];
  const state = STATE_OF.exec(name)?.[1] ?? "";
  const callback = `${world.origin}/gate/${gate.siteId}/callback?state=${state}`;
  return { jar, name, kept, state, callback };
};

const codeIn = (response: Response): string =>
  new URL(response.headers.get("location") ?? "http://none").searchParams.get("lintel-response") ?? "";

test("a code lives no longer than the token that it stands for", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  await world.deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { tokenTtlSeconds: 300 } });
  const gate = await newGate(world, tenant.id);
  const early = await approved(gate, { answer: "code" });
  later(200);
  const code = codeIn(await ask(early.callback, { headers: { cookie: cookieHeader(early.jar) } }));
  expect(code).toMatch(/^vrc_/);
  later(100);
  expect(await validate(world.service.call, tenant.testKey, code)).toMatchObject({ reason: "TOKEN_EXPIRED" });
  // Nor is a code made for a token that is over.
  const late = await ask(early.callback, { headers: { cookie: cookieHeader(early.jar) } });
  expect([late.status, codeIn(late)]).toEqual([403, ""]);
});

test("the request log holds nothing of the page that a visitor wanted", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  const gate = await newGate(world, tenant.id);
  const base = `${world.origin}/gate/${gate.siteId}`;
  logged.length = 0;
  await ask(`${base}/start?lang=de&return=/search?q=1&jane.doe@mail.example&colour=red`);
  await ask(`${base}/start?answer=code&return=%2Fa%3Fb&secret-page`, { form: { return: "/private" } });
  await ask(`${base}/callback?state=AAAAAAAAAAAAAAAA`);
  await ask(`${base}/check/private/page?x`);
  expect(logged.map(({ url }) => url)).toEqual([
    "/gate/[site]/start?lang&return",
    "/gate/[site]/start?answer&return",
    "/gate/[site]/callback?state",
  ]);
});

test("a visit is ended by the host's own cookie alone, not by one that a neighbour host planted", async () => {
  await using secure = await serveGates({ now: () => at }, { PUBLIC_URL: "https://age.example.com" });
  const other = await secure.service.tenant({ plan: "scale" });
  const gate = await newGate(secure, other.id);
  const { jar, secret } = await visit(secure, gate, { outcome: null });
  await submitEvidence(secure.deps, secret, { body: "approve" });
  const [name = "", kept = ""] = Object.entries(jar)[0] ?? [];
  expect(name).toMatch(/^__Host-/);
  const state = STATE_OF.exec(name)?.[1] ?? "";
  const callback = `${secure.origin}/gate/${gate.siteId}/callback?state=${state}`;
  const planted = await ask(callback, { headers: { cookie: `lintel_start_${state}=${kept}` } });
  expect([planted.status, jarOf(planted)]).toEqual([400, {}]);
  const own = await ask(callback, { headers: { cookie: `lintel_start_${state}=x; ${name}=${kept}` } });
  expect(own.status).toBe(302);
});

test("a revoked approval opens nothing any more, by cookie or by code", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  const gate = await newGate(world, tenant.id);
  for (const answer of ["cookie", "code", "message"]) {
    const { jar, callback } = await approved(gate, { answer });
    await world.deps.db.orm.token.updateMany({ where: { tenantId: tenant.id }, data: { revokedAt: at } });
    const end = await ask(callback, { headers: { cookie: cookieHeader(jar) } });
    expect([answer, end.headers.get("location"), jarOf(end)]).toEqual([answer, null, {}]);
    expect(/vrc_/.test(await end.text())).toBe(false);
  }
});

test("a test gate's approval opens no live gate, and a visit opens no other gate than its own", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  const gate = await newGate(world, tenant.id);
  const others = [
    await newGate(world, tenant.id, { mode: "live" }),
    await newGate(world, tenant.id, { minimumAge: 16 }),
    await newGate(world, tenant.id, { origin: "https://other.example" }),
    await newGate(world, (await world.service.tenant({ plan: "scale" })).id),
  ];
  for (const answer of ["cookie", "code", "message"]) {
    const { jar, callback } = await approved(gate, { answer });
    for (const other of others) {
      const end = await ask(callback.replace(gate.siteId, other.siteId), {
        headers: { cookie: cookieHeader(jar) },
      });
      expect([end.status, jarOf(end)]).toEqual([400, {}]);
    }
    const own = await ask(callback, { headers: { cookie: cookieHeader(jar) } });
    const proof = jarOf(own);
    for (const other of others)
      expect(
        (
          await ask(`${world.origin}/gate/${other.siteId}/check`, {
            headers: { cookie: cookieHeader(proof) },
          })
        ).status,
      ).toBe(401);
  }
});

/** Where a page's "Try again" leads. */
const againIn = async (response: Response): Promise<string | null> =>
  /class="primary" href="([^"]*)"/.exec(await response.text())?.[1]?.replaceAll("&amp;", "&") ?? null;

test("who comes when too many do gets a way back to the same check, and when to take it", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  await patchTenant(world.service.call, tenant.id, { overrides: { rateLimitPerMinute: 1 } });
  const gate = await newGate(world, tenant.id);
  const start = `${world.origin}/gate/${gate.siteId}/start`;
  const pressed = async (form: Record<string, string>) => ask(`${start}?lang=de`, { form });
  const form = { answer: "code", return: "/wine?a=1&b=2" };
  expect((await openTicket(world, await pressed(form))).status).toBe(303);
  const busy = await openTicket(world, await pressed(form));
  expect([busy.status, Number(busy.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await againIn(busy)).toBe(`${start}?answer=code&lang=de&return=%2Fwine%3Fa%3D1%26b%3D2`);
  // The cookie of a visit that ends with one is the site's own, so its next try begins there.
  const hostile = await openTicket(
    world,
    await ask(start, { form: { answer: '"><b>', return: "//evil.example" } }),
  );
  expect(await againIn(hostile)).toBe(
    `https://shop.example/.well-known/lintel/${gate.siteId}/start?answer=cookie&lang=en&return=%2F`,
  );
});

const away = () => Promise.reject(new Error("away"));

test("who is back while the database is away can come back to the same end later", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  const gate = await newGate(world, tenant.id);
  const { jar, callback, state } = await approved(gate, { answer: "cookie" });
  const headers = { cookie: cookieHeader(jar) };
  await using broken = await serveGates({
    now: () => at,
    gateCache: { ...world.deps.gateCache, find: away },
  });
  const at503 = await ask(callback.replace(world.origin, broken.origin), { headers });
  expect([at503.status, jarOf(at503, jar)]).toEqual([503, jar]);
  expect(await againIn(at503)).toBe(`callback?state=${state}`);
  const base = `${broken.origin}/gate/${gate.siteId}`;
  for (const [path, again] of [
    ["start?return=/wine", "start?answer=cookie&lang=en&return=%2Fwine"],
    ["start?lang=%22%3E&answer=x&return=//evil.example/%22%3E<b>", "start?answer=cookie&lang=en&return=%2F"],
    ["callback?state=/../../x", null],
  ] as const)
    expect([path, await againIn(await ask(`${base}/${path}`))]).toEqual([path, again]);
  // A gate that does not exist leads nowhere.
  expect(await againIn(await ask(callback.replace(gate.siteId, `${gate.siteId.slice(0, -1)}0`)))).toBeNull();
});

test("an address that is not UTF-8 is asked about, and led back to, like any other", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  const gate = await newGate(world, tenant.id);
  const base = `${world.origin}/gate/${gate.siteId}`;
  const page = await ask(`${base}/start?return=/caf%E9?q=%`);
  expect([page.status, (await page.text()).includes('name="return" value="/caf%E9?q=%"')]).toEqual([
    200,
    true,
  ]);
  const { jar } = await visit(world, gate);
  expect((await ask(`${base}/check/caf%E9?q=%`, { headers: { cookie: cookieHeader(jar) } })).status).toBe(
    200,
  );
  expect((await ask(`${base}/check/caf%E9?q=%`)).status).toBe(401);
});

test("a policy that asks for more than the gate decides, and the gate stays open for visitors", async () => {
  const tenant = await world.service.tenant({ plan: "scale" });
  const { db, now } = { db: world.deps.db.orm, now: at };
  const policyId = newId(world.deps, "policy");
  await insertPolicy(db, {
    id: policyId,
    tenantId: tenant.id,
    policy: { default: { minimumAge: 21, methods: [{ id: "document", use: "offer" }] }, regions: [] },
    note: null,
    packIds: [],
    acceptedWarnings: [],
    publishedBy: "admin",
    createdAt: now,
  });
  await db.tenant.update({ where: { id: tenant.id }, data: { policyId } });
  for (const minimumAge of [18, 25]) {
    const gate = await newGate(world, tenant.id, { mode: "live", minimumAge });
    const begun = await ask(`${world.origin}/gate/${gate.siteId}/start`, { form: {} });
    expect((await openTicket(world, begun)).status).toBe(303);
  }
  const started = await db.verification.findMany({ where: { tenantId: tenant.id } });
  expect(started.map(({ minimumAge }) => minimumAge).toSorted()).toEqual([21, 25]);
});
