import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { addOidcKey } from "#data/service/oidc-artifacts.ts";
import type { OpenClient } from "#data/tenants/oidc-clients.ts";
import { newSigningJwk } from "#platform/keys/signing-key.ts";
import { createShortCache } from "#platform/short-cache.ts";
import type { MemberCtx } from "#services/context.ts";
import { findRelyingParty, isClientSecret } from "#services/oidc/clients.ts";
import { signingJwks } from "#services/oidc/keys.ts";
import { createSite, listSites, removeSite, rotateSiteSecret, updateSite } from "#services/oidc/sites.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, serviceForFile, sharedEnv } from "../support/world/service.ts";

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });

const newOwner = async (): Promise<MemberCtx> => {
  const { deps, tenant } = service.get();
  return ownerCtx(deps, (await tenant({ plan: "scale" })).id);
};

const SITE = {
  name: "Shop",
  mode: "live",
  authMethod: "client_secret_basic",
  redirectUris: ["https://shop.example/callback"],
} as const;

const site = (more: object = {}) => ({ ...SITE, redirectUris: [...SITE.redirectUris], ...more });

const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" });
const membersOf = (key: typeof jwk.publicKey): { [member: string]: string } =>
  Object.fromEntries(
    Object.entries(key.export({ format: "jwk" })).map(([name, value]) => [name, String(value)]),
  );

