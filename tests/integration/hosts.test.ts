import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOSTS } from "#core/tenant-host.ts";
import { purgeRemovedHosts } from "#data/tenants/tenant-hosts.ts";
import { createTextLookup } from "#platform/dns-text.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { MemberCtx } from "#services/context.ts";
import { mayServeHost } from "#services/hosts/ask.ts";
import { addHost, checkHost, listHosts, makePrimary, removeHost, switchHost } from "#services/hosts/hosts.ts";
import { recheckHosts } from "#services/hosts/proof.ts";
import { linkOriginOf, NOWHERE, siteOf, tenantHostOf } from "#services/hosts/site.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { start } from "../support/http/actions.ts";
import { type DnsAnswer, type DnsServer, startDnsServer } from "../support/webhooks/dns-server.ts";
import { testClock } from "../support/world/clock.ts";
import { createService, type TestService } from "../support/world/service.ts";

// Hosts against a name server of our own; the clock is the test's.

const records = new Map<string, DnsAnswer>();
const clock = testClock();
let dns: DnsServer;
let service: TestService;
beforeAll(async () => {
  dns = await startDnsServer((name) => records.get(name) ?? { kind: "code", rcode: 3 });
  const askForText = createTextLookup([dns.address]);
  service = await createService({ overrides: { now: clock.now, askForText } });
});
afterAll(async () => {
  await service.close();
  await dns[Symbol.asyncDispose]();
});

const DAY_MS = 86_400_000;

let names = 0;
const newName = (): string => {
  names += 1;
  return `verify-${names}.shop.example`;
};

const newOwner = async (): Promise<MemberCtx> => ownerCtx(service.deps, (await service.tenant()).id);

type Added = Awaited<ReturnType<typeof addHost>>;

const publish = (...hosts: readonly Added[]): void => {
  for (const { record } of hosts)
    records.set(record.name, {
      kind: "texts",
      texts: ["v=spf1 -all", ...hosts.map((one) => one.record.value)],
    });
};

const proven = async (owner: MemberCtx, host = newName()): Promise<Added> => {
  const added = await addHost(owner, { host });
  publish(added);
  expect((await checkHost(owner, { hostId: added.id })).outcome).toBe("found");
  return added;
};

const stateOf = async (owner: MemberCtx, { id }: Added) =>
  (await listHosts(owner)).hosts.find((host) => host.id === id)?.state;

const actionsOf = async ({ tenant }: MemberCtx) =>
  (
    await service.deps.db.orm.auditEntry.findMany({
      where: { tenantId: tenant.id, action: { startsWith: "host." } },
      orderBy: { id: "asc" },
      select: { action: true },
    })
  ).map(({ action }) => action);

/** As another process sees it, once its cache is old. */
const isServed = async (host: string): Promise<boolean> => {
  service.deps.hostCache.clear();
  return (await mayServeHost(service.deps, host)) === 200;
};

describe("one tenant's names", () => {
  test("are proven ten a day, removed ones too, so that it does not use up the proxy's certificates; others are not held up", async () => {
    const owner = await newOwner();
    for (let made = 0; made < HOSTS.provenPerDay; made += 1)
      await removeHost(owner, { hostId: (await proven(owner)).id });
    const next = await addHost(owner, { host: newName() });
    publish(next);
    expect(await checkHost(owner, { hostId: next.id })).toMatchObject({
      outcome: "waits",
      host: { state: "pending", lastAnswer: "found" },
    });
    expect(await isServed(next.host)).toBe(false);
    await proven(await newOwner());

    // A name that was removed and is added again counts again, and its row's removal takes nothing from the count.
    await removeHost(owner, { hostId: next.id });
    clock.advance({ days: 1, minutes: 1 });
    const later = await addHost(owner, { host: next.host });
    publish(later);
    expect((await checkHost(owner, { hostId: later.id })).outcome).toBe("found");
  });

  test("get no certificates while the tenant is suspended", async () => {
    const owner = await newOwner();
    const { host } = await proven(owner);
    expect(await isServed(host)).toBe(true);
    const { tenant } = owner;
    await service.deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { isActive: false } });
    expect(await isServed(host)).toBe(false);
    await service.deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { isActive: true } });
    expect(await isServed(host)).toBe(true);
  });
});

