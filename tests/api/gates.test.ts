import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  cookieHeader,
  type GateService,
  jarOf,
  newGate,
  proofFor,
  serveGates,
  type TestGate,
  visit,
} from "../support/gates/gate-service.ts";
import { validate } from "../support/http/actions.ts";
import { submitEvidence } from "../support/http/hosted.ts";

let world: GateService;
let at = new Date("2026-11-26T12:00:00.000Z");
beforeAll(async () => {
  world = await serveGates({ now: () => at });
});
afterAll(() => world[Symbol.asyncDispose]());

const tenantWithGate = async (input: Parameters<typeof newGate>[2] = {}) => {
  const tenant = await world.service.tenant({ plan: "scale" });
  return { tenant, gate: await newGate(world, tenant.id, input) };
};

const HTML = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate" };
const proof = (gate: TestGate) => ({ cookie: `${gate.cookieName}=${proofFor(gate, at)}` });
const checkAt = (gate: TestGate, rest = "?mode=status"): string =>
  `${world.origin}/gate/${gate.siteId}/check${rest}`;
const startOf = (gate: TestGate, path: string): string =>
  `${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=${encodeURIComponent(path)}`;

describe("the check", () => {
  test("without proof it is 401, with proof 204, without a body and never kept by a cache", async () => {
    const { gate } = await tenantWithGate();
    const refused = await ask(checkAt(gate));
    expect([refused.status, await refused.text(), refused.headers.get("location")]).toEqual([401, "", null]);
    expect(refused.headers.get("lintel-gate")).toBe(startOf(gate, "/"));
    const passed = await ask(checkAt(gate), { headers: proof(gate) });
    expect([passed.status, passed.headers.get("lintel-age"), passed.headers.get("content-length")]).toEqual([
      ...[204, "18", null],
    ]);
    for (const { headers } of [refused, passed])
      expect([headers.get("cache-control"), headers.get("vary"), headers.getSetCookie()]).toEqual([
        ...["no-store", "Cookie", []],
      ]);
  });

  test("mode=redirect leads those who navigate to the start page, and says 401 to everything else", async () => {
    const { gate } = await tenantWithGate();
    const asked = (headers: Record<string, string>, method = "GET") =>
      ask(checkAt(gate, "?mode=redirect"), {
        method,
        headers: { "x-forwarded-uri": "/wine?year=2019", ...headers },
      });
    const led = await asked(HTML);
    expect([led.status, led.headers.get("location")]).toEqual([302, startOf(gate, "/wine?year=2019")]);
    expect((await asked(HTML, "HEAD")).status).toBe(302);
    for (const headers of [
      {},
      { accept: "image/avif,*/*" },
      { ...HTML, "sec-fetch-mode": "cors" },
      { ...HTML, "sec-fetch-mode": "no-cors", "service-worker": "script" },
      { ...HTML, "sec-fetch-mode": "websocket" },
    ]) {
      const refused = await asked(headers);
      expect([refused.status, refused.headers.get("lintel-gate")]).toEqual([
        401,
        startOf(gate, "/wine?year=2019"),
      ]);
    }
  });

  test("a form that a person sends after the proof's end meets a page in their language, with a way back to the form", async () => {
    const { gate } = await tenantWithGate();
    const from = (referer: string) => ({ ...HTML, referer, "accept-language": "de" });
    const basket = `${gate.origin}/basket/?step=2&a=b`;
    const ways = [
      // Traefik's ForwardAuth asks by GET and names the visitor's method; Envoy asks by the visitor's.
      ["GET", "?mode=status", { "x-forwarded-method": "POST" }],
      ["POST", "/order", {}],
    ] as const;
    for (const [method, rest, more] of ways) {
      const sent = (headers: Record<string, string>) =>
        ask(checkAt(gate, rest), { method, headers: { ...more, ...headers } });
      const ended = await sent(from(basket));
      const page = await ended.text();
      expect([ended.status, ended.headers.get("content-type"), ended.headers.get("cache-control")]).toEqual([
        ...[401, "text/html; charset=utf-8", "no-store"],
      ]);
      expect(page).toMatch(
        /<html lang="de" dir="ltr">[\s\S]*Altersnachweis ist abgelaufen[\s\S]*nichts gesendet/,
      );
      expect(page).toContain(
        `<a href="${startOf(gate, "/basket/?step=2&a=b")}" target="_blank" rel="noopener">`,
      );
      // A stranger's word leads nowhere else, and a program or a socket meets what it met before.
      for (const referer of [
        "https://evil.test/",
        `${gate.origin}.evil.test/a`,
        `${gate.origin}//evil.test`,
        '"><script>',
      ])
        expect(await (await sent(from(referer))).text()).toContain(`<a href="${startOf(gate, "/")}" target`);
      for (const headers of [
        {},
        { ...HTML, "sec-fetch-mode": "cors" },
        { ...HTML, accept: "*/*" },
        { ...HTML, "service-worker": "script" },
      ]) {
        const refused = await sent(headers);
        expect([refused.status, await refused.text()]).toEqual([401, ""]);
      }
      expect((await sent({ ...from(basket), ...proof(gate) })).status).toBeLessThan(300);
    }
  });

  test("a long address is led back to once in an answer, and a longer one is said to be too long", async () => {
    const { gate } = await tenantWithGate();
    const base = `${gate.origin}/.well-known/lintel/${gate.siteId}/start`;
    const short = `${base}?kept=path&return=%2F`;
    const asked = async (path: string) => {
      const { headers } = await ask(checkAt(gate, "?mode=redirect"), {
        headers: { ...HTML, "x-forwarded-uri": path },
      });
      return [headers.get("location"), headers.get("lintel-gate")];
    };
    const path = `/a?b=${"c".repeat(2_000)}`;
    expect(await asked(path)).toEqual([`${base}?return=${path}`, short]);
    expect(await asked(`${path}${"c".repeat(2_500)}`)).toEqual([short, short]);
  });

  test("Envoy's form passes at 200 alone, with any method and path of the visitor's", async () => {
    const { gate } = await tenantWithGate();
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "REPORT"]) {
      const url = checkAt(gate, "/a//b/%2e%2e/c?mode=status&x=1");
      expect((await ask(url, { method, headers: proof(gate) })).status).toBe(200);
      const refused = await ask(url, { method });
      expect([refused.status, refused.headers.get("lintel-gate")]).toEqual([
        ...[401, startOf(gate, "/a//c?mode=status&x=1")],
      ]);
    }
    expect((await ask(checkAt(gate, "/adults"), { headers: HTML })).status).toBe(302);
  });

  test("nothing that a client sends opens it but the cookie", async () => {
    const { gate } = await tenantWithGate();
    const headers = [
      { "x-original-uri": "/health" },
      { "x-forwarded-uri": "/.well-known/lintel/x/start", "x-forwarded-method": "OPTIONS" },
      { "x-forwarded-host": "localhost", "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" },
      { "user-agent": "kube-probe/1.30" },
      { "user-agent": "GoogleHC/1.0" },
      { "lintel-age": "18", lintel_age: "18", "lintel-gate": "x" },
      { authorization: "Bearer x", "x-tenant-api-key": "avk_test_x" },
      { origin: gate.origin, referer: `${gate.origin}/` },
    ];
    for (const sent of headers)
      for (const rest of ["", "?mode=status", "?mode=redirect", "/health", "/x?/public"])
        expect([401, 302]).toContain((await ask(checkAt(gate, rest), { headers: sent })).status);
  });

  test("a gate that nobody knows is closed, and so is a closed tenant's", async () => {
    const { gate, tenant } = await tenantWithGate();
    const unknown = { ...gate, siteId: gate.siteId.replace(/.$/, (last) => (last === "0" ? "1" : "0")) };
    expect((await ask(checkAt(unknown), { headers: proof(unknown) })).status).toBe(403);
    await world.service.call("PATCH", `/admin/tenants/${tenant.id}`, {
      adminKey: world.deps.settings.adminKeys[0] ?? "",
      body: { isActive: false },
    });
    expect((await ask(checkAt(gate), { headers: proof(gate) })).status).toBe(403);
  });

  test("one gate's proof opens no other: of another age, host, tenant or mode", async () => {
    const { gate, tenant } = await tenantWithGate();
    const others = [
      await newGate(world, tenant.id, { minimumAge: 16 }),
      await newGate(world, tenant.id, { minimumAge: null }),
      await newGate(world, tenant.id, { origin: "https://other.example" }),
      await newGate(world, tenant.id, { origin: "https://shop.example:8443" }),
      await newGate(world, tenant.id, { mode: "live" }),
      (await tenantWithGate()).gate,
    ];
    for (const other of others) {
      expect((await ask(checkAt(other), { headers: proof(other) })).status).toBe(204);
      const borrowed = { cookie: `${other.cookieName}=${proofFor(gate, at)}` };
      expect((await ask(checkAt(other), { headers: borrowed })).status).toBe(401);
    }
  });

  test("another process follows a change of the age within five seconds", async () => {
    const { gate } = await tenantWithGate();
    expect((await ask(checkAt(gate), { headers: proof(gate) })).status).toBe(204);
    await world.deps.db.orm.gate.update({ where: { id: gate.siteId }, data: { minimumAge: 21 } });
    at = new Date(at.getTime() + 5_000);
    expect((await ask(checkAt(gate), { headers: proof(gate) })).status).toBe(401);
  });
});

