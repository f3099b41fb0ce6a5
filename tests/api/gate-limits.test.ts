import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ask,
  cookieHeader,
  type GateService,
  jarOf,
  newGate,
  openTicket,
  serveGates,
  type TestGate,
  visit,
} from "../support/gates/gate-service.ts";
import { patchTenant } from "../support/http/actions.ts";
import { goBack, submitEvidence } from "../support/http/hosted.ts";

// What strangers cost: a gate's start page is open to everyone, and what is counted and limited is what a person does.

let world: GateService;
let at = new Date("2026-11-26T12:00:00.000Z");
beforeAll(async () => {
  world = await serveGates({ now: () => at });
});
afterAll(() => world[Symbol.asyncDispose]());

const press = (gate: TestGate, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  ask(`${world.origin}/gate/${gate.siteId}/start`, { form, headers });

const usage = async (tenantId: string) => {
  const rows = await world.deps.db.orm.usageMonth.findMany({ where: { tenantId } });
  return Object.fromEntries(rows.map(({ mode, started }) => [mode, started]));
};

const secretIn = (opened: Response): string =>
  new URL(opened.headers.get("location") ?? "http://none").pathname.split("/")[2] ?? "";

test("pressing the button writes and costs nothing, and neither does opening the page: its first step does, once", async () => {
  const tenant = await world.service.tenant();
  const gate = await newGate(world, tenant.id);
  const count = () => world.deps.db.orm.verification.count({ where: { tenantId: tenant.id } });
  const begun = await press(gate);
  expect([begun.status, await count()]).toEqual([303, 0]);
  const opened = await openTicket(world, begun);
  // The same ticket, asked for again, leads to the same page.
  expect(secretIn(await openTicket(world, begun))).toBe(secretIn(opened));
  expect([await count(), await usage(tenant.id)]).toEqual([1, {}]);
  const steps = await Promise.all(
    Array.from({ length: 4 }, () => submitEvidence(world.deps, secretIn(opened), { body: "poor_document" })),
  );
  expect(steps.some(({ status }) => status === 200)).toBe(true);
  await submitEvidence(world.deps, secretIn(opened), { body: "approve" });
  expect(await usage(tenant.id)).toEqual({ test: 1 });
});

test("of 600 presses that one client follows, few are opened, none is billed, and every other visitor gets in", async () => {
  const tenant = await world.service.tenant();
  const gate = await newGate(world, tenant.id);
  const [stranger, neighbour] = ["203.0.113.9", "203.0.113.10"];
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const pressed = await Promise.all(Array.from({ length: 30 }, () => press(gate)));
    expect(pressed.every(({ status }) => status === 303)).toBe(true);
    const opened = await Promise.all(pressed.map((begun) => openTicket(world, begun, stranger)));
    statuses.push(...opened.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 303)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(580);
  expect((await openTicket(world, await press(gate), neighbour)).status).toBe(303);
  expect(await usage(tenant.id)).toEqual({});
});

test("a gate that is full turns nobody away at the tenant's other gates", async () => {
  const tenant = await world.service.tenant();
  await patchTenant(world.service.call, tenant.id, { overrides: { rateLimitPerMinute: 2 } });
  const [gate, other] = [
    await newGate(world, tenant.id),
    await newGate(world, tenant.id, { minimumAge: 16 }),
  ];
  const opened = async (at: TestGate, from: string) =>
    (await openTicket(world, await press(at), from)).status;
  expect([await opened(gate, "203.0.113.1"), await opened(gate, "203.0.113.2")]).toEqual([303, 303]);
  expect(await opened(gate, "203.0.113.3")).toBe(429);
  expect(await opened(other, "203.0.113.3")).toBe(303);
});

test("a line of IPv6 is one client, whatever address of it asks", async () => {
  const tenant = await world.service.tenant();
  const gate = await newGate(world, tenant.id);
  const from = async (address: string) => (await openTicket(world, await press(gate), address)).status;
  for (let each = 0; each < 20; each += 1) expect(await from(`2001:db8:1:2::${each + 1}`)).toBe(303);
  expect([await from("2001:db8:1:2:ffff::1"), await from("2001:db8:1:3::1")]).toEqual([429, 303]);
});

test("a full month is said before the page, and at the first step of one that was opened before", async () => {
  const tenant = await world.service.tenant();
  await patchTenant(world.service.call, tenant.id, { overrides: { testMonthlyQuota: 1 } });
  const gate = await newGate(world, tenant.id);
  const [first, second] = [
    await openTicket(world, await press(gate)),
    await openTicket(world, await press(gate)),
  ];
  expect((await submitEvidence(world.deps, secretIn(first), { body: "approve" })).status).toBe(200);
  const late = await submitEvidence(world.deps, secretIn(second), { body: "approve" });
  expect([late.status, await late.json()]).toEqual([
    429,
    expect.objectContaining({ code: "QUOTA_EXCEEDED" }),
  ]);
  expect((await openTicket(world, await press(gate))).status).toBe(429);
  expect(await usage(tenant.id)).toEqual({ test: 1 });
});

test("what the tenant's backend decides counts, though nobody took a step on its page", async () => {
  const tenant = await world.service.tenant();
  const gate = await newGate(world, tenant.id);
  await openTicket(world, await press(gate));
  const row = await world.deps.db.orm.verification.findFirstOrThrow({ where: { tenantId: tenant.id } });
  expect(row.uncounted).toBe(true);
  const ended = await world.service.call("POST", "/verify/complete", {
    key: tenant.testKey,
    body: { verificationId: row.id, result: "approved" },
  });
  expect([ended.status, await usage(tenant.id)]).toEqual([200, { test: 1 }]);
});

test("a ticket is for one gate and ten minutes: then the visitor is back at its start", async () => {
  const tenant = await world.service.tenant();
  const [gate, other] = [
    await newGate(world, tenant.id),
    await newGate(world, tenant.id, { minimumAge: 16 }),
  ];
  const begun = await press(gate, { answer: "code", return: "/wine" });
  const to = begun.headers.get("location") ?? "";
  const start = (of: TestGate) =>
    `https://shop.example/.well-known/lintel/${of.siteId}/start?answer=cookie&lang=en&return=%2F`;
  const borrowed = await ask(to.replace(gate.siteId, other.siteId));
  expect([borrowed.status, borrowed.headers.get("location")]).toEqual([303, start(other)]);
  for (const ticket of ["", "x", to.split("ticket=")[1]?.slice(0, -2)]) {
    const answer = await ask(`${world.origin}/gate/${gate.siteId}/open?ticket=${ticket}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, start(gate)]);
  }
  at = new Date(at.getTime() + 10 * 60_000);
  expect((await ask(to)).headers.get("location")).toBe(start(gate));
  expect(await world.deps.db.orm.verification.count({ where: { tenantId: tenant.id } })).toBe(0);
});

test.each([
  [{ "sec-fetch-site": "cross-site" }, 200],
  [{ "sec-fetch-site": "same-site" }, 200],
  [{ origin: "https://evil.example" }, 200],
  [{ origin: "https://neighbour.shop.example" }, 200],
  [{ "sec-fetch-site": "same-origin", origin: "https://shop.example" }, 303],
  [{ origin: "https://shop.example" }, 303],
  [{}, 303],
])("a form with %j is answered with %d: another site's page begins nothing", async (headers, status) => {
  const gate = await newGate(world, (await world.service.tenant()).id);
  expect((await press(gate, {}, headers)).status).toBe(status);
});

test("eight tabs begun in one browser all end, in any order, each at its own page", async () => {
  const gate = await newGate(world, (await world.service.tenant({ plan: "scale" })).id);
  let jar: Record<string, string> = {};
  const tabs = [];
  for (let each = 0; each < 8; each += 1) {
    const path = `/wines/tab-${each}?year=20${10 + each}`;
    const begun = await visit(world, gate, { outcome: null, form: { return: path }, jar });
    jar = begun.jar;
    tabs.push({ path, secret: begun.secret });
  }
  for (const { path, secret } of [...tabs.slice(4), ...tabs.slice(0, 4)]) {
    await submitEvidence(world.deps, secret, { body: "approve" });
    const { search } = await goBack(world.deps, secret);
    const end = await ask(`${world.origin}/gate/${gate.siteId}/callback${search}`, {
      headers: { cookie: cookieHeader(jar) },
    });
    expect([end.status, end.headers.get("location")]).toEqual([302, `https://shop.example${path}`]);
    jar = jarOf(end, jar);
  }
});

test("the visits of one browser stay below what servers take as headers, however long their addresses", async () => {
  const gate = await newGate(world, (await world.service.tenant({ plan: "scale" })).id);
  let jar: Record<string, string> = {};
  for (let each = 0; each < 12; each += 1) {
    const path = `/${"a".repeat(900)}${each}`;
    ({ jar } = await visit(world, gate, { outcome: null, form: { return: path }, jar }));
    expect(cookieHeader(jar).length).toBeLessThan(5 * 1024);
  }
  expect(Object.keys(jar).length).toBeGreaterThan(1);
});