describe("a host", () => {
  test("means nothing until the DNS has its record, and new links lead to it only when it is chosen", async () => {
    const { id, testKey } = await service.tenant();
    const owner = await ownerCtx(service.deps, id);
    const main = service.deps.settings.publicUrl;
    const added = await addHost(owner, { host: "  VERIFY.first.example. " });
    expect(added).toMatchObject({ host: "verify.first.example", state: "pending", isPrimary: false });
    expect((await checkHost(owner, { hostId: added.id })).outcome).toBe("absent");
    expect(await isServed(added.host)).toBe(false);
    await expect(makePrimary(owner, { hostId: added.id })).rejects.toMatchObject({ code: "CONFLICT" });

    publish(added);
    expect(await checkHost(owner, { hostId: added.id })).toMatchObject({
      outcome: "found",
      host: { state: "on" },
    });
    expect(await isServed(added.host)).toBe(true);
    expect((await start(service.call, testKey)).redirectUrl.startsWith(`${main}/v/`)).toBe(true);

    await makePrimary(owner, { hostId: added.id });
    service.deps.hostCache.clear();
    const { redirectUrl } = await start(service.call, testKey);
    const { port } = new URL(main);
    expect(new URL(redirectUrl).host).toBe(`verify.first.example${port && `:${port}`}`);
    await makePrimary(owner, { hostId: null });
    service.deps.hostCache.clear();
    expect((await start(service.call, testKey)).redirectUrl.startsWith(`${main}/v/`)).toBe(true);
    expect((await actionsOf(owner)).toSorted()).toEqual([
      "host.add",
      "host.make_primary",
      "host.make_primary",
      "host.prove",
    ]);
  });

  test("another tenant's claim blocks nobody, and the first proof keeps it while its record is there", async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    const host = newName();
    const squatter = await addHost(second, { host });
    const owned = await proven(first, host);
    expect((await checkHost(second, { hostId: squatter.id })).outcome).toBe("absent");
    publish(owned, squatter);
    expect((await checkHost(second, { hostId: squatter.id })).outcome).toBe("taken");
    expect(await tenantHostOf(service.deps, host)).toMatchObject({ tenantId: first.tenant.id, isOn: true });
    expect(await stateOf(second, squatter)).toBe("pending");
  });

  test("goes at once to the tenant whose record took the place of the first one's", async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    const owned = await proven(first);
    await makePrimary(first, { hostId: owned.id });
    const next = await addHost(second, { host: owned.host });
    publish(next);
    expect((await checkHost(second, { hostId: next.id })).outcome).toBe("found");
    expect(await stateOf(first, owned)).toBe("off");
    service.deps.hostCache.clear();
    expect(await tenantHostOf(service.deps, owned.host)).toMatchObject({ tenantId: second.tenant.id });
    expect(await linkOriginOf(service.deps, first.tenant.id)).toBe(service.deps.settings.publicUrl);
    expect(await actionsOf(first)).toContain("host.lose");
    // The one who lost it cannot take it back with nothing in the DNS.
    expect((await switchHost(first, { hostId: owned.id, isOn: true })).outcome).toBe("absent");
    expect(await stateOf(first, owned)).toBe("off");
  });

  test("two proofs at one moment leave one owner", async () => {
    const owners = [await newOwner(), await newOwner(), await newOwner()];
    const host = newName();
    const added = await Promise.all(owners.map((owner) => addHost(owner, { host })));
    publish(...added);
    const outcomes = await Promise.all(
      owners.map((owner, at) =>
        checkHost(owner, { hostId: added[at]?.id ?? "" }).then(({ outcome }) => outcome),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["found", "taken", "taken"]);
  });

  test("a record left behind proves nothing: removed and added again, a host has another token", async () => {
    const owner = await newOwner();
    const owned = await proven(owner);
    await removeHost(owner, { hostId: owned.id });
    // Its name shows nothing of the main site while a certificate for it may live.
    service.deps.hostCache.clear();
    expect(await tenantHostOf(service.deps, owned.host)).toMatchObject({ isOn: false });
    const again = await addHost(owner, { host: owned.host });
    expect(again.record.value).not.toBe(owned.record.value);
    expect((await checkHost(owner, { hostId: again.id })).outcome).toBe("absent");
    expect((await listHosts(owner)).hosts).toHaveLength(1);
  });

  test("no failure of a resolver switches it off, and a record that is gone does so after a warning", async () => {
    const owner = await newOwner();
    const owned = await proven(owner);
    const recheck = () => recheckHosts(systemCtx(service.deps), 100);
    for (const rcode of [2, 5] as const) {
      records.set(owned.record.name, { kind: "code", rcode });
      for (let day = 0; day < HOSTS.graceDays + 2; day += 1) {
        clock.advance({ days: 1 });
        await recheck();
      }
      expect([rcode, await stateOf(owner, owned)]).toEqual([rcode, "on"]);
    }
    records.delete(owned.record.name);
    clock.advance({ days: 1 });
    await recheck();
    expect(await stateOf(owner, owned)).toBe("warned");
    expect(await isServed(owned.host)).toBe(true);
    const [shown] = (await listHosts(owner)).hosts;
    expect(shown?.endsAt?.getTime()).toBe(clock.now().getTime() + HOSTS.graceDays * DAY_MS);

    // The grace is over, and the resolver fails: nothing happens before a name server says so again.
    records.set(owned.record.name, { kind: "code", rcode: 2 });
    clock.advance({ days: HOSTS.graceDays + 1 });
    await recheck();
    expect(await stateOf(owner, owned)).toBe("warned");
    records.delete(owned.record.name);
    clock.advance({ days: 1 });
    await recheck();
    expect(await stateOf(owner, owned)).toBe("off");
    expect(await isServed(owned.host)).toBe(false);
    expect((await actionsOf(owner)).slice(2)).toEqual(["host.warn", "host.lose"]);

    // Entries of one moment have no order.
    clock.advance({ minutes: 1 });
    publish(owned);
    expect((await switchHost(owner, { hostId: owned.id, isOn: true })).host.state).toBe("on");
    expect((await actionsOf(owner)).at(-1)).toBe("host.switch_on");
  });

  test("a record that comes back in time ends the warning, and two workers look once", async () => {
    const owner = await newOwner();
    const owned = await proven(owner);
    records.delete(owned.record.name);
    clock.advance({ days: 1 });
    await recheckHosts(systemCtx(service.deps), 100);
    publish(owned);
    clock.advance({ days: 1 });
    const before = dns.queries.length;
    await Promise.all([1, 2].map(() => recheckHosts(systemCtx(service.deps), 100)));
    const asked = dns.queries.slice(before).filter((query) => query.startsWith(owned.record.name));
    expect(asked).toHaveLength(1);
    expect(await stateOf(owner, owned)).toBe("on");
  });

  test("switched off by a member it is off, whatever a worker finds", async () => {
    const owner = await newOwner();
    const owned = await proven(owner);
    await switchHost(owner, { hostId: owned.id, isOn: false });
    expect(await isServed(owned.host)).toBe(false);
    clock.advance({ days: 1 });
    await recheckHosts(systemCtx(service.deps), 100);
    await checkHost(owner, { hostId: owned.id });
    expect(await stateOf(owner, owned)).toBe("off");
  });

  test("is one of ten at most, never twice, and only an admin's or owner's to change", async () => {
    const owner = await newOwner();
    for (let at = 0; at < HOSTS.perTenant; at += 1) await addHost(owner, { host: newName() });
    await expect(addHost(owner, { host: newName() })).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY" });
    const other = await newOwner();
    const { host } = await addHost(other, { host: newName() });
    await expect(addHost(other, { host: host.toUpperCase() })).rejects.toMatchObject({ code: "CONFLICT" });
    const developer = { ...other, role: "developer" as const };
    await expect(addHost(developer, { host: newName() })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    const closed = { ...other, tenant: { ...other.tenant, isActive: false } };
    await expect(addHost(closed, { host: newName() })).rejects.toMatchObject({ code: "TENANT_CLOSED" });
  });

  test("of another tenant is not found, whatever is asked of it", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const { id: hostId } = await proven(owner);
    const acts = [
      () => checkHost(stranger, { hostId }),
      () => switchHost(stranger, { hostId, isOn: false }),
      () => makePrimary(stranger, { hostId }),
      () => removeHost(stranger, { hostId }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listHosts(stranger)).hosts).toEqual([]);
  });
});

