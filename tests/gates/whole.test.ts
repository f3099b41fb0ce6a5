import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GateService, newGate, secretBehind, serveGates } from "../support/gates/gate-service.ts";
import { goBack, submitEvidence } from "../support/http/hosted.ts";
import { caddyMissing, serveCaddy } from "./support/caddy.ts";
import { ENVOY_DIFFERS, serveEnvoy } from "./support/envoy-stand-in.ts";
import { nothingLeaves } from "./support/faults.ts";
import { expectEndedFormLeadsBack } from "./support/forms.ts";
import { haproxyMissing, startHaproxy } from "./support/haproxy.ts";
import { nginxMissing, njsMissing, startAskingNginx, startNginx } from "./support/nginx.ts";
import { expectExactWithProof } from "./support/promises.ts";
import { ask } from "./support/raw.ts";
import { PROTECTED } from "./support/site.ts";
import { serveTraefik } from "./support/traefik-stand-in.ts";
import { visitor } from "./support/visit.ts";
import { type GateWorld, newGateWorld } from "./support/world.ts";

// The other tests of this folder have a stand-in for the age check; here the service itself answers, with its pages.

const SERVERS = [
  ["nginx", njsMissing, startNginx, {}],
  ["nginx without njs", nginxMissing, startAskingNginx, {}],
  ["HAProxy", haproxyMissing, startHaproxy, {}],
  ["Caddy", caddyMissing, serveCaddy, {}],
  ["Traefik's stand-in", null, serveTraefik, {}],
  ["Envoy's stand-in", null, serveEnvoy, ENVOY_DIFFERS],
] as const;

/** These cannot say it themselves: what the service answers is what the visitor gets, with the way back percent-encoded. */
const SAY_IT_FOR_THEM: readonly string[] = ["Traefik's stand-in", "Envoy's stand-in"];

describe.each(SERVERS)("the service behind %s", (name, whyNot, start, differences) => {
  if (whyNot) console.warn(`skipped: ${whyNot}`);
  const stack = new AsyncDisposableStack();
  let real: GateService;
  let world: GateWorld;

  beforeAll(async () => {
    if (whyNot) return;
    real = stack.use(await serveGates({ now: () => new Date() }));
    const tenant = await real.service.tenant({ plan: "scale" });
    world = await newGateWorld(stack, "whole", { publicUrl: real.origin });
    const made = await newGate(real, tenant.id, { origin: world.gate.origin });
    world = { ...world, gate: { ...world.gate, siteId: made.siteId, secret: made.secret } };
    await start(stack, world);
  });
  afterAll(() => stack.disposeAsync());

  test.skipIf(whyNot)("leads a visitor through the check and back to the page", async () => {
    const { visit, jar } = visitor(world);
    const wanted = "/secret.bin?colour=red&size=40%2F2";
    const start = (await visit(wanted)).headers.get("location") ?? "";
    const page = await visit(start);
    expect([page.status, page.body.toString()]).toEqual([200, expect.stringContaining("18 or over")]);
    const [, back = ""] = /name="return" value="([^"]*)"/.exec(page.body.toString()) ?? [];
    expect(back.replaceAll("&amp;", "&")).toBe(wanted);
    const form = `return=${encodeURIComponent(wanted)}&answer=cookie`;
    const begun = await visit(start.replace(/\?.*$/s, ""), { method: "POST", body: form });
    expect(begun.status).toBe(303);
    const secret = await secretBehind(begun.headers.get("location") ?? "");
    await submitEvidence(real.deps, secret, { body: "approve" });
    const callback = await goBack(real.deps, secret);
    expect(callback.origin).toBe(world.gate.origin);
    const returned = await visit(callback.href);
    expect([returned.status, returned.headers.get("location")]).toEqual([302, world.gate.origin + wanted]);
    expect(jar.names).toEqual(["session", world.gate.cookieName]);
    const served = await visit(wanted);
    expect([served.status, served.body.equals(PROTECTED)]).toEqual([200, true]);
  });

  test.skipIf(whyNot)("refuses visitors below the age, and sets no cookie of the gate", async () => {
    const { visit, jar } = visitor(world);
    const start = `${world.gate.origin}/.well-known/lintel/${world.gate.siteId}/start`;
    const begun = await visit(start, { method: "POST", body: "return=%2F&answer=cookie" });
    const secret = await secretBehind(begun.headers.get("location") ?? "");
    await submitEvidence(real.deps, secret, { body: "under_age" });
    const refused = await visit((await goBack(real.deps, secret)).href);
    expect(refused.status).toBe(403);
    expect(jar.names).not.toContain(world.gate.cookieName);
    expect((await ask(world.door, { headers: [jar.header, "Connection: close"] })).status).toBe(401);
  });

  test.skipIf(whyNot)("meets a form after the proof's end with a way back to it", async () => {
    const { origin, siteId } = world.gate;
    const written = SAY_IT_FOR_THEM.includes(name) ? encodeURIComponent : String;
    const startOf = (back: string) => `${origin}/.well-known/lintel/${siteId}/start?return=${written(back)}`;
    await expectEndedFormLeadsBack(world, startOf);
  });

  test.skipIf(whyNot)("lets not one byte out without proof, and all of it with proof", async () => {
    await nothingLeaves(/./, 180)(world, differences);
    await expectExactWithProof(world);
  });
});
