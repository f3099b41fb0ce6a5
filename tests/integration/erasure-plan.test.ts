import { expect, test } from "vitest";
import { VERIFICATION_ERASE } from "#data/sql/erasure.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { createDatabase } from "../support/world/database.ts";

const VALUES = ["'ver_50'", "'ten_a'", "now()", "'\\x00'", "'req'"];

test("an erasure walks over no audit trail, however long: it looks its entries up by indexes", async () => {
  await using database = await createDatabase();
  const plan = await withClient(database.url, async (client) => {
    await client.query(
      `insert into audit_entry (id, tenant_id, actor, action, target, changes, request_id, created_at)
       select 'aud_' || n, 'ten_a', 'system', case when n % 50 = 0 then 'token.revoke' else 'api_key.create' end,
         'tok_' || n, jsonb_build_object('verificationId', 'ver_' || n), 'req', now()
       from generate_series(1, 20000) n`,
    );
    await client.query("analyze audit_entry");
    const text = VERIFICATION_ERASE.text.replace(/\$(\d)/g, (_, number) => VALUES[number - 1] ?? "");
    const { rows } = await client.query<Record<string, string>>(`explain ${text}`);
    return rows.flatMap((row) => Object.values(row)).filter((line) => line.includes("audit_entry"));
  });
  expect(plan.filter((line) => line.includes("Seq Scan"))).toEqual([]);
  expect(plan.join("\n")).toContain("audit_entry_target_idx");
  expect(plan.join("\n")).toContain("audit_entry_revoked_idx");
});