describe("a name that was removed is not found, and never shows the main site", () => {
  const isNowhere = async (host: string): Promise<boolean> => {
    service.deps.hostCache.clear();
    return (await siteOf(service.deps, host, "/console/sign-in")) === NOWHERE;
  };
  const purge = () =>
    purgeRemovedHosts(
      service.deps.db.orm,
      new Date(clock.now().getTime() - HOSTS.removedDays * DAY_MS),
      1_000,
    );

  test("for 90 days, also while its tenant adds it again, fails to prove it and removes it again", async () => {
    const owner = await newOwner();
    const owned = await proven(owner);
    expect(await isNowhere(owned.host)).toBe(true);
    await removeHost(owner, { hostId: owned.id });
    expect(await isNowhere(owned.host)).toBe(true);
    const again = await addHost(owner, { host: owned.host });
    expect(again.state).toBe("pending");
    expect(await isNowhere(owned.host)).toBe(true);
    expect((await checkHost(owner, { hostId: again.id })).host.state).toBe("pending");
    expect(await isNowhere(owned.host)).toBe(true);
    await removeHost(owner, { hostId: again.id });
    expect((await listHosts(owner)).hosts).toEqual([]);
    clock.advance({ days: HOSTS.removedDays - 1 });
    await purge();
    expect(await isNowhere(owned.host)).toBe(true);
    clock.advance({ days: 2 });
    await purge();
    expect(await isNowhere(owned.host)).toBe(false);
  });

  test("until its tenant proves it again, or another one does", async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    const owned = await proven(first);
    await removeHost(first, { hostId: owned.id });
    const again = await proven(first, owned.host);
    service.deps.hostCache.clear();
    expect(await siteOf(service.deps, owned.host, "/key")).toMatchObject({ tenantId: first.tenant.id });
    expect((await actionsOf(first)).filter((action) => action === "host.prove")).toHaveLength(2);
    await removeHost(first, { hostId: again.id });
    const claimed = await addHost(second, { host: owned.host });
    expect(await isNowhere(owned.host)).toBe(true);
    publish(claimed);
    expect((await checkHost(second, { hostId: claimed.id })).outcome).toBe("found");
    service.deps.hostCache.clear();
    expect(await siteOf(service.deps, owned.host, "/key")).toMatchObject({ tenantId: second.tenant.id });
    // The first one's claim does not change whose it is.
    await addHost(first, { host: owned.host });
    service.deps.hostCache.clear();
    expect(await siteOf(service.deps, owned.host, "/key")).toMatchObject({ tenantId: second.tenant.id });
  });

  test("and a claim that was never proven leaves nothing behind", async () => {
    const owner = await newOwner();
    const { id: hostId, host } = await addHost(owner, { host: newName() });
    await removeHost(owner, { hostId });
    expect(await isNowhere(host)).toBe(false);
  });
});

