import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { examples } from "../long.ts";
import { startApi } from "../support/http/api-process.ts";
import { watchPeak } from "../support/http/flood.ts";
import { createDatabase } from "../support/world/database.ts";
import { ADMIN_KEY, createService, sharedEnv } from "../support/world/service.ts";

// An operator's collector begins at a trail that nobody has exported before: nothing is numbered yet.
const ROWS = examples(1_000_000, 40_000);
const PIECE = 20_000;
/** What one reader may cost the process; the service itself starts with less than half of it. */
const MOST_MIB = 512;

test(`${ROWS} audit entries are exported as JSON lines, each once, by a process within ${MOST_MIB} MiB`, async () => {
  const database = await createDatabase();
  const env = { ...sharedEnv(database.url), LOG_LEVEL: "silent" };
  const service = await createService({ env, database });
  onTestFinished(() => service.close());
  const { id: tenantId } = await service.tenant();
  // In pieces of a second or two.
  for (let from = 1; from <= ROWS; from += PIECE)
    await service.deps.db.pool.query(`insert into audit_entry (id, tenant_id, actor, action, target, changes, request_id, created_at)
    select 'aud_' || lpad(n::text, 26, '0'), '${tenantId}', 'member:mem_01k9zzzzzzzzzzzzzzzzzzzzzz', 'settings.update',
      '${tenantId}', jsonb_build_object('displayName', repeat('x', 200), 'n', n), 'req_' || n, now()
    from generate_series(${from}, ${from + PIECE - 1}) n`);
  const { child, url } = await startApi({ ...env, NODE_OPTIONS: "--max-old-space-size=192" });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const peak = watchPeak(child.pid ?? 0);
  const answer = await fetch(`${url}/admin/audit?action=settings.update`, {
    headers: { "x-admin-key": ADMIN_KEY, accept: "application/x-ndjson" },
  });
  expect(answer.status).toBe(200);
  const seen = new Uint8Array(ROWS + 1);
  let lines = 0;
  let rest = "";
  const decoder = new TextDecoder();
  for await (const piece of answer.body ?? []) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      const n = Number(/"n": ?(\d+)/.exec(line)?.[1]);
      seen[n] = (seen[n] ?? 0) + 1;
      lines += 1;
    }
  }
  expect([rest, lines]).toEqual(["", ROWS]);
  expect(seen.subarray(1).every((times) => times === 1)).toBe(true);
  const mib = peak();
  console.log(`${ROWS} entries: at most ${Math.round(mib)} MiB`);
  expect(mib).toBeLessThan(MOST_MIB);
}, 600_000);
