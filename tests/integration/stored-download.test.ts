import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { storedPage } from "#console/verifications/stored-page.ts";
import { ERASURES, STORED, withheldAs } from "#core/practice/stored.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { SOME_CONNECTIONS } from "../support/world/service.ts";

const service = consoleForFile({ env: SOME_CONNECTIONS });
let tenant = { id: "", liveKey: "" };

beforeAll(async () => {
  const { deps, tenant: newTenant } = service.get();
  tenant = await newTenant({ plan: "scale" });
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "owner" });
  await knownPerson({ deps }, "cyd", { tenantId: tenant.id, role: "viewer" });
});

const as = async (subject: string, path: string, input: unknown) => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId: tenant.id });
};

const downloaded = z.strictObject({
  verificationId: z.string(),
  downloadedAt: z.date(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  reference: z.string().nullable(),
  hidesMethod: z.boolean(),
  explained: z.record(z.string(), z.string()),
  stored: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

const ended = async (): Promise<string> => {
  const { call } = service.get();
  const { verificationId } = await start(call, tenant.liveKey, {
    metadata: { order: "A-1042" },
    reference: "ref-1",
  });
  await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  return verificationId;
};

const download = async (verificationId: string) =>
  downloaded.parse((await as("ada", "verifications.download", { verificationId })).data);

const audited = () =>
  service.get().deps.db.orm.auditEntry.findMany({
    where: { tenantId: tenant.id, action: "verifications.download" },
    select: { target: true, actor: true },
  });

test("a member downloads all that is stored about a verification, and the audit trail says so", async () => {
  const verificationId = await ended();
  const { metadata, reference, hidesMethod, stored } = await download(verificationId);
  expect({ metadata, reference, hidesMethod }).toEqual({
    metadata: { order: "A-1042" },
    reference: "ref-1",
    hidesMethod: false,
  });
  expect(stored.Verification).toMatchObject([{ id: verificationId, verifiedAge: 30, method: "tenant" }]);
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(["Verification", "Token", "Event"]));
  expect(await audited()).toEqual([{ target: verificationId, actor: expect.stringMatching(/^member:mem_/) }]);
});

// Every table whose rows name a check, as core/practice/stored.ts has them.
const ABOUT_CHECKS = Object.entries(STORED).filter(([table]) =>
  Object.entries(ERASURES).some(([name, erasure]) => name === table && erasure !== null),
);

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

type ColumnOfTable = { column: string; type: string; kind: string };

/** Text of its own for each column; other types get any value that fits. */
const valueFor = async (table: string, { column, type, kind }: ColumnOfTable): Promise<unknown> => {
  const word = `word-${table}-${column}-`;
  const { rows } = await service
    .get()
    .deps.db.pool.query<{ label: string }>(
      "select enumlabel as label from pg_enum e join pg_type t on t.oid = e.enumtypid where t.typname = $1 limit 1",
      [kind],
    );
  const [choice] = rows;
  if (choice) return choice.label;
  if (type === "ARRAY") return kind === "_text" ? [word] : [18];
  if (type === "bytea") return Buffer.from(word.padEnd(32, ".").slice(0, 32));
  if (type === "jsonb" || type === "json") return JSON.stringify({ [word]: word });
  if (type === "boolean") return true;
  if (type.startsWith("timestamp") || type === "date") return service.get().deps.now();
  return type === "text" || type === "character varying" ? word : 7;
};

/** Fills every column of every table that names a check, each with a value that can be told apart. */
const plantedEverywhere = async (verificationId: string): Promise<void> => {
  const { db, now } = service.get().deps;
  await ensureRequestLogDays(db, [now()]);
  const client = await db.pool.connect();
  try {
    // Rows that no code would write, so without foreign keys and, in this file's own database, without checks.
    await client.query("set session_replication_role = replica");
    const { rows: checks } = await client.query<{ drop: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
        from pg_constraint where contype = 'c' and conrelid::regclass::text = any($1)`,
      [ABOUT_CHECKS.map(([model]) => snake(model))],
    );
    for (const { drop } of checks) await client.query(drop);
    for (const [model] of ABOUT_CHECKS) {
      const table = snake(model);
      const { rows: columns } = await client.query<ColumnOfTable>(
        `select column_name as column, data_type as type, udt_name as kind from information_schema.columns
          where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'`,
        [table],
      );
      const row = new Map<string, unknown>();
      for (const column of columns) row.set(column.column, await valueFor(table, column));
      const links: Record<string, string> = {
        tenant_id: tenant.id,
        verification_id: verificationId,
        ...(model === "Verification" && { id: verificationId }),
        ...(model === "Event" && { id: "evt_planted" }),
        ...(model === "WebhookDelivery" && { id: "dlv_planted", event_id: "evt_planted" }),
        ...(model === "WebhookAttempt" && { delivery_id: "dlv_planted" }),
        ...(model === "AuditEntry" && { target: "dlv_planted" }),
      };
      for (const [name, value] of Object.entries(links)) if (row.has(name)) row.set(name, value);
      if (model === "Verification") {
        row.set("appeal_of", null);
        row.set("policy_id", null);
        row.set("redacted_at", null);
      }
      const link = model === "Verification" ? "id" : "verification_id";
      if (row.has(link)) await client.query(`delete from ${table} where ${link} = $1`, [verificationId]);
      const names = [...row.keys()];
      await client.query(
        `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})
          values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
        [...row.values()],
      );
    }
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
};

test("the page to print holds the same values, and no markup but its own", async () => {
  const verificationId = await ended();
  const data = await download(verificationId);
  const page = storedPage({ ...data, metadata: { "<b>": "<script>alert(1)</script>" } });
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).not.toMatch(/<script|<b>/);
  expect(page).toContain('<tr><th scope="row">Verified age</th><td>30</td></tr>');
  expect(page).toContain("default-src 'none'");
});

test("a role without exports, and an id that is not the tenant's, get nothing, and nothing is noted", async () => {
  const verificationId = await ended();
  const before = await audited();
  expect((await as("cyd", "verifications.download", { verificationId })).errorCode).toBe("PERMISSION_DENIED");
  const foreign = await as("ada", "verifications.download", {
    verificationId: "ver_01k9zzzzzzzzzzzzzzzzzzzzzz",
  });
  expect(foreign.errorCode).toBe("VERIFICATION_NOT_FOUND");
  expect(await audited()).toEqual(before);
});

test("where the policy hides the method, no table and no field tells it", async () => {
  const methods = [
    { id: "document", use: "offer" },
    { id: "voucher", use: "fallback" },
  ];
  const published = await as("ada", "policies.publish", {
    policy: { default: { minimumAge: 18, methods, hideMethod: true }, regions: [] },
    acceptedWarnings: ["document_only", "no_way_without_camera", "one_way_only", "too_few_choices"],
    packIds: [],
    note: null,
  });
  expect(published.errorCode, published.message).toBeNull();
  const verificationId = await ended();
  // As after wrong codes: only a voucher leaves this.
  await service.get().deps.db.orm.verification.update({
    where: { id: verificationId },
    data: { voucherTries: 2 },
  });
  const { hidesMethod, stored } = await download(verificationId);
  expect(hidesMethod).toBe(true);
  for (const column of ["closedMethods", "voucherTries", "checkingUntil"])
    expect(stored.Verification?.[0]).not.toHaveProperty(column);
  expect(Object.keys(stored)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/MethodAttempt|Voucher|WalletTransaction|VendorSession|RequestLog/),
    ]),
  );
});

test("every stored column about a check is in the file, or named with a sentence for why its value is not", async () => {
  const verificationId = await ended();
  await plantedEverywhere(verificationId);
  const file = await download(verificationId);
  const words = JSON.stringify(file);
  const missing = ABOUT_CHECKS.flatMap(([table, items]) => {
    const rows = file.stored[table] ?? [];
    return items.flatMap(({ fields }) =>
      fields.split(" ").flatMap((field) => {
        const reason = withheldAs(table, field);
        const values = rows.map((row) => row[field]);
        const isThere =
          reason === null
            ? values.some((value) => value !== undefined)
            : values.some((value) => value === `(${reason})`);
        return isThere ? [] : [`${table}.${field}`];
      }),
    );
  });
  expect(missing).toEqual([]);
  // Only what text columns hold can be told apart.
  const planted = ABOUT_CHECKS.flatMap(([table, items]) =>
    items.flatMap(({ fields }) => fields.split(" ").map((field) => ({ table, field }))),
  );
  const shown = planted.filter(({ table, field }) => words.includes(`word-${snake(table)}-${snake(field)}-`));
  const given = ["metadata", "reference"];
  expect(
    shown.filter(
      ({ table, field }) =>
        withheldAs(table, field) !== null && !(table === "Verification" && given.includes(field)),
    ),
  ).toEqual([]);
  // The planting reached the tables at all.
  expect(shown.length).toBeGreaterThan(40);
  expect(Object.keys(file.explained)).toEqual(Object.keys(file.stored));
  expect(Object.values(file.explained).filter((text) => text.length < 20)).toEqual([]);
});
