import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deps } from "#services/context.ts";
import { atSite, noteOf, originAt } from "#services/hosts/site.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { addProvider, comeBack, goThere, signInAt } from "../support/identity/walk.ts";
import { type ScriptedProvider, startScriptedProvider } from "../support/sign-in/scripted-provider.ts";

// Providers send browsers back to the main host, which passes an answer on to the tenant's host that the browser left.

const service = promisedServiceForFile({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });
let provider: ScriptedProvider;

beforeAll(async () => {
  provider = await startScriptedProvider();
  provider.script.idToken = (claims) => ({ ...claims, age_over_18: true });
});
afterAll(() => provider.stop());

/** A tenant with a provider and a host that is on, and the deployment as requests at that host meet it. */
const newTenant = async (host: string) => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey } = await tenant({ plan: "scale" });
  await addProvider(deps, id, { issuer: provider.issuer });
  await patchTenant(call, id, { methods: ["oidc:eid", "document"] });
  const at = deps.now();
  await deps.db.orm.tenantHost.create({
    data: { id: `hst_${host}`, tenantId: id, host, txtToken: "x", createdAt: at, verifiedAt: at },
  });
  const there: Deps = atSite(deps, { tenantId: id, host, origin: originAt(deps, host) });
  const begin = async () => {
    const started = await start(call, liveKey);
    const status = async () => (await statusOf(call, liveKey, started.verificationId)).status;
    return { secret: secretOf(started), status };
  };
  return { begin, there };
};

const queryOf = (address: string): URLSearchParams => new URL(address).searchParams;

describe("an answer that the main host passes on", () => {
  test("arrives at the tenant's host that the browser left, and shows no code on the way", async () => {
    const { begin, there } = await newTenant("verify.good.example");
    const { secret } = await begin();
    const sent = await goThere(there, secret);
    const answer = await signInAt(sent);
    const passedOn = await comeBack(service.get().deps, answer, null);
    expect(new URL(passedOn).hostname).toBe("verify.good.example");
    const code = queryOf(answer.href).get("code") ?? "";
    expect(code).not.toBe("");
    expect(decodeURIComponent(passedOn)).not.toContain(code);
    expect(await comeBack(there, passedOn, sent.cookie)).toBe(`/v/${secret}`);
  });

  test("is of no use at a host that someone else noted in the state", async () => {
    const { deps } = service.get();
    const shop = await newTenant("verify.shop.example");
    const thief = await newTenant("verify.thief.example");
    const { secret, status } = await shop.begin();
    const sent = await goThere(deps, secret);
    // The thief begins a check at the shop, and sends somebody else to the provider, with their own host in the state.
    const forged = new URL(sent.url);
    forged.searchParams.set("state", sent.state + noteOf(thief.there));
    const answer = await signInAt({ url: forged });
    const passedOn = await comeBack(deps, answer, null);
    expect(decodeURIComponent(passedOn)).not.toContain(queryOf(answer.href).get("code"));
    // What the thief has decides nothing at the main host, at the shop's or at their own.
    for (const place of [deps, shop.there, thief.there]) await comeBack(place, passedOn, sent.cookie);
    expect(await status()).not.toBe("completed");
  });
});