test("names that nobody has use up their own answers only: a proxy hears yes for every host that is on", async () => {
  const [known, late] = [await proven(await newOwner()), await proven(await newOwner())];
  const { deps } = service;
  deps.hostCache.clear();
  const names = Array.from({ length: 3_000 }, (_, at) => `random-${at}`);
  await Promise.all(names.map((name) => mayServeHost(deps, name)));
  expect(await mayServeHost(deps, "random.example")).toBe(429);
  for (const { host } of [known, known, late]) expect(await mayServeHost(deps, host)).toBe(200);
  clock.advance({ minutes: 5 });
});

test("a proxy hears yes while the shared counter is away and refuses", async () => {
  const { host } = await proven(await newOwner());
  const { log } = service.deps;
  const redisUrl = `redis://127.0.0.1:${await anyPort()}`;
  const rateLimiter = createRateLimiter({
    ...{ redisUrl, now: clock.now, log, countName: (name) => name },
    onFailure: "deny",
  });
  const away = { ...service.deps, rateLimiter };
  expect([await mayServeHost(away, host), await mayServeHost(away, "nobody.example")]).toEqual([200, 503]);
  await rateLimiter.close();
});

test("a proxy hears no for a name with a port, a claim, an address and nothing at all", async () => {
  const owner = await newOwner();
  const claimed = await addHost(owner, { host: newName() });
  const { host } = await proven(owner);
  const asked = [
    host,
    host.toUpperCase(),
    `${host}:443`,
    claimed.host,
    "127.0.0.1",
    "[::1]",
    "",
    null,
    "a".repeat(900),
  ];
  const answers = await Promise.all(asked.map((domain) => mayServeHost(service.deps, domain)));
  expect(answers).toEqual([200, 200, 404, 404, 404, 404, 404, 404, 404]);
});
