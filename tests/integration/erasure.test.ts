import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { firstIdAt } from "#core/day.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { countDay, readDays, writeDay } from "#data/verifications/verification-days.ts";
import { claimInOrder } from "#data/webhooks/webhook-claims.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { createRest } from "#server/rest.ts";
import { purgeExpiredData } from "#services/erasure/retention.ts";
import { LEASE_MS } from "#worker/deliver-webhooks.ts";
import { approvedToken, complete, start, statusOf, submit, validate } from "../support/http/actions.ts";
import { response } from "../support/webhooks/fake-sender.ts";
import { LOOPBACK_ENV, startTlsPair } from "../support/webhooks/tls-world.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { dump } from "../support/world/dump.ts";
import { eventually } from "../support/world/eventually.ts";

const SCRIPT = fileURLToPath(new URL("../../docs/examples/verify-erasure-log.mjs", import.meta.url));

const newWorld = async (options: Parameters<typeof createWebhookWorld>[0] = {}) => {
  const world = await createWebhookWorld(options);
  const tenant = await world.tenant();
  const { call } = world.service;
  const redact = (verificationId: string, key = tenant.testKey, headers = {}) =>
    call("POST", "/verify/redact", { key, body: { verificationId }, headers });
  const receipt = (verificationId: string, key = tenant.testKey) =>
    call("GET", `/verify/receipt?verificationId=${verificationId}`, { key });
  const sql = (text: string, values: unknown[] = []) => world.deps.db.pool.query(text, values);
  /** Every event, those that must be asked for too. */
  const endpointForAll = async (host?: string) => {
    const made = await world.endpoint(tenant, host);
    await sql(
      `update webhook_endpoint set events = '{verification.completed,verification.failed,verification.expired,verification.redacted}'`,
    );
    return made;
  };
  return { ...world, newTenant: world.tenant, tenant, call, redact, receipt, sql, endpointForAll };
};

type World = Awaited<ReturnType<typeof newWorld>>;

/** A finished verification with something in every place that can hold something about it, each with a word of its own. */
const planted = async ({ call, tenant, sql, deps, deliverDue }: World, word: string) => {
  const { verificationId: id } = await start(
    call,
    tenant.testKey,
    {
      metadata: { order: `${word}-metadata` },
      callback_url: `https://shop.example/${word}-callback`,
      ip: "203.0.113.9",
      locale: "de-CH",
    },
    { headers: { "idempotency-key": `${word}-start` } },
  );
  const { token } = await complete(call, tenant.testKey, {
    verificationId: id,
    verifiedAge: 87,
    confidence: 0.625,
    documentType: `${word}_document`,
  });
  await deliverDue();
  const bytes = (place: string) => Buffer.from(`${word}-${place}`.padEnd(32, "."));
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const at = names.map((_, i) => `$${i + 1}`).join(", ");
    return sql(`insert into ${table} (${names.join(", ")}) values (${at})`, Object.values(row));
  };
  const now = deps.now();
  const ours = { verification_id: id, tenant_id: tenant.id };
  const times = { created_at: now, expires_at: now };
  await sql(
    `update verification set reason = $2, assurance = $3, policy_id = $4, policy_place = $5, closed_methods = $6 where id = $1`,
    [id, `${word}-reason`, `${word}-assurance`, `${word}-policy`, `${word}-place`, [`${word}-closed`]],
  );
  await insert("method_attempt", {
    ...ours,
    id: `${word}-attempt`,
    number: 1,
    method: `${word}-tried`,
    finding: `${word}-finding`,
    reason: `${word}-why`,
    duration_ms: 1,
    created_at: now,
  });
  await insert("handoff", { ...ours, ...times, id: `${word}-handoff`, code_hash: bytes("phone") });
  await insert("return_code", { ...ours, ...times, code_hash: bytes("code") });
  await insert("wallet_transaction", {
    ...ours,
    ...times,
    id: `${word}-wallet`,
    channel: "qr",
    credential_type: `${word}-credential`,
    expectations_sealed: `${word}-expectations`,
  });
  await insert("subject_use", { ...ours, ...times, hash: bytes("subject") });
  await insert("document_use", { ...ours, expires_at: now, hash: bytes("used") });
  await insert("idempotency_record", {
    scope: word,
    key_hash: bytes("key"),
    request_hash: bytes("request"),
    answer: `${word}-answer`,
    verification_id: id,
    created_at: now,
  });
  const grant = bytes("grant");
  await insert("oidc_artifact", {
    ...times,
    id_hash: grant,
    kind: "Grant",
    payload_sealed: `${word}-payload`,
    verification_id: id,
  });
  await insert("oidc_artifact", {
    ...times,
    id_hash: bytes("access"),
    kind: "AccessToken",
    grant_hash: grant,
    payload_sealed: `${word}-access`,
  });
  await insert("voucher", {
    ...ours,
    ...times,
    id: `vch_of_${word}`,
    code_hash: Buffer.from(`voucher of ${word}`),
    age_at_least: 18,
    issued_by: "mem_x",
    used_at: now,
  });
  await sql(
    `insert into request_log (id, time, request_id, tenant_id, method, url, status, duration_ms, event, verification_id)
    values ($1, $2, 'req_x', $3, 'GET', '/verify/status', 200, 1, 'verify.status', $4)`,
    [`log_of_${word}`, now, tenant.id, id],
  );
  await sql(
    `update webhook_attempt set response = $2 where delivery_id in
      (select d.id from webhook_delivery d join event e on e.id = d.event_id where e.verification_id = $1)`,
    [id, `${word}-response`],
  );
  const { rows: had } = await sql(
    `select t.id as token, d.id as delivery from token t, webhook_delivery d join event e on e.id = d.event_id
    where t.verification_id = $1 and e.verification_id = $1`,
    [id],
  );
  const [{ token: tokenId, delivery }] = had;
  const entry = (action: string, target: string, changes: object) =>
    insert("audit_entry", {
      id: `aud_${action}_${target.startsWith("tok_purged") ? "purged" : "kept"}_of_${word}`,
      tenant_id: tenant.id,
      actor: "member:mem_x",
      action,
      target,
      changes,
      request_id: "req_x",
      created_at: now,
    });
  await entry("token.revoke", tokenId, { verificationId: id });
  // Of a token that was purged a day after it expired.
  await entry("token.revoke", `tok_purged_of_${word}`, { verificationId: id });
  await entry("webhook_delivery.retry", delivery, {});
  return { id, token, names: [tokenId, delivery, `tok_purged_of_${word}`] };
};

