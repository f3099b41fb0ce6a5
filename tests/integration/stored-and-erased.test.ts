import { expect, test } from "vitest";
import { ERASURES, STORED, withheldAs } from "#core/practice/stored.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { secretOf, start, submit } from "../support/http/actions.ts";
import { hostedDataCopy } from "../support/http/handlers.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { dump } from "../support/world/dump.ts";
import { BASE_URL } from "../support/world/service.ts";

// Every column that is about a check is filled, by its type: a new one too. What core/practice/stored.ts lists is then shown to
// the person, and goes.

type Column = { name: string; type: string; label: string | null };

const MARK = "marked";
const markOf = (table: string, column: string) => `${MARK}.${table}.${column}`;

/** Values that a constraint or a foreign key asks for. */
type Given = Record<string, Record<string, unknown>>;

const sampleOf = (table: string, { name, type, label }: Column, now: Date): unknown => {
  const mark = markOf(table, name);
  if (label !== null) return label;
  switch (type) {
    case "text":
      return mark;
    case "bytea":
      return Buffer.from(mark);
    case "text[]":
      return [mark];
    case "integer[]":
      return [21];
    case "jsonb":
      return { mark };
    case "boolean":
      return true;
    case "timestamp with time zone":
      return now;
    default:
      return 1;
  }
};