describe("the visitor", () => {
  test("the start page begins nothing by itself: the button does", async () => {
    const { gate, tenant } = await tenantWithGate();
    const count = () => world.deps.db.orm.verification.count({ where: { tenantId: tenant.id } });
    const url = `${world.origin}/gate/${gate.siteId}/start?return=/wine`;
    const page = await ask(url, { headers: HTML });
    expect([page.status, page.headers.get("cache-control"), page.headers.getSetCookie()]).toEqual([
      ...[200, "no-store", []],
    ]);
    expect(await page.text()).toContain("/wine");
    await ask(url, { method: "HEAD" });
    await ask(url, { form: {}, headers: { "sec-fetch-site": "cross-site" } });
    expect(await count()).toBe(0);
    await visit(world, gate, { outcome: null });
    expect(await count()).toBe(1);
  });

  test("who proves the age gets the site's cookie, the way back, and passes", async () => {
    const { gate } = await tenantWithGate({ lifetimeSeconds: 3600 });
    const { response, jar } = await visit(world, gate, { form: { return: "/wine?year=2019" } });
    expect([response.status, response.headers.get("location")]).toEqual([
      ...[302, "https://shop.example/wine?year=2019"],
    ]);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-lintel_gate_18=v1\.18\.\d{10}\.[\w-]{43}; Path=\/; Max-Age=\d{4}; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie.length).toBeLessThan(300);
    expect(Object.keys(jar)).toEqual(["__Host-lintel_gate_18"]);
    expect((await ask(checkAt(gate), { headers: { cookie: cookieHeader(jar) } })).status).toBe(204);
    // With proof the start page leads on at once.
    const again = await ask(`${world.origin}/gate/${gate.siteId}/start?return=%2Fwine`, {
      headers: { cookie: cookieHeader(jar) },
    });
    expect([again.status, again.headers.get("location")]).toEqual([302, "https://shop.example/wine"]);
  });

  test("in a frame nothing begins: there is a way to a window of the site's own, whatever the browser has", async () => {
    const { gate, tenant } = await tenantWithGate();
    const own = `${gate.origin}/.well-known/lintel/${gate.siteId}/start?answer=cookie&lang=en&return=%2Fwine`;
    const service = `${world.service.deps.settings.publicUrl}/gate/${gate.siteId}/start?answer=code&lang=en&return=%2Fwine`;
    const at = (query: string) => `${world.origin}/gate/${gate.siteId}/start?${query}`;
    for (const destination of ["iframe", "frame", "embed", "object", "fencedframe"]) {
      const headers = { ...HTML, "sec-fetch-dest": destination, "sec-fetch-site": "cross-site" };
      for (const [query, to] of [
        ["return=/wine", own],
        ["answer=code&return=/wine", service],
        ["answer=message&return=/wine", service],
      ] as const) {
        const page = await ask(at(query), { headers });
        const text = await page.text();
        expect([page.status, page.headers.get("x-frame-options")]).toEqual([200, null]);
        expect(page.headers.get("content-security-policy")).not.toContain("frame-ancestors");
        expect(text).toContain(`href="${to.replaceAll("&", "&amp;")}" target="_blank"`);
        expect(text).not.toMatch(/<form|<script|<button/);
      }
      // A page around it that sends the form itself, also one that a strict policy calls "null".
      for (const more of [{}, { "sec-fetch-site": "same-origin" }, { origin: "null" }]) {
        const sent = await ask(at(""), { form: { return: "/wine" }, headers: { ...headers, ...more } });
        expect([sent.status, sent.headers.getSetCookie()]).toEqual([200, []]);
        expect(await sent.text()).not.toContain("<form");
      }
    }
    expect(await world.deps.db.orm.verification.count({ where: { tenantId: tenant.id } })).toBe(0);
    const elsewhere = await ask(at("return=/wine").replace(gate.siteId, "gat_nobody"), {
      headers: { ...HTML, "sec-fetch-dest": "iframe" },
    });
    expect([elsewhere.status, elsewhere.headers.get("content-security-policy")]).toEqual([
      404,
      expect.not.stringContaining("frame-ancestors"),
    ]);
    // Everywhere else no page of a gate can be framed.
    for (const headers of [HTML, { ...HTML, "sec-fetch-dest": "document" }])
      expect((await ask(at("return=/wine"), { headers })).headers.get("content-security-policy")).toContain(
        "frame-ancestors 'none'",
      );
  });

  test("what the tab keeps of the way back, the part after # or a long path, it adds itself at the end", async () => {
    const { gate } = await tenantWithGate();
    const long = `/search?q=${"a".repeat(2_000)}`;
    const start = await ask(`${world.origin}/gate/${gate.siteId}/start?return=${long}`, { headers: HTML });
    const page = await start.text();
    expect(page).toContain('<input type="hidden" name="kept" value="path">');
    expect(page).toContain(`<body data-path="${long}">`);
    for (const [form, to, words] of [
      [{ return: "/wine", kept: "hash" }, "/wine", false],
      [{ return: "/", kept: "path" }, "/", true],
      // Without a script.
      [{ return: long }, "/", true],
    ] as const) {
      const { response, jar } = await visit(world, gate, { form });
      const back = await response.text();
      expect([response.status, Object.keys(jar)]).toEqual([200, [gate.cookieName]]);
      expect(back).toContain(`data-to="${gate.origin}${to}"`);
      expect(back).toContain(`<a class="primary" href="${gate.origin}${to}">`);
      expect(back.includes("too long to come back to")).toBe(words);
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
    // A refusal offers another try that still knows.
    const refused = await visit(world, gate, {
      form: { return: "/wine", kept: "hash" },
      outcome: "under_age",
    });
    expect(await refused.response.text()).toContain("&amp;kept=hash&amp;return=%2Fwine");
    // With proof there is nothing to keep.
    const jar = { cookie: `${gate.cookieName}=${proofFor(gate, at)}` };
    const through = await ask(`${world.origin}/gate/${gate.siteId}/start?return=${long}`, { headers: jar });
    expect([through.status, through.headers.get("location")]).toEqual([302, gate.origin + long]);
  });

  test("a visit fits the first 4 KiB of an answer, with the longest path that it carries", async () => {
    const { gate } = await tenantWithGate();
    const begun = await ask(`${world.origin}/gate/${gate.siteId}/start`, {
      form: { return: `/search?q=${"a".repeat(990)}`, kept: "hash" },
    });
    const head = [...begun.headers].map((pair) => pair.join(": ")).join("\r\n");
    expect([begun.status, head.length < 4_096]).toEqual([303, true]);
  });

  test("two visitors of the same five minutes have the same cookie: it tells nobody apart", async () => {
    const { gate } = await tenantWithGate();
    at = new Date(Math.ceil(at.getTime() / 300_000) * 300_000);
    const one = await visit(world, gate);
    at = new Date(at.getTime() + 299_000);
    const other = await visit(world, gate);
    expect(other.jar).toEqual(one.jar);
  });

  test("coming back later, or twice, makes the proof no longer: it counts from the decision", async () => {
    const { gate } = await tenantWithGate({ lifetimeSeconds: 1800 });
    const first = await visit(world, gate);
    const begun = await visit(world, gate, { outcome: null });
    const state = Object.keys(begun.jar)[0]?.replace(/^(?:__Host-)?lintel_start_/, "") ?? "";
    await submitEvidence(world.deps, begun.secret, { body: "approve" });
    const end = () =>
      ask(`${world.origin}/gate/${gate.siteId}/callback?state=${state}`, {
        headers: { cookie: cookieHeader(begun.jar) },
      });
    expect(jarOf(await end())).toEqual(first.jar);
    at = new Date(at.getTime() + 1_000_000);
    expect(jarOf(await end())).toEqual(first.jar);
    at = new Date(at.getTime() + 1_000_000);
    expect([(await end()).status, jarOf(await end())]).toEqual([403, {}]);
  });

  test("nobody else passes: under age, failed, another browser, another state, another gate", async () => {
    const { gate, tenant } = await tenantWithGate();
    for (const outcome of ["under_age", "expire"]) {
      const {
        response,
        jar,
        callback: back,
      } = await visit(world, gate, { outcome, form: { return: "/wine" } });
      expect([outcome, response.status, gate.cookieName in jar]).toEqual([outcome, 403, false]);
      // A reload says the same, with the way back to another try.
      const again = await ask(back, { headers: { cookie: cookieHeader(jar) } });
      expect([again.status, await again.text()]).toEqual([403, await response.text()]);
    }
    const { callback, response } = await visit(world, gate);
    expect(response.status).toBe(302);
    expect((await ask(callback)).status).toBe(400);
    const other = await newGate(world, tenant.id, { minimumAge: 16 });
    const begun = await visit(world, gate, { outcome: "approve", jar: {} });
    const elsewhere = begun.callback.replace(gate.siteId, other.siteId);
    expect((await ask(elsewhere)).headers.getSetCookie()).toEqual([]);
  });

  test("who goes back and on again with a proof is led to the site, not told of another browser", async () => {
    const { gate } = await tenantWithGate();
    const { callback, jar } = await visit(world, gate, { form: { return: "/wine" } });
    const again = await ask(callback, { headers: { cookie: cookieHeader(jar) } });
    expect([again.status, again.headers.get("location"), again.headers.getSetCookie()]).toEqual([
      ...[302, "https://shop.example/", []],
    ]);
  });

  test("who comes back too early goes back to the check", async () => {
    const { gate } = await tenantWithGate();
    const { jar, secret } = await visit(world, gate, { outcome: null });
    const state = Object.keys(jar)[0]?.replace(/^(?:__Host-)?lintel_start_/, "") ?? "";
    const early = await ask(`${world.origin}/gate/${gate.siteId}/callback?state=${state}`, {
      headers: { cookie: cookieHeader(jar) },
    });
    expect([early.status, early.headers.get("location")]).toEqual([302, `${world.origin}/v/${secret}`]);
  });

  test("counts: passes, refusals, starts and approvals by day, and nothing about anyone", async () => {
    const { gate } = await tenantWithGate();
    await ask(checkAt(gate));
    const { jar } = await visit(world, gate);
    for (let each = 0; each < 3; each += 1)
      await ask(checkAt(gate), { headers: { cookie: cookieHeader(jar) } });
    await world.deps.gateCounter.flush();
    const [day] = await world.deps.db.orm.gateDay.findMany({ where: { gateId: gate.siteId } });
    expect([day?.passes, day?.refusals, day?.starts, day?.approvals]).toEqual([3n, 1n, 1n, 1n]);
  });
});

