// npm run bench -- redact [--verifications 100000] [--rounds 300] [--folder path]: how long one erasure takes among so many
// verifications, beside deleting one with all that hangs on it, in turns. With --folder the database stays for the next run.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { scriptRuntime } from "../../scripts/lib/script-runtime.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { inTransaction } from "../../src/data/service/client.ts";
import { systemCtx } from "../../src/runtime.ts";
import { redactVerification } from "../../src/services/erasure/redact.ts";
import { percentile } from "./figures.ts";
import { prepareSide } from "./scale/side.ts";

/** Milliseconds, at the 95th percentile. */
const BAR = 50;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    verifications: { type: "string", default: "100000" },
    rounds: { type: "string", default: "300" },
    folder: { type: "string" },
  },
});
const rounds = Number(values.rounds);

await using stack = new AsyncDisposableStack();
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "lintel-redact-"));
if (values.folder === undefined) {
  chmodSync(folder, 0o755); // as root, PostgreSQL runs by another account
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
}
const postgres = await startPostgres({ folder });
stack.defer(() => postgres.stop());
const { url, tenantId, count } = await prepareSide(
  postgres.url("postgres"),
  Number(values.verifications),
  (line) => console.log(`  ${line}`),
);
const { deps, close } = await scriptRuntime(url);
stack.defer(() => close());
await deps.db.pool.query("analyze");
const { rows } = await deps.db.pool.query<{ id: string }>(
  `select v.id from verification v where v.tenant_id = $1 and v.redacted_at is null and v.appeal_of is null
    and v.status in ('completed', 'failed', 'expired') and not exists (
      select from event e join webhook_delivery d on d.event_id = e.id where e.verification_id = v.id and d.status = 'pending')
  order by md5(v.id) limit $2`,
  [tenantId, 2 * rounds + 20],
);
const ids = rows.map(({ id }) => id);
const took = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};
const erase = (verificationId: string) =>
  redactVerification(systemCtx(deps), {
    tenantId,
    mode: null,
    verificationId,
    cause: "request",
    reason: null,
  });
const remove = (id: string) =>
  inTransaction(deps.db, (db) => db.$executeRaw`delete from verification where id = ${id}`);

for (const id of ids.splice(0, 10)) await erase(id);
for (const id of ids.splice(0, 10)) await remove(id);
const erased: number[] = [];
const removed: number[] = [];
while (ids.length >= 2) {
  const [one = "", other = ""] = ids.splice(0, 2);
  erased.push(await took(() => erase(one)));
  removed.push(await took(() => remove(other)));
}

const line = (name: string, times: number[]): void =>
  console.log(
    `${name.padEnd(28)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );
console.log(
  `${count.toLocaleString("en")} verifications, ${erased.length} rounds; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
);
line("erased, with its receipt", erased);
line("delete from verification", removed);
const isMet = percentile(erased, 0.95) <= BAR;
console.log(isMet ? `at most ${BAR} ms each` : `✗: more than ${BAR} ms`);
process.exitCode = isMet ? 0 : 1;