const WORDS = [
  "metadata",
  "callback",
  "reason",
  "assurance",
  "policy",
  "place",
  "closed",
  "attempt",
  "tried",
  "finding",
  "why",
  "handoff",
  "phone",
  "code",
  "wallet",
  "credential",
  "expectations",
  "subject",
  "used",
  "answer",
  "payload",
  "access",
  "response",
];

describe("an erasure", () => {
  test("leaves nothing in any table, and nothing of others is touched", async () => {
    const world = await newWorld();
    await ensureRequestLogDays(world.deps.db, [world.clock.now()]);
    await world.endpointForAll();
    const gone = await planted(world, "kestrel");
    const other = await planted(world, "plover");
    const before = await dump(world.service);
    for (const word of [...WORDS.map((place) => `kestrel-${place}`), "kestrel_document", "0.625", "de-CH"])
      expect(before, word).toContain(word);

    const answer = await world.redact(gone.id);
    expect(answer.status, answer.text).toBe(200);

    const after = await dump(world.service);
    expect(after).not.toMatch(/kestrel[-_]/);
    const { rows } = await world.sql("select * from verification where id = $1", [gone.id]);
    const filled = Object.entries(rows[0]).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    );
    expect(filled.map(([name]) => name).sort()).toEqual(
      [
        "attempts",
        "created_at",
        "disclosure",
        "expires_at",
        "holds_reference",
        "id",
        "max_attempts",
        "minimum_age",
        "mode",
        "redacted_at",
        "request_id",
        "secret_hash",
        "status",
        "tenant_id",
        "uncounted",
        "voucher_tries",
      ].sort(),
    );
    expect(rows[0].holds_reference).toBe(false);
    for (const name of gone.names) expect(after).not.toContain(name);
    const naming = after.split("\n").filter((line) => line.includes(gone.id));
    expect(new Set(naming.map((line) => line.split(" ")[0]))).toEqual(
      new Set(["public.verification", "public.event", "public.audit_entry", "public.erasure_receipt"]),
    );
    // A line of the other one is there again, byte for byte.
    const lines = new Set(after.split("\n"));
    const ofOther = before.split("\n").filter((line) => line.includes("plover") || line.includes(other.id));
    expect(ofOther.length).toBeGreaterThan(15);
    expect(ofOther.filter((line) => !lines.has(line))).toEqual([]);
    expect(await validate(world.call, world.tenant.testKey, other.token)).toMatchObject({ valid: true });
    expect(await validate(world.call, world.tenant.testKey, gone.token)).toEqual({
      valid: false,
      over18: false,
      reason: "TOKEN_NOT_FOUND",
    });
    expect(await statusOf(world.call, world.tenant.testKey, gone.id)).toEqual({
      verificationId: gone.id,
      status: "completed",
      createdAt: expect.any(String),
      redactedAt: answer.body.redactedAt,
    });
  });

  test("is refused while the verification is open, and to everyone else", async () => {
    const world = await newWorld();
    const { verificationId } = await start(world.call, world.tenant.testKey);
    expect((await world.redact(verificationId)).body.code).toBe("VERIFICATION_NOT_FINAL");
    expect((await world.receipt(verificationId)).body.code).toBe("VERIFICATION_NOT_REDACTED");
    await submit(world.call, world.tenant.testKey, { verificationId, result: "approved" });
    const other = await world.newTenant();
    for (const key of [other.testKey, world.tenant.liveKey]) {
      for (const id of [verificationId, "ver_01k9zzzzzzzzzzzzzzzzzzzzzz", "nothing"]) {
        const refused = await world.redact(id, key);
        expect([refused.status, refused.body.code]).toEqual([404, "VERIFICATION_NOT_FOUND"]);
        expect((await world.receipt(id, key)).body.code).toBe("VERIFICATION_NOT_FOUND");
      }
    }
    expect(await statusOf(world.call, world.tenant.testKey, verificationId)).toHaveProperty("result");
    expect((await world.redact(verificationId)).status).toBe(200);
  });

  test("that is repeated, at once or later, answers with the first receipt", async () => {
    const world = await newWorld();
    const [id = ""] = await world.events(world.tenant);
    const answers = await Promise.all([world.redact(id), world.redact(id), world.redact(id)]);
    world.clock.advance({ days: 3 });
    answers.push(await world.redact(id), await world.receipt(id));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { rows } = await world.sql("select count(*)::int as receipts from erasure_receipt");
    expect(rows).toEqual([{ receipts: 1 }]);
  });

  test("and retention at the same moment wait for each other, and erase everything once", async () => {
    const world = await newWorld();
    await world.endpointForAll();
    const ids = await world.events(world.tenant, 12);
    await world.deliverDue();
    world.clock.advance({ days: 91 });
    const purges = Array.from({ length: 4 }, () => purgeExpiredData(systemCtx(world.deps), 3));
    const erasures = ids.map((id) => world.redact(id));
    await Promise.all(purges);
    const answers = await Promise.all(erasures);
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.receipt)).size).toBe(ids.length);
    const { rows } = await world.sql(
      "select count(*)::int as kept from verification where metadata is not null",
    );
    expect(rows).toEqual([{ kept: 0 }]);
    const { run } = await published(world);
    expect(await run()).toMatch(/^\d+ receipts, unbroken$/);
  });

  test("of an overdue verification that the worker has not seen expires it first", async () => {
    const world = await newWorld();
    const { verificationId } = await start(world.call, world.tenant.testKey);
    world.clock.advance({ hours: 2 });
    expect((await world.redact(verificationId)).status).toBe(200);
    expect(await statusOf(world.call, world.tenant.testKey, verificationId)).toMatchObject({
      status: "expired",
    });
  });

  test("keeps what it counts as, in today's figures and in the day's", async () => {
    const world = await newWorld();
    const { deps, tenant, call, clock } = world;
    const ids = await world.events(tenant, 2);
    const { verificationId } = await start(call, tenant.testKey);
    await submit(call, tenant.testKey, { verificationId, result: "rejected" });
    await approvedToken(call, tenant.testKey);
    const day = new Date("2026-03-01T00:00:00Z");
    clock.advance({ hours: 1 });
    const count = () => countDay(deps.db, tenant.id, day, clock.now());
    const before = await count();
    expect(before).toMatchObject([{ started: 4, approved: 3, rejected: 1 }]);
    for (const id of [...ids, verificationId]) expect((await world.redact(id)).status).toBe(200);
    expect(await count()).toEqual(before);
    const next = new Date("2026-03-02T00:00:00Z");
    const idsOfDay = {
      day,
      fromId: firstIdAt("verification", day),
      beforeId: firstIdAt("verification", next),
    };
    for (let twice = 0; twice < 2; twice += 1) await writeDay(deps.db, tenant.id, idsOfDay, clock.now());
    expect(await readDays(deps.db.orm, tenant.id, day, day)).toEqual(before);
    expect(await deps.db.orm.verificationErased.count()).toBe(0);
  });
});

