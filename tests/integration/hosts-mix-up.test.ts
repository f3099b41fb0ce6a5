import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Deps } from "#services/context.ts";
import { originAt } from "#services/hosts/site.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { atSite } from "../support/http/handlers.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { addProvider, comeBack, goThere, signInAt } from "../support/identity/walk.ts";
import { type ScriptedProvider, startScriptedProvider } from "../support/sign-in/scripted-provider.ts";

// The mix-up attack (RFC 9700 §4.4.1) by way of a tenant's own host: the attacker's machine answers there, so what the main
// host hands on can be brought to any address of that host. The honest provider sends no `iss`.

const service = promisedServiceForFile({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });
let deps: Deps;
let honest: ScriptedProvider;
let evil: ScriptedProvider;

beforeEach(async () => {
  deps = service.get().deps;
  [honest, evil] = await Promise.all([startScriptedProvider(), startScriptedProvider()]);
  honest.script.idToken = (claims) => ({ ...claims, age_over_18: true });
});
afterEach(() => Promise.all([honest.stop(), evil.stop()]));

let names = 0;

/** A tenant with a provider and a proven host, and a page whose browser has gone to the provider from the main host or from there. */
const gone = async (mode: "live" | "test", { issuer }: ScriptedProvider, from: "main" | "own") => {
  const { call, tenant: make } = service.get();
  const tenant = await make({ plan: "scale" });
  const { id: providerId } = await addProvider(deps, tenant.id, { issuer, mode });
  if (mode === "live") await patchTenant(call, tenant.id, { methods: ["document", "oidc:eid"] });
  names += 1;
  const host = `verify.mixed-${names}.example`;
  const at = deps.now();
  await deps.db.orm.tenantHost.create({
    data: { id: `hst_${host}`, tenantId: tenant.id, host, txtToken: "x", createdAt: at, verifiedAt: at },
  });
  const there =
    from === "main" ? deps : atSite(deps, { tenantId: tenant.id, host, origin: originAt(deps, host) });
  const key = mode === "live" ? tenant.liveKey : tenant.testKey;
  const started = await start(call, key);
  const sent = await goThere(there, secretOf(started));
  const status = () => statusOf(call, key, started.verificationId);
  return { ...sent, there, providerId, status };
};

describe.each(["live", "test"] as const)("in %s mode", (mode) => {
  test.each(["main", "own"] as const)(
    "a code that a tenant's own host was handed reaches no other provider, and proves no age for someone at the %s host",
    async (place) => {
      const minor = await gone(mode, honest, place);
      const adult = await gone(mode, evil, "own");
      // An adult, sent on from the evil provider, signs in at the honest one: the minor's request with the evil check's state.
      const url = new URL(minor.url);
      url.searchParams.set("state", adult.state);
      const answer = await signInAt({ url }, "adult");
      const passedOn = new URL(await comeBack(deps, answer, null), deps.settings.publicUrl);
      // The tenant decides what answers at its host, and brings it back at the address of its own provider.
      passedOn.pathname = `/v/idp/callback/${adult.providerId}`;
      await comeBack(adult.there, passedOn, adult.cookie);
      // The minor brings what came to the evil token endpoint to the honest one's address.
      const brought = new URL(minor.url.searchParams.get("redirect_uri") ?? "");
      brought.search = new URLSearchParams({ state: minor.state, code: evil.codes[0] ?? "none" }).toString();
      const way = await comeBack(deps, brought, minor.cookie);
      if (place === "own") await comeBack(minor.there, new URL(way, deps.settings.publicUrl), minor.cookie);
      expect(await minor.status()).toMatchObject({ status: "in_progress" });
      expect(evil.codes).toEqual([]);
    },
  );
});