describe("a site", () => {
  test("is listed with what its library is given, and its secret is in the first answer only", async () => {
    const owner = await newOwner();
    const { client, secret } = await createSite(owner, site({ thresholds: [13, 18] }));
    expect(secret).toMatch(/^cs_[\w-]{43}$/);
    expect(client).toMatchObject({
      clientId: expect.stringMatching(/^cli_/),
      issuer: `${service.get().deps.settings.publicUrl}/oidc`,
      name: "Shop",
      thresholds: [13, 18],
      underAge: "answer",
      tokenAlg: "RS256",
      requiresPkce: true,
      keys: [],
    });
    expect(await listSites(owner)).toEqual([client]);
    expect(JSON.stringify(await listSites(owner))).not.toContain(secret);
  });

  test("asks by default for the tenant's minimum age, and a test site has the test issuer", async () => {
    const { client } = await createSite(await newOwner(), site({ mode: "test" }));
    expect(client.thresholds).toEqual([18]);
    expect(client.issuer).toMatch(/\/oidc\/test$/);
  });

  test.each([
    ["another protocol", { redirectUris: ["http://shop.example/cb"] }, "redirectUris.0"],
    ["a fragment", { redirectUris: ["https://shop.example/cb#x"] }, "redirectUris.0"],
    ["a wildcard", { redirectUris: ["https://*.shop.example/cb"] }, "redirectUris.0"],
    ["a user name", { redirectUris: ["https://a@shop.example/cb"] }, "redirectUris.0"],
    ["a path alone", { redirectUris: ["https://shop.example/cb", "/cb"] }, "redirectUris.1"],
    ["a script", { redirectUris: ["javascript:alert(1)"] }, "redirectUris.0"],
    ["an app's scheme without a dot", { authMethod: "none", redirectUris: ["shop:/age"] }, "redirectUris.0"],
    ["an app's scheme and a secret", { redirectUris: ["com.example.shop:/age"] }, "redirectUris.0"],
    [
      "https on the device beside an app's scheme",
      { authMethod: "none", redirectUris: ["com.example.shop:/age", "https://localhost/age"] },
      "redirectUris.1",
    ],
    [
      "an app without PKCE",
      { authMethod: "none", requiresPkce: false, redirectUris: ["com.example.shop:/age"] },
      "requiresPkce",
    ],
    ["no keys where they are needed", { authMethod: "private_key_jwt" }, "jwks"],
    ["keys where they are not", { jwks: { keys: [membersOf(jwk.publicKey)] } }, "jwks"],
    [
      "a private key",
      { authMethod: "private_key_jwt", jwks: { keys: [membersOf(jwk.privateKey)] } },
      "jwks.keys.0",
    ],
    [
      "a shared secret as a key",
      { authMethod: "private_key_jwt", jwks: { keys: [{ kty: "oct", k: "x" }] } },
      "jwks.keys.0",
    ],
    ["a public client without PKCE", { authMethod: "none", requiresPkce: false }, "requiresPkce"],
  ])("with %s is refused", async (_what, more, path) => {
    const owner = await newOwner();
    await expect(createSite(owner, site(more))).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path }] },
    });
    expect(await listSites(owner)).toEqual([]);
  });

  test("may be on this machine without https, live too", async () => {
    const { client } = await createSite(
      await newOwner(),
      site({ redirectUris: ["http://localhost:3000/cb"] }),
    );
    expect(client.redirectUris).toEqual(["http://localhost:3000/cb"]);
  });

  test("has two good secrets during a rotation, then one", async () => {
    const { deps } = service.get();
    const owner = await newOwner();
    const { client, secret: first } = await createSite(owner, site());
    const { clientId } = client;
    const good = (given: string | null) => isClientSecret(deps, "live", clientId, given ?? "");
    const { secret: second } = await rotateSiteSecret(owner, { clientId, overlapHours: 24 });
    expect([await good(first), await good(second)]).toEqual([true, true]);
    expect((await listSites(owner))[0]?.previousSecretUntil).toBeInstanceOf(Date);
    clock.advance({ seconds: 24 * 3_600 });
    expect([await good(first), await good(second)]).toEqual([false, true]);
    const { secret: third } = await rotateSiteSecret(owner, { clientId, overlapHours: 0 });
    expect([await good(second), await good(third)]).toEqual([false, true]);
    expect(await isClientSecret(deps, "test", clientId, third)).toBe(false);
  });

  test("that is changed in another process is followed after five seconds, but its new secret at once", async () => {
    const { deps } = service.get();
    const owner = await newOwner();
    const { client, secret: first } = await createSite(owner, site());
    const { clientId } = client;
    const siteCache = createShortCache<OpenClient>({ idsOf: (of) => [of.id, of.tenant.id], now: clock.now });
    const other = { ...deps, siteCache };
    const seen = async () => {
      const found = await Promise.all([deps, other].map((by) => findRelyingParty(by, "live", clientId)));
      return found.map((one) => one?.name);
    };
    expect(await seen()).toEqual(["Shop", "Shop"]);
    const { secret: second } = await rotateSiteSecret(owner, { clientId, overlapHours: 0 });
    expect(await isClientSecret(other, "live", clientId, second)).toBe(true);
    await updateSite(owner, { clientId, name: "Market" });
    expect(await seen()).toEqual(["Market", "Shop"]);
    clock.advance({ seconds: 5 });
    expect(await isClientSecret(other, "live", clientId, first ?? "")).toBe(false);
    expect(await seen()).toEqual(["Market", "Market"]);
    await removeSite(owner, { clientId });
    expect(await seen()).toEqual([undefined, "Market"]);
    clock.advance({ seconds: 5 });
    expect(await seen()).toEqual([undefined, undefined]);
  });

  test("of a tenant that is closed is closed with it", async () => {
    const { call, deps } = service.get();
    const owner = await newOwner();
    const { client } = await createSite(owner, site());
    const isOpen = async () => (await findRelyingParty(deps, "live", client.clientId)) !== null;
    expect(await isOpen()).toBe(true);
    await patchTenant(call, owner.tenant.id, { isActive: false });
    expect(await isOpen()).toBe(false);
  });

  test("without a secret cannot be given one", async () => {
    const owner = await newOwner();
    const { client, secret } = await createSite(owner, site({ authMethod: "none" }));
    expect(secret).toBeNull();
    await expect(
      rotateSiteSecret(owner, { clientId: client.clientId, overlapHours: 0 }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("is changed in name and addresses, keeps its mode and its proof, and the trail has what stood there before", async () => {
    const { deps } = service.get();
    const owner = await newOwner();
    const { client } = await createSite(owner, site());
    const { clientId, name, redirectUris, mode, authMethod } = client;
    const wanted = { name: "Market", redirectUris: ["https://shop.example/back"] };
    const changed = await updateSite(owner, { clientId, ...wanted, seen: { name, redirectUris } });
    expect(changed).toMatchObject({ clientId, ...wanted, mode, authMethod });
    // Another member, whose page still has the old name.
    await expect(updateSite(owner, { clientId, name: "Stall", seen: { name } })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await listSites(owner)).toMatchObject([wanted]);
    const where = { tenantId: owner.tenant.id, action: "oidc_client.update" };
    expect(await deps.db.orm.auditEntry.findMany({ where })).toMatchObject([
      {
        target: clientId,
        changes: {
          name: "Market",
          redirectUris: "https://shop.example/back",
          before: { name, redirectUris: redirectUris.join(", ") },
        },
      },
    ]);
  });

  test("is changed and removed by its tenant only, and the audit trail tells it without a secret", async () => {
    const { deps } = service.get();
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const { client, secret } = await createSite(owner, site());
    const { clientId } = client;
    for (const attempt of [
      () => updateSite(stranger, { clientId, name: "Mine" }),
      () => rotateSiteSecret(stranger, { clientId, overlapHours: 0 }),
      () => removeSite(stranger, { clientId }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await updateSite(owner, { clientId, underAge: "deny" })).toMatchObject({
      underAge: "deny",
      name: "Shop",
    });
    await removeSite(owner, { clientId });
    expect(await listSites(owner)).toEqual([]);
    const entries = await deps.db.orm.auditEntry.findMany({
      where: { tenantId: owner.tenant.id, target: clientId },
    });
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "oidc_client.create",
      "oidc_client.remove",
      "oidc_client.update",
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe("the keys of ID tokens", () => {
  test("are made once, and another one is published before it signs and follows the old one for a day", async () => {
    const { deps } = service.get();
    const kidsOf = async () =>
      (await signingJwks(deps, "live")).flatMap(({ alg, kid }) => (alg === "ES256" ? [kid] : []));
    const [first = ""] = await kidsOf();
    expect(await kidsOf()).toEqual([first]);
    expect((await signingJwks(deps, "test")).map(({ kid }) => kid)).not.toContain(first);

    const next = await newSigningJwk("ES256");
    const now = deps.now();
    await addOidcKey(deps.db.orm, {
      id: next.kid,
      mode: "live",
      alg: "ES256",
      number: 2,
      keySealed: deps.secrets.seal(JSON.stringify(next), `oidc-key:${next.kid}`),
      createdAt: now,
      activeFrom: new Date(now.getTime() + 3_600_000),
    });
    expect(await kidsOf()).toEqual([first, next.kid]);
    clock.advance({ seconds: 3_600 });
    expect(await kidsOf()).toEqual([next.kid, first]);
    clock.advance({ seconds: 24 * 3_600 });
    expect(await kidsOf()).toEqual([next.kid]);
  });
});

describe("npm run oidc-keys", () => {
  test("exchanges the keys and says what each does, without a private part of any", async () => {
    await using stack = new AsyncDisposableStack();
    const database = await createDatabase();
    const env = { ...sharedEnv(database.url), LOG_LEVEL: "silent" };
    const { deps, close } = await createService({ env, database });
    stack.defer(close);
    for (const mode of ["live", "test"] as const) await signingJwks(deps, mode);
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ["scripts/oidc-keys.ts", ...args], {
        env: { ...process.env, ...env },
      });
    const { stdout } = await run("exchange", "--in", "2");
    const lines = stdout.trim().split("\n");
    const states = (lines: string[]) =>
      lines.map((line) =>
        line
          .split(/ +/)
          .filter((_, at) => at !== 2)
          .slice(0, 3)
          .join(" "),
      );
    expect(states(lines)).toEqual(
      ["live RS256", "live ES256", "test RS256", "test ES256"].flatMap((of) => [
        `${of} waits`,
        `${of} signs`,
      ]),
    );
    await expect(run("exchange")).rejects.toMatchObject({ stderr: expect.stringContaining("wait already") });
    const stolen = await run("exchange", "--stolen");
    expect(
      stolen.stdout
        .trim()
        .split("\n")
        .map((line) => line.includes("signs")),
    ).toEqual([true, true, true, true]);
    for (const { kid, d } of await signingJwks(deps, "live")) {
      expect(stolen.stdout).toContain(kid);
      expect(stolen.stdout).not.toContain(d);
    }
    await expect(run("nonsense")).rejects.toMatchObject({
      stderr: expect.stringContaining("npm run oidc-keys"),
    });
  });
});