describe("webhooks of an erased verification", () => {
  test("a delivery under way is waited for; afterwards no delivery carries data", async () => {
    const world = await newWorld();
    const { clock, deps, sender, sql } = world;
    await world.endpointForAll();
    clock.set(new Date());
    const [id = ""] = await world.events(world.tenant);
    const now = clock.now();
    const claimed = await claimInOrder(deps.db, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      limit: 9,
      skipEndpoints: [],
    });
    expect(claimed).toHaveLength(1);
    const refused = await world.redact(id);
    expect([refused.status, refused.body.code]).toEqual([409, "DELIVERY_IN_PROGRESS"]);
    expect(refused.headers.get("retry-after")).toBe("15");
    expect(await statusOf(world.call, world.tenant.testKey, id)).toHaveProperty("result");
    await sql("update webhook_delivery set next_attempt_at = now() - interval '1 second'");
    expect((await world.redact(id)).status).toBe(200);
    await world.deliverDue();
    const bodies = sender.sent.map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([
      {
        event: "verification.redacted",
        request_id: expect.any(String),
        timestamp: now.toISOString(),
        redacted_at: now.toISOString(),
        metadata: {},
      },
    ]);
    const { rows } = await sql("select type from event");
    expect(rows).toEqual([{ type: "verification.redacted" }]);
  });

  test("none is left to tell when the check ended, nor that a webhook said so", async () => {
    const world = await newWorld();
    const { clock, call, tenant, sql } = world;
    await ensureRequestLogDays(world.deps.db, [world.clock.now()]);
    await world.endpointForAll();
    clock.set(new Date("2026-03-01T10:11:12.345Z"));
    const { verificationId } = await start(call, tenant.testKey);
    clock.set(new Date("2026-03-01T10:17:53.731Z"));
    await complete(call, tenant.testKey, { verificationId, verifiedAge: 30 });
    await world.deliverDue();
    clock.set(new Date("2026-03-01T11:02:03.004Z"));
    const ending = async () =>
      (await dump(world.service))
        .split("\n")
        // A line of the log names no check any more, and an endpoint's own times are of no check.
        .filter(
          (line) =>
            /17:53[.:]?731/.test(line) &&
            !/^(request_log_days|public\.(request_log|api_key|webhook_endpoint))/.test(line),
        );
    expect((await ending()).length).toBeGreaterThan(3);
    expect((await world.redact(verificationId)).status).toBe(200);
    await world.deliverDue();
    expect(await ending()).toEqual([]);
    const { rows } = await sql("select last_status, created_at from webhook_delivery");
    expect(rows).toEqual([{ last_status: 200, created_at: clock.now() }]);
  });

  test("what a receiver answers to the erasure is not kept", async () => {
    const world = await newWorld();
    await world.endpointForAll();
    world.sender.answerWith(() => ({ ...response(), responseSnippet: "deleted Jane Roe" }));
    const [id = ""] = await world.events(world.tenant);
    await world.deliverDue();
    expect(await dump(world.service)).toContain("Jane Roe");
    await world.redact(id);
    await world.deliverDue();
    expect(world.sender.sent).toHaveLength(2);
    expect(await dump(world.service)).not.toContain("Jane Roe");
  });

  test("a receiver that holds the answer back delays the receipt, and hears nothing of the person after it", async () => {
    const now = () => new Date();
    const world = await newWorld({ env: LOOPBACK_ENV, overrides: { now } });
    const { receiver, sender, host } = await startTlsPair(now);
    await world.endpointForAll(host);
    let answer = (): void => {};
    receiver.answerWith((_request, response) => {
      answer = () => response.end();
    });
    const [id = ""] = await world.events(world.tenant);
    world.deliverer(sender);
    const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
    await eventually(bodies).toEqual([expect.objectContaining({ metadata: { order: "o1" } })]);
    const early = await world.redact(id);
    expect([early.status, early.body.code]).toEqual([409, "DELIVERY_IN_PROGRESS"]);
    receiver.answerWith((_request, response) => void response.end());
    answer();
    await eventually(async () => (await world.redact(id)).status).toBe(200);
    await eventually(() => bodies().length).toBe(2);
    expect(bodies()[1]).toMatchObject({ event: "verification.redacted", metadata: {} });
    const states = async () => (await world.deliveries()).map(({ status }) => status);
    await eventually(states).toEqual(["delivered"]);
  });

  test("endpoints that name no events get what they got before", async () => {
    const world = await newWorld();
    await world.endpoint(world.tenant);
    const [id = ""] = await world.events(world.tenant);
    await world.deliverDue();
    await world.redact(id);
    await world.deliverDue();
    expect(world.sender.sent.map(({ body }) => JSON.parse(body).event)).toEqual(["verification.completed"]);
  });
});

