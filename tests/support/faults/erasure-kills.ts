import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { start, submit } from "../http/actions.ts";
import { startApi } from "../http/api-process.ts";
import { eventually } from "../world/eventually.ts";
import type { TestService } from "../world/service.ts";

/** What is there of a verification: everything, or its erasure and its receipt. Anything else is neither. */
const stateOf = async ({ deps }: TestService, id: string): Promise<"whole" | "erased" | string> => {
  const { rows } = await deps.db.pool.query(
    `select v.redacted_at is not null as redacted, v.metadata is not null as metadata, v.verified is not null as verified,
      (select count(*)::int from event e where e.verification_id = v.id and e.body like '%heron%') as bodies,
      (select count(*)::int from event e where e.verification_id = v.id and e.type = 'verification.redacted') as told,
      (select count(*)::int from erasure_receipt r where r.verification_id = v.id) as receipts,
      (select count(*)::int from audit_entry a where a.target = v.id) as audited
    from verification v where v.id = $1`,
    [id],
  );
  const parts = Object.values(rows[0]).map(Number).join("");
  if (parts === "0111000") return "whole";
  return parts === "1000111" ? "erased" : parts;
};

/**
 * Erases in a process that is killed at a random moment, again and again.
 * @returns how many erasures were complete, and how many had not happened, when the process died; there is nothing between
 */
export const killWhileErasing = async (
  service: TestService,
  env: Readonly<Record<string, string>>,
  rounds: number,
): Promise<{ erased: number; whole: number }> => {
  const tenant = await service.tenant({ plan: "scale" });
  const found = { erased: 0, whole: 0 };
  let ids: string[] = [];
  const begin = async (): Promise<string> => {
    const { verificationId } = await start(service.call, tenant.testKey, { metadata: { bird: "heron" } });
    await submit(service.call, tenant.testKey, { verificationId, result: "approved", verifiedAge: 41 });
    return verificationId;
  };
  for (let round = 0; round < rounds; round += 1) {
    const api = await startApi(env);
    const headers = { "x-tenant-api-key": tenant.testKey, "content-type": "application/json" };
    const send = (verificationId: string) =>
      fetch(`${api.url}/verify/redact`, {
        method: "POST",
        headers,
        body: JSON.stringify({ verificationId }),
      });
    expect((await send(await begin())).status).toBe(200); // warm
    ids = await Promise.all([begin(), begin(), begin(), begin()]);
    const sent = ids.map((id) => send(id).catch(() => null));
    // Four take some 100 ms in a process that has erased once.
    await pause(Math.random() * 150);
    api.child.kill("SIGKILL");
    await once(api.child, "exit");
    await Promise.all(sent);
    const open = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    await eventually(async () => (await service.deps.db.pool.query(open)).rows.length, 10_000).toBe(0);
    for (const id of ids) {
      const state = await stateOf(service, id);
      expect(["whole", "erased"], state).toContain(state);
      found[state === "erased" ? "erased" : "whole"] += 1;
    }
  }
  const { rows } = await service.deps.db.pool.query(
    "select r.jws, r.prev_hash, r.hash, r.number, v.redacted_at from erasure_receipt r join verification v on v.id = r.verification_id order by number",
  );
  expect(rows.filter(({ redacted_at }) => redacted_at === null)).toEqual([]);
  expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, i) => i + 1));
  expect(rows.slice(1).map(({ jws }) => decodeJwt(jws).prev)).toEqual(
    rows.slice(0, -1).map(({ hash }) => hash),
  );
  return found;
};
