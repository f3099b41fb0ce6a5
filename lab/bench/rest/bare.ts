// The work of the three hot addresses by hand, on node:http and pg alone: no routes, no validation beyond what the work
// needs, no error answers. `node bare.ts` takes what a service takes from its environment and answers on PORT.
import cluster from "node:cluster";
import { createHash, createHmac, createPublicKey, createSecretKey, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Redis } from "ioredis";
import { Pool } from "pg";
import type { Mode } from "../../../src/core/verification.ts";
import { TOKEN_BY_ID, VERIFICATION_START, VERIFICATION_STATE } from "../../../src/data/sql/requests.ts";
import { startValues } from "../start-values.ts";

const { DATABASE_URL, REDIS_URL, KEY_PEPPER = "", TOKEN_SIGNING_KEYS = "[]" } = process.env;
const { PORT, PROCESSES = "1" } = process.env;
// As a key that is made once: Node makes one of bytes each time.
const pepperKey = createSecretKey(Buffer.from(KEY_PEPPER, "base64"));
const [{ d: _private, ...jwk }] = JSON.parse(TOKEN_SIGNING_KEYS);
const publicKey = createPublicKey({ key: jwk, format: "jwk" });
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const redis = REDIS_URL === undefined ? null : new Redis(REDIS_URL);

type Key = { keyId: string; tenantId: string; mode: Mode; untilMs: number };
const keys = new Map<string, Key>();
const MINUTE_MS = 60_000;
type Count = { window: number; current: number; previous: number };
const counts = new Map<string, Count>();
type Line = [id: string, requestId: string, time: Date, tenantId: string, url: string, ms: number];
let lines: Line[] = [];

const newId = (): string => createHash("sha1").update(randomBytes(16)).digest("hex").slice(0, 26);

const writeLines = (): void => {
  const columns = (lines[0] ?? []).map((_, index) => lines.map((line) => line[index]));
  if (columns.length === 0) return;
  lines = [];
  void pool.query({
    name: "lines",
    text: `insert into request_log (id, request_id, time, tenant_id, method, url, status, duration_ms, event)
      select id, request_id, time, tenant_id, 'GET', url, 200, ms, 'bare'
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::float8[])
        as line (id, request_id, time, tenant_id, url, ms)`,
    values: columns,
  });
};
setInterval(writeLines, 200);

const keyOf = async (text: string): Promise<Key> => {
  const hash = createHmac("sha256", pepperKey).update(text).digest();
  const name = hash.toString("base64url");
  const known = keys.get(name);
  if (known && known.untilMs > Date.now()) return known;
  const { rows } = await pool.query("select id, tenant_id, mode from api_key where hash = $1", [hash]);
  const [{ id, tenant_id, mode }] = rows;
  const key = { keyId: id, tenantId: tenant_id, mode, untilMs: Date.now() + 5_000 };
  keys.set(name, key);
  return key;
};

const countHere = (tenantId: string, window: number): Count => {
  const last = counts.get(tenantId);
  const count = last?.window === window ? last : { window, current: 0, previous: last?.current ?? 0 };
  count.current += 1;
  counts.set(tenantId, count);
  return count;
};

const countInRedis = async (store: Redis, tenantId: string, window: number): Promise<Count> => {
  const named = `bare:${tenantId}:`;
  const answers = await store
    .pipeline()
    .incr(named + window)
    .get(named + (window - 1))
    .exec();
  const [current = 0, previous = 0] = (answers ?? []).map(([, value]) => Number(value ?? 0));
  return { window, current, previous };
};

// As the service does: processes without a Redis are counted by the one that started them.
const asked = new Map<string, (count: Count) => void>();
process.on("message", ({ id, count }: { id: string; count: Count }) => {
  asked.get(id)?.(count);
  asked.delete(id);
});
const countForMe = (tenantId: string, window: number): Promise<Count> =>
  new Promise((resolve) => {
    const id = newId();
    asked.set(id, resolve);
    process.send?.({ id, tenantId, window });
  });

/** The sliding window of the service: two fixed windows, of which the older one weighs as much as it still covers. */
const remaining = async (tenantId: string, limit: number): Promise<number> => {
  const window = Math.floor(Date.now() / MINUTE_MS);
  const { current, previous } = redis
    ? await countInRedis(redis, tenantId, window)
    : await (cluster.isWorker ? countForMe : countHere)(tenantId, window);
  return limit - current - Math.floor(previous * (1 - (Date.now() % MINUTE_MS) / MINUTE_MS));
};

const bodyOf = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
};

const validate = async (key: Key, request: IncomingMessage): Promise<object> => {
  const [head = "", claims = "", signature = ""] = (await bodyOf(request)).token?.split(".") ?? [];
  const isOurs = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { jti, aud } = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (!isOurs || aud !== key.tenantId) return { valid: false, over18: false };
  const { name, text } = TOKEN_BY_ID;
  const { rows } = await pool.query({ name, text, values: [jti, key.tenantId, key.mode] });
  const [{ over18, verificationId, verifiedAge, minimumAge, expiresAt }] = rows;
  return { valid: true, over18, verificationId, verifiedAge, minimumAge, expiresAt };
};

const status = async (key: Key, request: IncomingMessage): Promise<object> => {
  const id = new URL(request.url ?? "", "http://bare").searchParams.get("verificationId");
  const { name, text } = VERIFICATION_STATE;
  const { rows } = await pool.query({ name, text, values: [id, key.tenantId] });
  const [{ status: state, created_at: createdAt, verified, verified_age: verifiedAge }] = rows;
  return { verificationId: id, status: state, createdAt, result: { verified, verifiedAge } };
};

const start = async (key: Key, request: IncomingMessage): Promise<object> => {
  const minimumAge = Number((await bodyOf(request)).minimumAge);
  const id = `ver_${newId()}`;
  const secret = `vs_${randomBytes(32).toString("base64url")}`;
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const hash = createHmac("sha256", pepperKey).update(secret).digest();
  const values = startValues({
    id,
    tenantId: key.tenantId,
    mode: key.mode,
    requestId: newId(),
    secretHash: hash,
    minimumAge,
    createdAt: now,
    expiresAt,
  });
  const { name, text } = VERIFICATION_START;
  await pool.query({ name, text, values });
  const redirectUrl = `https://age.test/v/${secret}`;
  return { verificationId: id, status: "pending", redirectUrl, config: { minimumAge, expiresAt } };
};

const WORK: Record<string, typeof start> = {
  "/verify/start": start,
  "/verify/status": status,
  "/tokens/validate": validate,
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const startedMs = performance.now();
  const [path = ""] = request.url?.split("?") ?? [];
  const work = WORK[path];
  if (!work) return void response.writeHead(404).end();
  const key = await keyOf(String(request.headers["x-tenant-api-key"]));
  const left = await remaining(key.tenantId, 100_000_000);
  const body = JSON.stringify(await work(key, request));
  const requestId = `req_${newId()}`;
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-request-id": requestId,
    ratelimit: `"minute";r=${left}`,
  });
  response.end(body);
  lines.push([`log_${newId()}`, requestId, new Date(), key.tenantId, path, performance.now() - startedMs]);
  if (lines.length >= 500) writeLines();
};

if (cluster.isPrimary && PROCESSES !== "1") {
  cluster.on("message", (worker, { id, tenantId, window }) =>
    worker.send({ id, count: countHere(tenantId, window) }),
  );
  for (let i = 0; i < Number(PROCESSES); i += 1) cluster.fork();
} else createServer((request, response) => void answer(request, response)).listen(Number(PORT), "127.0.0.1");