describe("the code", () => {
  test("comes back in the address, and POST /tokens/validate takes it once", async () => {
    const { gate, tenant } = await tenantWithGate();
    const { response } = await visit(world, gate, { form: { answer: "code", return: "/checkout?step=2" } });
    const to = new URL(response.headers.get("location") ?? "");
    expect([to.origin, to.pathname, to.searchParams.get("step")]).toEqual([gate.origin, "/checkout", "2"]);
    const code = to.searchParams.get("lintel-response") ?? "";
    const { call } = world.service;
    const other = await world.service.tenant({ plan: "scale" });
    expect(await validate(call, other.testKey, code)).toMatchObject({
      valid: false,
      reason: "TOKEN_NOT_FOUND",
    });
    expect(await validate(call, tenant.liveKey, code)).toMatchObject({
      valid: false,
      reason: "TOKEN_NOT_FOUND",
    });
    const twice = await Promise.all([
      validate(call, tenant.testKey, code),
      validate(call, tenant.testKey, code),
    ]);
    expect(twice.filter(({ valid }) => valid)).toHaveLength(1);
    expect(twice.find(({ valid }) => valid)).toMatchObject({ over18: true, minimumAge: 18 });
    expect(await validate(call, tenant.testKey, code)).toMatchObject({
      valid: false,
      reason: "TOKEN_INVALID",
    });
    expect(await validate(call, tenant.testKey, `vrc_${"x".repeat(32)}`)).toMatchObject({
      reason: "TOKEN_NOT_FOUND",
    });
  });

  test("is good for five minutes", async () => {
    const { gate, tenant } = await tenantWithGate();
    const { response } = await visit(world, gate, { form: { answer: "code" } });
    const code = new URL(response.headers.get("location") ?? "").searchParams.get("lintel-response") ?? "";
    at = new Date(at.getTime() + 300_000);
    expect(await validate(world.service.call, tenant.testKey, code)).toMatchObject({
      reason: "TOKEN_EXPIRED",
    });
  });

  test("goes to the opener in a message, to the site's origin alone", async () => {
    const { gate } = await tenantWithGate();
    const { response } = await visit(world, gate, { form: { answer: "message" } });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain("https://shop.example");
    expect(page).toMatch(/vrc_[A-Za-z0-9_-]{32}/);
  });
});
