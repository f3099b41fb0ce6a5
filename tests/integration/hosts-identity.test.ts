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

const encoded = (host = ""): string => Buffer.from(host).toString("base64url");
const codeOf = (state: string): string => state.split(".", 1)[0] ?? "";
/** A state whose host is another, and the rest as it was. */
const noted = (state: string, host = ""): string => {
  const [code = "", , mac = "A".repeat(22)] = state.split(".");
  return `${code}.${encoded(host)}.${mac}`;
};
let names = 0;

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

  /** A check at the shop whose state is not what the shop's page made. @returns where the answer is passed on to */
  const forgedWay = async (stateOf: (thief: Deps, made: string) => string) => {
    const { deps } = service.get();
    names += 1;
    const shop = await newTenant(`verify.shop-${names}.example`);
    const thief = await newTenant(`verify.thief-${names}.example`);
    const { secret, status } = await shop.begin();
    const sent = await goThere(shop.there, secret);
    const forged = new URL(sent.url);
    forged.searchParams.set("state", stateOf(thief.there, sent.state));
    const answer = await signInAt({ url: forged });
    const passedOn = await comeBack(deps, answer, null);
    const decides = async () => {
      const shown = passedOn.startsWith("/") ? answer : passedOn;
      for (const place of [deps, shop.there, thief.there]) await comeBack(place, shown, sent.cookie);
      return (await status()) === "completed";
    };
    return { passedOn, code: queryOf(answer.href).get("code") ?? "", decides };
  };

  test.each<[what: string, stateOf: (thief: Deps, made: string) => string]>([
    ["a host in place of the one that was left", ({ site }, made) => noted(made, site?.host)],
    [
      "a host behind the state of a check at the main one",
      ({ site }, made) => noted(codeOf(made), site?.host),
    ],
    ["a host behind the whole note", ({ site }, made) => `${made}.${encoded(site?.host)}`],
    ["another tenant's note of another check", (there, made) => codeOf(made) + noteOf(there, "another")],
    ["a note as earlier versions made them", ({ site }, made) => `${codeOf(made)}.${encoded(site?.host)}`],
  ])("leads to no other tenant's host that someone noted: %s", async (_what, stateOf) => {
    const { passedOn, decides } = await forgedWay(stateOf);
    expect(passedOn).toBe("/wallet/elsewhere?by=provider");
    expect(await decides()).toBe(false);
  });

  test("is of no use at the host of a tenant that gave its own state to another one's provider", async () => {
    const { passedOn, code, decides } = await forgedWay((there) => `own${noteOf(there, "own")}`);
    expect(new URL(passedOn).hostname).toMatch(/thief/);
    expect(decodeURIComponent(passedOn)).not.toContain(code);
    expect(await decides()).toBe(false);
  });

  test("does not follow a host to the tenant that has it now", async () => {
    const { deps } = service.get();
    const shop = await newTenant("verify.moved.example");
    const { secret } = await shop.begin();
    const answer = await signInAt(await goThere(shop.there, secret));
    const next = await service.get().tenant();
    await deps.db.orm.tenantHost.update({
      where: { id: "hst_verify.moved.example" },
      data: { tenantId: next.id },
    });
    deps.hostCache.clear();
    expect(await comeBack(deps, answer, null)).toBe("/wallet/elsewhere?by=provider");
  });
});
