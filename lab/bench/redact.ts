// npm run bench -- redact [--verifications 100000] [--rounds 300] [--folder path]: how long one erasure takes among so many
// verifications, beside deleting one with all that hangs on it, in turns. With --folder the database stays for the next run.
import { scriptRuntime } from "../../scripts/lib/script-runtime.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { inTransaction } from "../../src/data/service/client.ts";
import { systemCtx } from "../../src/runtime/runtime.ts";
import { redactVerification } from "../../src/services/erasure/redact.ts";
import { measure } from "./measure.ts";
import { folderFor, load, options } from "./program.ts";
import { prepareSide } from "./scale/side.ts";

/** Milliseconds, at the 95th percentile. */
const BAR = 50;

/** Of each, before what counts. */
const WARM_UP = 10;

const { verifications, rounds, folder } = options({ verifications: 100_000, rounds: 300, folder: "" });

await using stack = new AsyncDisposableStack();
const postgres = await startPostgres({ folder: folderFor(stack, folder) });
stack.defer(() => postgres.stop());
const { url, tenantId, count } = await prepareSide(postgres.url("postgres"), verifications, (line) =>
  console.log(`  ${line}`),
);
const { deps, close } = await scriptRuntime(url);
stack.defer(() => close());
await deps.db.pool.query("analyze");
const { rows } = await deps.db.pool.query<{ id: string }>(
  `select v.id from verification v where v.tenant_id = $1 and v.redacted_at is null and v.appeal_of is null
    and v.status in ('completed', 'failed', 'expired') and not exists (
      select from event e join webhook_delivery d on d.event_id = e.id where e.verification_id = v.id and d.status = 'pending')
  order by md5(v.id) limit $2`,
  [tenantId, 2 * (rounds + WARM_UP)],
);
const ids = rows.map(({ id }) => id);
const counted = Math.floor(ids.length / 2) - WARM_UP;
const nextId = (): string => ids.shift() ?? "";
const erase = () => {
  const request = { tenantId, mode: null, verificationId: nextId(), cause: "request", reason: null } as const;
  return redactVerification(systemCtx(deps), request);
};
const remove = () => {
  const id = nextId();
  return inTransaction(deps.db, (db) => db.$executeRaw`delete from verification where id = ${id}`);
};

const lines = await measure(
  [
    { name: "erased, with its receipt", ask: erase },
    { name: "delete from verification", ask: remove },
  ],
  counted,
  { warmUp: WARM_UP },
);
console.log(`${count.toLocaleString("en")} verifications, ${counted} rounds; ${load()}`);
for (const { name, p50, p95 } of lines)
  console.log(`${name.padEnd(28)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
const isMet = (lines[0]?.p95 ?? Number.NaN) <= BAR;
console.log(isMet ? `at most ${BAR} ms each` : `✗: more than ${BAR} ms`);
process.exitCode = isMet ? 0 : 1;
