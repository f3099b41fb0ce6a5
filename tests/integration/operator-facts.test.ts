import { beforeAll, expect, test, vi } from "vitest";
import { giveSignsOfLife } from "#server/signs-of-life.ts";
import { processStates } from "#services/operator/facts.ts";
import { endOfLife, newProcess, noteLife } from "#services/processes.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

// What runs, over all tenants and processes.

const service = consoleForFile({ env: { OPERATORS: "fay@people.test" } });
const ask = async (path: string, input?: unknown) =>
  Object(
    (
      await consoleCall(service.get().deps, `operator.${path}`, input, {
        bearer: await service.get().identity.bearer("fay"),
      })
    ).data,
  );

beforeAll(async () => {
  await knownPerson(service.get(), "fay");
});

test("a worker shows signs of life, is silent after three minutes without one, and is forgotten after a week", async () => {
  const { deps } = service.get();
  const [one, other] = [newProcess(deps, "worker", "host-1"), newProcess(deps, "worker", "host-1")];
  await noteLife(deps, one);
  await noteLife(deps, other);
  const { processes } = await ask("system");
  expect(processes).toMatchObject([{ isSilent: false }, { isSilent: false }]);
  expect(processes[0].host).toBe(processes[1].host);
  expect(JSON.stringify(processes)).not.toContain("host-1");

  const inSeconds = (seconds: number) => ({ ...deps, now: () => new Date(Date.now() + seconds * 1_000) });
  const later = inSeconds(182);
  await noteLife(later, one);
  const states = await processStates(later);
  expect(states.map(({ id, isSilent }) => [id, isSilent])).toEqual([
    [one.id, false],
    [other.id, true],
  ]);
  // A clock that is a week ahead makes nobody forget a process that speaks.
  await noteLife(inSeconds(8 * 86_400), one);
  expect(await deps.db.orm.workerLife.count()).toBe(2);
  await deps.db.orm.$executeRaw`
    update worker_life set said_at = said_at - interval '4 minutes' where id = ${other.id}`;
  await noteLife(inSeconds(8 * 86_400), one);
  expect((await processStates(later)).map(({ id }) => id)).toEqual([one.id]);
  await endOfLife(deps, one);
  expect(await processStates(later)).toEqual([]);
});

test("a process that serves shows signs of life until it stops", async () => {
  const { deps } = service.get();
  const stop = await giveSignsOfLife(deps);
  await vi.waitFor(async () => expect(await processStates(deps)).toMatchObject([{ kind: "serve" }]));
  await stop();
  expect(await processStates(deps)).toEqual([]);
});

test("migrations: those of this release that the database lacks are pending, and others are named too", async () => {
  const { deps } = service.get();
  const own = deps.settings.migrations() ?? [];
  expect(own.length).toBeGreaterThan(50);
  expect((await ask("system")).migrations).toMatchObject({ applied: own, pending: [], unknown: [] });
  await deps.db.orm.$executeRaw`
    update _prisma_migrations set migration_name = '20991231000000_of_a_later_release' where migration_name = ${own.at(-1)}`;
  expect((await ask("system")).migrations).toMatchObject({
    pending: [own.at(-1)],
    unknown: ["20991231000000_of_a_later_release"],
  });
});

test("versions are those of what runs", async () => {
  const { software, node, postgres, health } = await ask("system");
  expect(software.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(node).toBe(process.version);
  expect(postgres).toMatch(/^\d+/);
  expect(health.status).toBe("ok");
});

test("rates: of each tenant and of all, live verifications only", async () => {
  const { call, tenant } = service.get();
  const [one, other] = [await tenant({ name: "One" }), await tenant({ name: "Other" })];
  const decide = async (key: string, verifiedAge: number) => {
    const { verificationId } = await start(call, key);
    await complete(call, key, { verificationId, verifiedAge });
  };
  await decide(one.liveKey, 30);
  await decide(one.liveKey, 12);
  await decide(other.liveKey, 30);
  await decide(other.testKey, 12);
  await start(call, other.liveKey);
  const { whole, tenants } = await ask("rates", { days: 7 });
  expect(whole).toMatchObject({ started: 4, approved: 2, rejected: 1, approvalRate: 2 / 3 });
  expect(tenants).toMatchObject([
    { tenantId: one.id, started: 2, approvalRate: 1 / 2 },
    { tenantId: other.id, started: 2, approvalRate: 1 },
  ]);
});

test("webhooks: what waits, and which endpoints fail, by their host alone", async () => {
  const { deps, tenant } = service.get();
  const { id: tenantId } = await tenant({ name: "Hooked" });
  const at = new Date(Date.now() - 60_000);
  await deps.db.orm.webhookEndpoint.create({
    data: {
      ...{
        id: "whe_00000000000000000000000001",
        tenantId,
        url: "https://hooks.example.com/T0K3N",
        events: [],
      },
      ...{ modes: ["live"], secretSealed: "v1.none", failingSince: at, createdAt: at, updatedAt: at },
    },
  });
  const answer = await ask("webhooks", {});
  expect(answer.endpoints).toMatchObject([{ tenantId, tenantName: "Hooked", host: "hooks.example.com" }]);
  expect(JSON.stringify(answer)).not.toContain("T0K3N");
  expect(answer.queue).toMatchObject({ depth: 0, waitingSeconds: 0 });
});

test("certificates and keys: their ends and ages, and no key", async () => {
  const { keys, tenants, deployment } = await ask("certificates", {});
  expect(keys).toContainEqual(expect.objectContaining({ use: "age_tokens", state: "signs", since: null }));
  expect(tenants).toEqual([]);
  expect(deployment).toBeNull();
});