/** The log as everyone sees it, and what the example script says of it as a process of its own. */
const published = async ({ deps }: World) => {
  const answer = createRest(deps);
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = (...more: string[]): Promise<string> =>
    promisify(execFile)(process.execPath, [SCRIPT, url, ...more]).then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => /Error: .*|ERR_\w+/.exec(error.stderr)?.[0] ?? error.stderr,
    );
  return { url, run };
};

const textOf = (value: unknown): string => String(value);

describe("receipts", () => {
  test("say what was erased and to nobody whose it was; the script with jose alone believes them", async () => {
    const world = await newWorld();
    const ids = await world.events(world.tenant, 3);
    const given = [];
    for (const id of ids) given.push((await world.redact(id)).body);
    const [first, second] = given;
    const jws = textOf(second?.receipt);
    expect(decodeProtectedHeader(jws)).toEqual({
      alg: "ES256",
      kid: expect.any(String),
      typ: "erasure-receipt+jwt",
    });
    expect(decodeJwt(jws)).toEqual({
      iss: "https://age.test",
      jti: expect.stringMatching(/^rcp_/),
      iat: Math.floor(world.clock.now().getTime() / 1000),
      number: 2,
      subject_hash: expect.any(String),
      cause: "request",
      erased: expect.arrayContaining([{ category: "verification" }, { category: "events" }]),
      kept: expect.arrayContaining(["verification_id", "status", "counted_units"]),
      prev: expect.any(String),
    });
    const { run, url } = await published(world);
    const log = await (await fetch(`${url}/.well-known/erasure-log?limit=2`)).text();
    for (const told of [...ids, world.tenant.id, textOf(first?.salt)]) expect(log).not.toContain(told);
    const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
    expect(JSON.parse(log)).toMatchObject({ hashes: [hashOf(textOf(first?.receipt)), hashOf(jws)], next: 2 });
    expect(await run()).toBe("3 receipts, unbroken");
    const about = (id: string | undefined) => run(jws, textOf(second?.salt), textOf(id));
    expect(await about(ids[1])).toBe("3 receipts, unbroken");
    expect(await about(ids[0])).toContain("about another verification");
  });

  test("an edited one is found, and one that was taken out or replaced, wherever it stood", async () => {
    const world = await newWorld();
    const ids = await world.events(world.tenant, 3);
    const given = [];
    for (const id of ids) given.push((await world.redact(id)).body);
    const { run } = await published(world);
    const [head, , signature] = textOf(given[1]?.receipt).split(".");
    const claims = { ...decodeJwt(textOf(given[1]?.receipt)), cause: "retention" };
    const edited = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    expect(await run(edited, textOf(given[1]?.salt), textOf(ids[1]))).toContain("ERR_JWS");
    for (const number of [1, 2, 3]) {
      await world.sql("create table away as select * from erasure_receipt where number = $1", [number]);
      await world.sql("delete from erasure_receipt where number = $1", [number]);
      expect(await run()).toContain("the log has 2 receipts, and its head says 3");
      await world.sql("update erasure_chain set count = 2");
      expect(await run()).toContain("not those that the head signs");
      await world.sql("update erasure_chain set count = 3");
      await world.sql("insert into erasure_receipt select * from away");
      await world.sql("update erasure_receipt set hash = reverse(hash) where number = $1", [number]);
      expect(await run()).toContain("not those that the head signs");
      await world.sql("update erasure_receipt r set hash = a.hash from away a where r.number = a.number");
      await world.sql("drop table away");
    }
    expect(await run()).toBe("3 receipts, unbroken");
  });

  test("a head that someone kept shows a chain that was begun again, also one of before the log had hashes", async () => {
    const world = await newWorld();
    const [first = "", second = "", third = ""] = await world.events(world.tenant, 3);
    await world.redact(first);
    await world.redact(second);
    const { run, url } = await published(world);
    const { head } = await (await fetch(`${url}/.well-known/erasure-log`)).json();
    await world.redact(third);
    expect(await run("--head", head)).toBe("3 receipts, unbroken");
    await world.sql("update erasure_receipt set hash = reverse(hash) where number = 1");
    await world.sql(
      `update erasure_chain set root = (
        select erasure_root(erasure_root(erasure_root(null, a.hash), b.hash), c.hash)
        from erasure_receipt a, erasure_receipt b, erasure_receipt c where a.number = 1 and b.number = 2 and c.number = 3)`,
    );
    expect(await run()).toBe("3 receipts, unbroken");
    expect(await run("--head", head)).toContain("a receipt was changed after the kept head");
  });

  test("the log tells nobody who knows the second how a check went, nor by which method", async () => {
    const logOf = async (end: (world: World, id: string) => Promise<unknown>) => {
      const world = await newWorld();
      const { verificationId } = await start(world.call, world.tenant.testKey);
      await end(world, verificationId);
      const { body } = await world.redact(verificationId);
      const { url } = await published(world);
      const log = await (await fetch(`${url}/.well-known/erasure-log`)).json();
      const { head, keys, hashes, ...more } = log;
      expect(more).toEqual({});
      expect(keys).toHaveLength(1);
      // The receipt's hash alone: 256 random bits of salt and a signature stand between it and what it says.
      expect(hashes).toEqual([createHash("sha256").update(textOf(body.receipt)).digest("base64url")]);
      const { last, root, ...said } = decodeJwt(head);
      const { prev, subject_hash, jti, ...receipt } = decodeJwt(textOf(body.receipt));
      return { said, receipt };
    };
    const approved = await logOf(async ({ call, tenant, sql }, verificationId) => {
      await complete(call, tenant.testKey, { verificationId, verifiedAge: 30 });
      await sql(
        `insert into voucher (id, tenant_id, code_hash, age_at_least, issued_by, created_at, expires_at, used_at, verification_id)
        values ('vch_x', $1, '\\x00', 18, 'mem_x', now(), now(), now(), $2)`,
        [tenant.id, verificationId],
      );
    });
    const rejected = await logOf(({ call, tenant }, verificationId) =>
      submit(call, tenant.testKey, { verificationId, result: "rejected" }),
    );
    expect(approved).toEqual(rejected);
  });

  test("and tokens never pass for each other", async () => {
    const world = await newWorld();
    const { call, tenant } = world;
    const { verificationId, token } = await approvedToken(call, tenant.testKey);
    const { body } = await world.redact(verificationId);
    expect(await validate(call, tenant.testKey, textOf(body.receipt))).toEqual({
      valid: false,
      over18: false,
      reason: "TOKEN_INVALID",
    });
    const { keys: tokenKeys } = (await call("GET", "/.well-known/jwks.json")).body as {
      keys: { kid: string }[];
    };
    const log = (await call("GET", "/.well-known/erasure-log")).body as {
      keys: { kid: string; d?: string }[];
    };
    const kids = new Set(tokenKeys.map(({ kid }) => kid));
    expect(log.keys).toHaveLength(1);
    expect(log.keys.filter(({ kid, d }) => kids.has(kid) || d !== undefined)).toEqual([]);
    const { run } = await published(world);
    expect(await run(textOf(token), textOf(body.salt), verificationId)).toContain("ERR_JWKS_NO_MATCHING_KEY");
  });

  test("of retention count what was erased, one for each run and tenant", async () => {
    const world = await newWorld();
    await world.events(world.tenant, 3);
    const second = await world.newTenant();
    await world.events(second, 2);
    const idle = await world.newTenant();
    world.clock.advance({ days: 91 });
    for (let runs = 0; runs < 2; runs += 1) await purgeExpiredData(systemCtx(world.deps), 100);
    const { rows } = await world.sql("select tenant_id, jws from erasure_receipt");
    const told = new Map(rows.map(({ tenant_id, jws }) => [tenant_id, decodeJwt(jws)]));
    const erased = (count: number) => ({
      cause: "retention",
      erased: [
        { category: "start_data", rows: count },
        { category: "events", rows: count },
      ],
    });
    expect(rows).toHaveLength(2);
    expect(told.get(world.tenant.id)).toMatchObject(erased(3));
    expect(told.get(second.id)).toMatchObject(erased(2));
    expect(told.has(idle.id)).toBe(false);
    const { run } = await published(world);
    expect(await run()).toBe("2 receipts, unbroken");
  });
});
