import type { Page } from "@playwright/test";
import pg from "pg";
import { type ConsoleTenant, callApi, detailPages } from "./console.ts";
import { backendOf, type Demo } from "./service.ts";

/** As long as a name may be, without a space to break it at. */
export const unbroken = (prefix: string, length = 80): string => prefix.padEnd(length, "W");

const ULID_TIME = "01K".padEnd(10, "0");
const idOf = (prefix: string, number: number): string =>
  `${prefix}_${ULID_TIME}${crypto
    .randomUUID()
    .replaceAll("-", "")
    .slice(0, 14)
    .toUpperCase()
    .replaceAll(/[ILOU]/g, "0")}${number}Z`;

const MEMBERS = ["owner", "admin", "developer", "support", "viewer"] as const;

/** Members, failed deliveries and answers that only time and strangers would make. */
const fill = async ({ id }: ConsoleTenant, databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [number, role] of MEMBERS.entries()) {
    const member = idOf("mem", number);
    await client.query(
      `insert into member (id, issuer, subject, name, created_at, signed_in_at)
        values ($1, 'https://hostile.example', $1, $2, now(), now())`,
      [member, unbroken(`Member${number}`)],
    );
    await client.query(
      `insert into membership (tenant_id, member_id, role, created_at) values ($1, $2, $3::role, now())`,
      [id, member, role],
    );
  }
  await client.query(
    `update webhook_delivery set status = 'failed', attempt = 7, last_status = null, last_code = 'TLS', ended_at = now()
      where tenant_id = $1`,
    [id],
  );
  await client.query(
    `insert into webhook_attempt (delivery_id, number, is_manual, at, status, code, duration_ms, response)
      select id, 90, true, now(), 500, 'STATUS', 4999, $2 from webhook_delivery where tenant_id = $1`,
    [id, unbroken("<html>", 1_000)],
  );
  await client.query(
    "update webhook_endpoint set failing_since = now() - interval '3 days' where tenant_id = $1",
    [id],
  );
  await client.end();
};

/**
 * Fills a tenant with everything as long as it may be, and gives the pages about single things of it. Nothing waits
 * in it to be sent when this returns.
 */
export const makeHostile = async (
  page: Page,
  demo: Demo,
  tenant: ConsoleTenant,
  databaseUrl: string,
): Promise<string[]> => {
  const call = (path: string, input: object) => callApi(page, tenant.id, path, input);
  const url = `https://${unbroken("hooks", 60)}.example.com/${unbroken("path", 1_500)}`;
  for (const mode of ["live", "test"]) await call("keys.create", { mode, name: unbroken(`${mode} key `) });
  for (const mode of ["live", "test"])
    await call("gates.create", {
      ...{ mode, name: unbroken(`${mode} gate `), minimumAge: null, openPaths: [`/${"a".repeat(150)}/`] },
      origin: `https://${"a".repeat(60)}.${"b".repeat(60)}.example`,
    });
  await call("webhooks.createEndpoint", { url, description: unbroken("Description", 200) });
  await call("members.invite", {
    role: "developer",
    email: `${unbroken("a", 60)}@${"b".repeat(60)}.example`,
  });
  await call("members.invite", { role: "viewer" });
  await call("settings.update", {
    name: unbroken("Tenant"),
    displayName: unbroken("Display"),
    supportUrl: `https://example.com/${unbroken("help", 400)}`,
    callbackHosts: [`${unbroken("shop", 60).toLowerCase()}.example.com`],
  });
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const metadata = Object.fromEntries(
    [0, 1, 2].map((number) => [unbroken(`key${number}`, 40), unbroken("value", 400)]),
  );
  const { verificationId } = await backend.start({ metadata });
  await backend.complete({ verificationId, verifiedAge: 30 });
  const pages = await detailPages(page, demo, tenant);
  await fill(tenant, databaseUrl);
  return [...pages, `verifications/${verificationId}`];
};
