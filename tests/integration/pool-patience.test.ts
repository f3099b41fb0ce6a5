import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#data/service/client.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { createDatabase } from "../support/world/database.ts";
import { startTlsPostgres } from "../support/world/tls-postgres.ts";

/** Longer than anybody waits for a connection. */
const LONG_MS = 3_500;

/** Does nothing else for so long, as a process does that others push aside: no timer is on time, no socket is read. */
const holdUp = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

const poolOfOne = (url: string) => {
  const db = connect({ url, poolSize: 1, onPoolError: () => {} });
  onTestFinished(() => db.close());
  return db;
};

test("a process that was held up does not call its database away", { timeout: 60_000 }, async () => {
  const database = await createDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const db = poolOfOne(database.url);
  const holder = await db.pool.connect();
  const waiting = db.pool.query("select 1 as one");
  const held = holder.query("select pg_sleep(0.05)").finally(() => holder.release());
  holdUp(LONG_MS);
  // The holder's answer has long been there, and the connection is free as soon as it is read.
  expect((await waiting).rows).toEqual([{ one: 1 }]);
  await held;
  const opening = poolOfOne(database.url).pool.query("select 2 as two");
  await pause(1);
  holdUp(LONG_MS);
  expect((await opening).rows).toEqual([{ two: 2 }]);
});

test("who waits too long is told so, and who is late gets the connection all the same", {
  timeout: 60_000,
}, async () => {
  const database = await createDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const db = poolOfOne(database.url);
  const holder = await db.pool.connect();
  const refused = await db.pool.query("select 1").catch((error: unknown) => error);
  expect([isDatabaseError(refused), String(refused)]).toEqual([
    true,
    expect.stringContaining("timeout exceeded"),
  ]);
  // Nothing of it stays: in an hour's outage that would be every request of the hour.
  expect(db.pool.waitingCount).toBe(0);
  holder.release();
  expect((await db.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect([db.pool.waitingCount, db.pool.totalCount]).toEqual([0, 1]);
});

test("a file of the address that is gone refuses all who wait, and ends no process", {
  timeout: 60_000,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createDatabase());
  const authority = createAuthority();
  const server = stack.use(await startTlsPostgres(database.url, authority.issue(["localhost"])));
  const folder = await mkdtemp(join(tmpdir(), "lintel-pool-ca-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "ca.pem");
  await writeFile(file, authority.ca);
  const db = connect({
    url: server.url(`sslmode=verify-full&sslrootcert=${file}`),
    poolSize: 1,
    onPoolError: () => {},
  });
  stack.defer(() => db.close());
  const holder = await db.pool.connect();
  const waiting = [1, 2, 3].map(() => db.pool.query("select 1").catch((error: unknown) => error));
  await rm(file);
  // The connection is closed, so the pool opens another one for the first who waits, from the socket's event.
  holder.release(true);
  for (const refused of await Promise.all(waiting)) {
    expect(refused).toMatchObject({ code: "ENOENT", path: file });
    expect(isDatabaseError(refused)).toBe(true);
  }
  expect([db.pool.waitingCount, db.pool.totalCount]).toEqual([0, 0]);
  await writeFile(file, authority.ca);
  expect((await db.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
