import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { withClient, withDatabase } from "../../../scripts/lib/database.ts";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { scriptRuntime } from "../../../scripts/lib/script-runtime.ts";
import { KEY_SCOPES } from "../../../src/core/access/scopes.ts";
import { inTransaction } from "../../../src/data/service/client.ts";
import { start, status, validate } from "../../../src/http/endpoints.ts";
import type { Incoming } from "../../../src/http/respond.ts";
import type { Served } from "../../../src/http/route.ts";
import { type Runtime, systemCtx } from "../../../src/runtime/runtime.ts";
import { createKey } from "../../../src/services/keys/keys.ts";
import { signToken } from "../../../src/services/verifications/tokens.ts";
import type { Timed } from "../measure.ts";
import { seedLarge } from "../seed-large/seed.ts";

/** A database with that many verifications of one tenant, and a service on it in this process. */
export type Side = { label: string; runtime: Runtime; url: string; tenantId: string; count: number };

const SAMPLE = 2_000;

/** Makes and fills the database where it is not there yet. */
export const prepareSide = async (
  server: string,
  count: number,
  note: (line: string) => void,
): Promise<Pick<Side, "url" | "tenantId" | "count">> => {
  const name = `lintel_${count}`;
  await withClient(server, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  });
  const url = withDatabase(server, name);
  await applyMigrations(url);
  const runtime = await scriptRuntime(url);
  const { tenantId, written, total, seconds } = await seedLarge(runtime, { databaseUrl: url, count, note });
  if (written > 0)
    console.log(
      `seeded ${written.toLocaleString("en")} in ${seconds.toFixed(0)} s, ${Math.round(written / seconds).toLocaleString("en")} a second`,
    );
  await runtime.close();
  return { url, tenantId, count: total };
};

const requestOf = (key: string, method: string, path: string, body?: object): Incoming => {
  const headers = { "x-tenant-api-key": key, ...(body && { "content-type": "application/json" }) };
  const stream = body ? Readable.from([Buffer.from(JSON.stringify(body))]) : null;
  return { method, url: `https://age.test${path}`, headers: new Headers(headers), body: stream };
};

const random = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error("there is nothing to choose from");
  return value;
};

/** Metadata like the seed's. */
export const newOrder = () => ({ orderId: `ord-${randomBytes(8).toString("hex")}`, shop: "berlin" });

const handled = async (side: Side, served: Served, request: Incoming): Promise<void> => {
  const answer = await served.handle(side.runtime.deps, request);
  if (answer.status >= 300) throw new Error(`${side.label}: ${served.contract.id} answered ${answer.body}`);
  if (served === validate && !answer.body.includes('"valid":true')) throw new Error(answer.body);
};

/** Ids from all over the history, and tokens that are good now: what the hot three are asked for. */
export const sampleOf = async ({ runtime, tenantId }: Side) => {
  const { pool, orm } = runtime.deps.db;
  // What backends ask about is still open or has just ended; rows from all of history would measure the disk.
  const ids = await pool.query<{ id: string }>(
    `select id from verification where tenant_id = $1 and mode = 'live' order by id desc limit ${SAMPLE}`,
    [tenantId],
  );
  const soon = new Date(runtime.deps.now().getTime() + 3_600_000);
  const tokens = await pool.query<{ id: string }>(
    `select id from token where expires_at > $1 and revoked_at is null order by id desc limit ${SAMPLE}`,
    [soon],
  );
  const valid = await orm.token.findMany({
    where: { id: { in: tokens.rows.map(({ id }) => id) } },
    include: { verification: { select: { mode: true } } },
  });
  return {
    ids: ids.rows.map(({ id }) => id),
    tokens: valid.map(({ verification, ...token }) => ({ token, mode: verification.mode })),
  };
};

export type Sample = Awaited<ReturnType<typeof sampleOf>>;

/** The three that every check of every tenant comes through, by the handlers that answer over HTTP. */
export const hotOf = async (side: Side, { ids, tokens }: Sample): Promise<Timed[]> => {
  const { deps } = side.runtime;
  const ctx = systemCtx(deps);
  const create = (mode: "live" | "test") =>
    inTransaction(deps.db, (db) =>
      createKey(ctx, db, { tenantId: side.tenantId, mode, name: "bench", scopes: KEY_SCOPES }),
    );
  const keys = { live: (await create("live")).value, test: (await create("test")).value };
  const jwts = await Promise.all(
    tokens.map(async ({ token, mode }) => ({ key: keys[mode], jwt: await signToken(deps, token, mode) })),
  );
  const ask = (served: Served, request: () => Incoming): Timed => ({
    name: `${served === validate ? "validate" : served === status ? "status" : "start"} ${side.label}`,
    ask: () => handled(side, served, request()),
  });
  return [
    ask(status, () => requestOf(keys.live, "GET", `/verify/status?verificationId=${random(ids)}`)),
    ask(validate, () => {
      const { key, jwt } = random(jwts);
      return requestOf(key, "POST", "/tokens/validate", { token: jwt });
    }),
    ask(start, () => requestOf(keys.live, "POST", "/verify/start", { minimumAge: 18, metadata: newOrder() })),
  ];
};
