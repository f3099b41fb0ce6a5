import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deps } from "#services/context.ts";
import { noteOf, originAt } from "#services/hosts/site.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { atOf, atSite } from "../support/http/handlers.ts";
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
  const { redirectUri } = await addProvider(deps, id, { issuer: provider.issuer });
  await patchTenant(call, id, { methods: ["oidc:eid", "document"] });
  const at = deps.now();
  await deps.db.orm.tenantHost.create({
    data: { id: `hst_${host}`, tenantId: id, host, txtToken: "x", createdAt: at, verifiedAt: at },
  });
  const there = atSite(deps, { tenantId: id, host, origin: originAt(deps, host) });
  const begin = async () => {
    const started = await start(call, liveKey);
    const status = async () => (await statusOf(call, liveKey, started.verificationId)).status;
    return { secret: secretOf(started), status };
  };
  /** The note of a state that this tenant makes itself, for its own provider's address. */
  const note = (code: string, until = new Date(deps.now().getTime() + 60_000)): string =>
    noteOf(atOf(there), { id: code, path: new URL(redirectUri).pathname, until });
  return { begin, there, note };
};

type Host = Awaited<ReturnType<typeof newTenant>>;

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
  const forgedWay = async (stateOf: (thief: Host, made: string) => string) => {
    const { deps } = service.get();
    names += 1;
    const shop = await newTenant(`verify.shop-${names}.example`);
    const thief = await newTenant(`verify.thief-${names}.example`);
    const { secret, status } = await shop.begin();
    const sent = await goThere(shop.there, secret);
    const forged = new URL(sent.url);
    forged.searchParams.set("state", stateOf(thief, sent.state));
    const answer = await signInAt({ url: forged });
    const passedOn = await comeBack(deps, answer, null);
    const decides = async () => {
      const shown = passedOn.startsWith("/") ? answer : passedOn;
      for (const place of [deps, shop.there, thief.there]) await comeBack(place, shown, sent.cookie);
      return (await status()) === "completed";
    };
    return { passedOn, code: queryOf(answer.href).get("code") ?? "", decides };
  };

  test.each<[what: string, stateOf: (thief: Host, made: string) => string]>([
    ["a host in place of the one that was left", ({ there: { site } }, made) => noted(made, site?.host)],
    [
      "a host behind the state of a check at the main one",
      ({ there: { site } }, made) => noted(codeOf(made), site?.host),
    ],
    ["a host behind the whole note", ({ there: { site } }, made) => `${made}.${encoded(site?.host)}`],
    ["another tenant's note of another check", ({ note }, made) => codeOf(made) + note("another")],
    [
      "another tenant's note, for its own provider's address",
      ({ note }, made) => codeOf(made) + note(codeOf(made)),
    ],
    ["its own state, given to another one's provider", ({ note }) => `own${note("own")}`],
    [
      "a note as earlier versions made them",
      ({ there: { site } }, made) => `${codeOf(made)}.${encoded(site?.host)}`,
    ],
  ])("leads to no other tenant's host that someone noted: %s", async (_what, stateOf) => {
    const { passedOn, decides } = await forgedWay(stateOf);
    expect(passedOn).toBe("/wallet/elsewhere?by=provider");
    expect(await decides()).toBe(false);
  });

  test("opens at no other host, at no other provider's address, for no other request and not a minute later", async () => {
    const { deps } = service.get();
    provider.codes.length = 0;
    const [shop, other] = [
      await newTenant("verify.bound.example"),
      await newTenant("verify.unbound.example"),
    ];
    const { secret, status } = await shop.begin();
    const { secret: second } = await shop.begin();
    const [sent, sentToo] = [await goThere(shop.there, secret), await goThere(shop.there, second)];
    const passedOn = await comeBack(deps, await signInAt(sent), null);
    const changed = (change: (url: URL) => void): URL => {
      const url = new URL(passedOn);
      change(url);
      return url;
    };
    const late = { ...shop.there, now: () => new Date(Date.now() + 61_000) };
    const attempts: [Deps, URL, string][] = [
      [other.there, new URL(passedOn), sent.cookie],
      [deps, new URL(passedOn), sent.cookie],
      [shop.there, changed((url) => (url.pathname = "/v/idp/callback/idp_other")), sent.cookie],
      [shop.there, changed((url) => (url.pathname = "/v/idp/callback")), sent.cookie],
      [shop.there, changed((url) => url.searchParams.set("for", sentToo.state.slice(0, 16))), sentToo.cookie],
      [late, new URL(passedOn), sent.cookie],
    ];
    for (const [there, url, cookie] of attempts)
      expect(await comeBack(there, url, cookie)).toBe("/wallet/elsewhere?by=provider");
    expect([await status(), provider.codes]).toEqual(["in_progress", []]);
    await comeBack(shop.there, passedOn, sent.cookie);
    expect([await status(), provider.codes.length]).toEqual(["completed", 1]);
  });

  test("takes along the browser, and not the answer, where nobody awaits it any more", async () => {
    const { deps } = service.get();
    const { begin, there } = await newTenant("verify.again.example");
    const { secret } = await begin();
    const sent = await goThere(there, secret);
    const answer = await signInAt(sent);
    await comeBack(there, await comeBack(deps, answer, null), sent.cookie);
    const again = await comeBack(deps, answer, null);
    // The page says how things stand.
    expect(await comeBack(there, again, sent.cookie)).toBe(`/v/${secret}`);
    expect(again.length).toBeLessThan(
      (await comeBack(deps, await signInAt(await goThere(there, (await begin()).secret)), null)).length,
    );
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