/** What a row cannot have beside another of its columns, by table. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  Event: ["aboutTenantId"],
  Verification: ["redactedAt"],
  Voucher: ["revokedAt"],
  WebhookDelivery: ["listenerId"],
};

const newWorld = async () => {
  const world = await createWebhookWorld();
  const { deps, clock, service } = world;
  const tenant = await world.tenant();
  const endpoint = await world.endpoint(tenant);
  const sql = (text: string, values: unknown[] = []) => deps.db.pool.query(text, values);
  const now = clock.now();
  await ensureRequestLogDays(deps.db, [now]);
  const common = { tenantId: tenant.id, mode: "live", createdAt: now, updatedAt: now } as const;
  await deps.db.orm.vendor.create({
    data: { ...common, id: "vnd_1", kind: "stripe", name: "Stripe", credentialSealed: "x" },
  });
  const client = { clientId: "c", clientAuth: "client_secret", credentialSealed: "x", preset: "age_over" };
  await deps.db.orm.identityProvider.create({
    data: { ...common, ...client, id: "idp_1", slug: "bank", name: "Bank", issuer: "https://bank.example" },
  });

  const first = await start(service.call, tenant.testKey);
  await submit(service.call, tenant.testKey, { verificationId: first.verificationId, result: "rejected" });
  const started = await start(service.call, tenant.testKey);
  const id = started.verificationId;
  const event = "evt_1";
  const later = new Date(now.getTime() + 60_000);
  const given: Given = {
    verification: {
      ...{ id, tenant_id: tenant.id, mode: "test", status: "completed", redacted_at: null, minimum_age: 18 },
      ...{ appeal_of: first.verificationId, disclosure: "age", max_attempts: 3, confidence: 0.5 },
      callback_url: `https://${MARK}.example/verification.callback_url`,
    },
    age_key_challenge: { purpose: "use" },
    event: { id: event, type: "verification.completed", about_tenant_id: null },
    // For an endpoint or for a command line, never for both.
    webhook_delivery: {
      ...{ id: "dlv_1", event_id: event, status: "delivered" },
      ...{ endpoint_id: endpoint.id, listener_id: null },
    },
    webhook_attempt: { delivery_id: "dlv_1" },
    voucher: { age_at_least: 18, age_below: 30, revoked_at: null },
    wallet_transaction: { channel: "link", status: "pending" },
    document_use: { hash: Buffer.from(markOf("document_use", "hash").padEnd(32, ".")) },
    vendor_session: { vendor_id: "vnd_1", redact_at: later },
    identity_request: { provider_id: "idp_1" },
    audit_entry: { target: markOf("token", "id") },
  };

  const columnsOf = async (table: string): Promise<Column[]> =>
    (
      await sql(
        `select a.attname as name, format_type(a.atttypid, null) as type,
          (select min(e.enumlabel::text) from pg_enum e where e.enumtypid = a.atttypid) as label
        from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
        [table],
      )
    ).rows;

  const fill = async (table: string): Promise<void> => {
    const columns = await columnsOf(table);
    const values = columns.map((column) => {
      const own = given[table] ?? {};
      if (column.name in own) return own[column.name];
      if (column.name === "verification_id") return id;
      if (column.name === "tenant_id") return tenant.id;
      return sampleOf(table, column, now);
    });
    const names = columns.map(({ name }) => `"${name}"`);
    const slots = columns.map((_, index) => `$${index + 1}`);
    if (table === "verification") {
      const kept = ["id", "tenant_id", "request_id", "secret_hash", "created_at", "expires_at"];
      const set = columns.flatMap(({ name }, index) =>
        kept.includes(name) ? [] : [[name, values[index]] as const],
      );
      const sets = set.map(([name], index) => `"${name}" = $${index + 2}`).join(", ");
      await sql(`update verification set ${sets} where id = $1`, [id, ...set.map(([, value]) => value)]);
    } else await sql(`insert into "${table}" (${names}) values (${slots})`, values);
  };

  const tables = Object.entries(ERASURES).flatMap(([model, erasure]) =>
    erasure === null || erasure.does === "keeps" ? [] : [model],
  );
  const nameOf = (model: string) => model.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  for (const model of tables) await fill(nameOf(model));
  return { ...world, tenant, id, secret: secretOf(started), tables, nameOf, sql };
};

const fieldsOf = (model: string): string[] =>
  Object.entries(STORED).flatMap(([name, items]) =>
    name === model ? items.flatMap(({ fields }) => fields.split(" ")) : [],
  );

test("the person's copy has every column that is stored, and the erasure leaves only what the receipt names", async () => {
  const { service, deps, id, secret, tenant, tables, nameOf, sql } = await newWorld();
  const answer = await hostedDataCopy(deps, new Request(`${BASE_URL}/v/${secret}/data/copy`), { secret });
  const text = await answer.text();
  const { stored, result, hasAddressHash } = JSON.parse(text);
  expect({ age: result.verifiedAge, hasAddressHash }).toEqual({ age: 1, hasAddressHash: true });
  expect(Object.keys(stored).toSorted()).toEqual(tables.toSorted());
  for (const model of tables) {
    // The lines that the test's own requests leave in the log are written when they are: any of them may come first.
    const missingIn = (row: Record<string, unknown>) =>
      fieldsOf(model).filter((field) => row[field] === null || row[field] === undefined);
    const rows: Record<string, unknown>[] = stored[model];
    const [row = {}] = rows.toSorted((a, b) => missingIn(a).length - missingIn(b).length);
    expect(missingIn(row), model).toEqual(ABSENT[model] ?? []);
    for (const field of fieldsOf(model)) {
      const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const withheld = withheldAs(model, field);
      if (withheld !== null) expect([model, field, row[field]]).toEqual([model, field, `(${withheld})`]);
      if (withheld !== null) expect(text).not.toContain(markOf(nameOf(model), column));
    }
  }

  const before = await dump(service);
  for (const model of tables) expect(before, model).toContain(`${MARK}.${nameOf(model)}.`);
  await sql("update webhook_delivery set next_attempt_at = now() - interval '1 day'");
  const erased = await service.call("POST", "/verify/redact", {
    key: tenant.testKey,
    body: { verificationId: id },
  });
  expect(erased.status, erased.text).toBe(200);
  const left = (await dump(service)).split("\n").filter((line) => line.includes(MARK));
  // A vendor is asked first, and a line of the log and an entry of the audit trail stay without the check.
  const stays =
    /^(public\.(audit_entry|vendor_session|request_log)|request_log_days\.day_\d+) |^marked\.vendor_session\./;
  expect(left.filter((line) => !stays.test(line))).toEqual([]);
  expect(left.filter((line) => line.includes(id) && !line.startsWith("public.vendor_session "))).toEqual([]);
});
