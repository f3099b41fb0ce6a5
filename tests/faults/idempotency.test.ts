import { once } from "node:events";
import { expect, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { startApi } from "../support/http/api-process.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { seeded } from "../support/world/seeded.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

const KILLS = 60;
const CLIENTS = 12;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Kept = { text: string; verificationId?: string; token?: string; id?: string; apiKey?: string };

test("an API that is killed 60 times under load doubles nothing, and every repeat gets its answer", async () => {
  const chance = seeded();
  const { deps, env, tenant, endpoint } = await createFaultWorld();
  await endpoint(0);
  let url = "";
  const over = new AbortController();
  let [answered, repeated, rescued, inProgress, compared] = [0, 0, 0, 0, 0];
  const headersOf = (path: string): Record<string, string> =>
    path.startsWith("/admin") ? { "x-admin-key": ADMIN_KEY } : { "x-tenant-api-key": tenant.liveKey };

  /** Sends the very same request until it is answered, whichever process is there. */
  const insist = async (key: string, path: string, body: unknown): Promise<Kept> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { ...headersOf(path), "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(body),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response && text !== null && text !== undefined) {
        if (response.status === 200) {
          answered += 1;
          if (attempt > 0) repeated += 1;
          // Done by a process that died before its answer had arrived.
          if (attempt > 0 && response.headers.has("idempotency-replayed")) rescued += 1;
          return { ...JSON.parse(text), text };
        }
        if (response.status === 409) inProgress += 1;
        else expect(text).toContain("DATABASE_ERROR"); // never "already completed"
      }
      await pause(5);
    }
  };
  /** Whether a later repeat has the same bytes. */
  const compare = async (key: string, path: string, body: unknown, first: Kept): Promise<void> => {
    expect((await insist(key, path, body)).text).toBe(first.text);
    compared += 1;
  };

  const keys: string[] = [];
  const tokens = new Map<string, string>();
  const made = new Map<string, string>();
  const client = async (number: number): Promise<void> => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const key = `${number}-${round}`;
      keys.push(key);
      const begin = { metadata: { key } };
      const started = await insist(`s-${key}`, "/verify/start", begin);
      if (chance.below(4) === 0) await compare(`s-${key}`, "/verify/start", begin, started);
      const { verificationId } = started;
      if (round % 4 === 3) {
        await insist(`e-${key}`, "/verify/submit", { verificationId, result: "approved" });
        continue;
      }
      const evidence = { verificationId, verifiedAge: 30 };
      const ended = await insist(`e-${key}`, "/verify/complete", evidence);
      tokens.set(verificationId ?? "", ended.token ?? "");
      if (chance.below(4) === 0) await compare(`e-${key}`, "/verify/complete", evidence, ended);
      if (round % 8 !== 5) continue;
      const shop = await insist(`t-${key}`, "/admin/tenants", { name: `shop ${key}` });
      made.set(`shop ${key}`, shop.apiKey ?? "");
    }
  };

  const clients: Promise<void>[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const api = await startApi(env);
    url = api.url;
    if (kill === 0) clients.push(...Array.from({ length: CLIENTS }, (_, number) => client(number)));
    const before = answered;
    while (answered < before + 20) await pause(1);
    await pause(chance.below(80));
    api.child.kill("SIGKILL");
    await once(api.child, "exit");
  }
  const last = await startApi(env);
  url = last.url;
  over.abort();
  await Promise.all(clients);
  last.child.kill("SIGKILL");
  await once(last.child, "exit");

  const { orm, pool } = deps.db;
  const where = { tenantId: tenant.id };
  const doubled = await pool.query(
    "select metadata->>'key' from verification group by 1 having count(*) > 1",
  );
  const verifications = await orm.verification.count({ where });
  const usage = await orm.usageMonth.aggregate({ where, _sum: { started: true } });
  const lost = (await orm.token.findMany({ where })).filter((row) => !tokens.get(row.verificationId));
  const shops = await orm.tenant.findMany({ where: { name: { startsWith: "shop " } } });
  const got =
    `seed ${chance.seed}: ${KILLS} kills, ${keys.length} starts, ${doubled.rows.length} doubled; ` +
    `${tokens.size} tokens, ${lost.length} lost; ${shops.length} tenants for ${made.size} keys; ` +
    `${answered} answers, ${repeated} of them to a repeat, ` +
    `${rescued} of those for work that a killed process had done, ${compared} compared; ${inProgress} x 409`;
  console.log(got);
  expect(doubled.rows).toEqual([]);
  expect(verifications).toBe(keys.length);
  expect(usage._sum.started).toBe(keys.length);
  expect(lost).toEqual([]);
  expect([...tokens.values()].filter((token) => token === "")).toEqual([]);
  expect(shops.map(({ name }) => name).sort()).toEqual([...made.keys()].sort());
  expect(repeated).toBeGreaterThan(0);
  writeFaultRow(import.meta.filename, {
    fault: "The service is killed (-9) while backends repeat with Idempotency-Key",
    done: `${CLIENTS} clients that send each request until it is answered; ${KILLS} kills`,
    expected: "nothing doubled; every repeat gets the first answer, tokens included",
    got: got,
  });
});
