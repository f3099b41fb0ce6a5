import { afterAll, beforeAll, expect, test } from "vitest";
import { anyPort } from "../../scripts/local/ports.ts";
import { ask, cookieHeader, jarOf, newGate, openTicket, proofFor } from "../support/gates/gate-service.ts";
import { start } from "../support/http/actions.ts";
import { type Served, serveBuild } from "../support/http/served.ts";

// A gate at the real program: its answers do not pass Next, and the hosted page in its pop-up does.

let served: Served;
let origin: string;
beforeAll(async () => {
  const port = await anyPort();
  origin = `http://localhost:${port}`;
  served = await serveBuild({ PORT: String(port), PUBLIC_URL: origin });
}, 120_000);
afterAll(() => served[Symbol.asyncDispose]());

test("the check is answered by the server itself, also at odd addresses below it", async () => {
  const { id } = await served.service.tenant();
  const gate = await newGate(served.service, id);
  const base = `${origin}/gate/${gate.siteId}`;
  const cookie = `${gate.cookieName}=${proofFor(gate, new Date())}`;
  expect((await ask(`${base}/check`)).status).toBe(401);
  expect((await ask(`${base}/check`, { headers: { cookie } })).status).toBe(204);
  expect((await ask(`${base}/check/a//..;x/%2e?x=1`, { method: "PUT", headers: { cookie } })).status).toBe(
    200,
  );
  expect((await ask(`${base}/check/_next/static/x.js`)).status).toBe(401);
  expect((await ask(`${base}/check`, { method: "POST" })).headers.get("allow")).toBe("GET, HEAD");
  for (const path of ["", "/", "/nothing", "/start/x", "/%63heck"])
    expect([path, (await ask(base + path, { headers: { cookie } })).status]).not.toEqual([path, 204]);
});

test("a page in the pop-up of a gate's script keeps its opener, and no other page does", async () => {
  const { id, testKey } = await served.service.tenant();
  const gate = await newGate(served.service, id);
  const begun = await ask(`${origin}/gate/${gate.siteId}/start`, { form: { answer: "message" } });
  expect(begun.status).toBe(303);
  const policyOf = async (url: string) => {
    const { headers } = await ask(url, { headers: { accept: "text/html" } });
    return [
      headers.get("cross-origin-opener-policy"),
      headers.get("content-security-policy")?.includes("frame-ancestors 'none'"),
    ];
  };
  const opened = await openTicket({ origin }, begun);
  expect(await policyOf(opened.headers.get("location") ?? "")).toEqual(["unsafe-none", true]);
  const ordinary = await start(served.service.call, testKey, { callback_url: "https://shop.example/done" });
  expect(await policyOf(ordinary.redirectUrl)).toEqual(["same-origin", true]);
});

test("the way back from the hosted page leads to the gate, with nothing but its state", async () => {
  const { id } = await served.service.tenant();
  const gate = await newGate(served.service, id);
  const begun = await ask(`${origin}/gate/${gate.siteId}/start`, { form: { return: "/wine" } });
  const page = (await openTicket({ origin }, begun)).headers.get("location") ?? "";
  await fetch(`${page}/sandbox`, {
    method: "POST",
    body: "approve",
    headers: { accept: "application/json" },
    redirect: "manual",
  });
  const back = await ask(`${page}/return`);
  const to = new URL(back.headers.get("location") ?? "");
  expect(to.origin + to.pathname).toBe(`https://shop.example/.well-known/lintel/${gate.siteId}/callback`);
  expect([...to.searchParams.keys()]).toEqual(["state"]);
  const end = await ask(`${origin}/gate/${gate.siteId}/callback${to.search}`, {
    headers: { cookie: cookieHeader(jarOf(begun)) },
  });
  expect([end.status, end.headers.get("location")]).toEqual([302, "https://shop.example/wine"]);
  // Two cookies in one answer: the proof, and the end of the visit.
  expect(end.headers.getSetCookie().length).toBeGreaterThan(1);
});
