import pg from "pg";
import { createId, ID_RANDOM_BYTES } from "#core/ids.ts";
import { expect, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";

// 24 November begins at 15:00 of the day before in UTC in Tokyo, and at 08:00 of the same day in Los Angeles.
const STARTED = [
  "2026-11-23T16:30:00Z",
  "2026-11-24T07:30:00Z",
  "2026-11-24T14:30:00Z",
  "2026-11-25T07:30:00Z",
];

for (const { timezoneId, count } of [
  { timezoneId: "Asia/Tokyo", count: 3 },
  { timezoneId: "America/Los_Angeles", count: 2 },
]) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test("From and To are days of the reader's zone: what they show reads as that day", async ({
      page,
      open,
      tenant,
      demo,
    }) => {
      const { verificationId } = await backendOf(demo.baseUrl, tenant.liveKey).start();
      const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
      await client.connect();
      for (const start of STARTED) {
        const changed = {
          id: createId(
            "verification",
            new Date(start),
            crypto.getRandomValues(new Uint8Array(ID_RANDOM_BYTES)),
          ),
          created_at: start,
        };
        await client.query(
          `insert into verification select (jsonb_populate_record(v, $2::text::jsonb || jsonb_build_object(
            'secret_hash', sha256(convert_to($2::text, 'UTF8'))))).* from verification v where id = $1`,
          [verificationId, JSON.stringify(changed)],
        );
      }
      await client.end();
      await open("verifications");
      await page.getByLabel("From", { exact: true }).fill("2026-11-24");
      await page.getByLabel("To", { exact: true }).fill("2026-11-24");
      const rows = page.getByRole("region", { name: "Verifications, newest first" }).locator("tbody tr");
      await expect(rows).toHaveCount(count);
      await expect(rows.filter({ hasText: "24 Nov" })).toHaveCount(count);
    });
  });
}
