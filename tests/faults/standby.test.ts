import { describe, expect, onTestFinished, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { overview } from "#services/overview/overview.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { approvedToken, start, validate } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { debianPostgresMissing, runTool, startDebianPostgres } from "../support/world/debian-postgres.ts";
import { eventually } from "../support/world/eventually.ts";
import { createService, sharedEnv } from "../support/world/service.ts";

const PATIENCE_MS = 60_000;
const kept = (url: string) => ({ url, [Symbol.asyncDispose]: async () => {} });

const newPostgres = async () => {
  const postgres = await startDebianPostgres();
  onTestFinished(postgres.close);
  await withClient(postgres.primary.url("postgres"), (client) => client.query("create database lintel"));
  const url = postgres.primary.url("lintel");
  await applyMigrations(url);
  return { postgres, url };
};

const said = debianPostgresMissing === null ? "" : `: ${debianPostgresMissing}`;

describe.skipIf(debianPostgresMissing !== null)(`with Debian's PostgreSQL${said}`, () => {
  test("reports are read from a streaming standby, and from the database while it is killed", async () => {
    const { postgres, url } = await newPostgres();
    const standby = await postgres.standby();
    const clock = testClock(new Date());
    const lines: string[] = [];
    const log = createLogger({ level: "info", now: clock.now, write: (line) => void lines.push(line) });
    const service = await createService({
      database: kept(url),
      env: { DATABASE_REPLICA_URL: standby.url("lintel") },
      overrides: { now: clock.now, log },
    });
    onTestFinished(() => service.close());
    const { id, liveKey } = await service.tenant({ plan: "scale" });
    const ctx = await ownerCtx(service.deps, id);
    const used = async () => {
      clock.advance({ seconds: 11 });
      return (await overview(ctx, { mode: "live", days: 7 })).billing.used;
    };
    const count = (text: string) => lines.filter((line) => line.includes(text)).length;
    await start(service.call, liveKey);
    await eventually(used, PATIENCE_MS).toBe(1);
    // Paused, the standby stays where it is: what a report says now, it read there.
    const onStandby = (sql: string) => withClient(standby.url("lintel"), (client) => client.query(sql));
    await onStandby("select pg_wal_replay_pause()");
    await eventually(
      async () => (await onStandby("select pg_get_wal_replay_pause_state() as state")).rows,
      PATIENCE_MS,
    ).toEqual([{ state: "paused" }]);
    await start(service.call, liveKey);
    expect(await used()).toBe(1);
    await standby.kill();
    await eventually(used, PATIENCE_MS).toBe(2);
    for (let i = 0; i < 3; i += 1) expect(await used()).toBe(2);
    expect(count("the replica is away")).toBe(1);
    await standby.start();
    await start(service.call, liveKey);
    await eventually(async () => {
      await used();
      return count("the replica is back");
    }, PATIENCE_MS).toBe(1);
    await eventually(used, PATIENCE_MS).toBe(3);
    writeFaultRow(import.meta.filename, {
      fault: "The read replica is away",
      done: "a streaming standby is killed while the console's reports are read from it, and started again",
      expected:
        "reports come from the primary in the meantime, said once in the log, and from the standby afterwards",
      got: "as expected",
    });
  }, 300_000);

  test("a dump restored into an empty database validates tokens of before, with the same secrets only", async () => {
    const { postgres, url } = await newPostgres();
    const env = sharedEnv(url);
    const before = await createService({ database: kept(url), env });
    onTestFinished(() => before.close());
    expect(await findWrongSecrets(before.deps.db.orm, before.deps.secrets)).toEqual([]);
    const { liveKey } = await before.tenant({ plan: "scale" });
    const { token } = await approvedToken(before.call, liveKey);

    const file = postgres.path("lintel.dump");
    runTool("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`, url]);
    await withClient(postgres.primary.url("postgres"), (client) => client.query("create database restored"));
    const restoredUrl = postgres.primary.url("restored");
    runTool("pg_restore", ["--no-owner", "--exit-on-error", `--dbname=${restoredUrl}`, file]);
    expect(await applyMigrations(restoredUrl)).toEqual([]);

    const after = await createService({
      database: kept(restoredUrl),
      env: { ...env, DATABASE_URL: restoredUrl },
    });
    onTestFinished(() => after.close());
    expect(await findWrongSecrets(after.deps.db.orm, after.deps.secrets)).toEqual([]);
    expect(await validate(after.call, liveKey, token)).toMatchObject({ valid: true });
    await start(after.call, liveKey);
    const strangers = await createService({
      database: kept(restoredUrl),
      env: { DATABASE_URL: restoredUrl },
    });
    onTestFinished(() => strangers.close());
    expect(await findWrongSecrets(after.deps.db.orm, strangers.deps.secrets)).toEqual([
      "SECRETS_KEY",
      "KEY_PEPPER",
    ]);
  }, 300_000);
});
