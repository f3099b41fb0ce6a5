import pg from "pg";
import { startReceiver, type TlsReceiver } from "../../support/webhooks/tls-receiver.ts";
import { test as base, type ConsoleTenant, expect } from "./console.ts";
import { backendOf, type Demo } from "./service.ts";

export const { E2E_RECEIVER: certificate = "", E2E_DATABASE_URL: databaseUrl = "" } = process.env;

/** The console's tests, with a receiver that the service trusts and may reach. */
export const test = base.extend<{ receiver: TlsReceiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver({ kind: "tls", certificate: JSON.parse(certificate) });
    await use(receiver);
    await receiver.close();
  },
});

/** As the operator does. */
export const choosePlan = async ({ baseUrl, adminKey }: Demo, { id }: ConsoleTenant, plan: string) => {
  const response = await fetch(`${baseUrl}/admin/tenants/${id}`, {
    method: "PATCH",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ plan }),
  });
  expect(response.status).toBe(200);
};

/** One statement in the database of the service under test, as time or another process would have written it. */
export const toDatabase = async (sql: string, values: readonly unknown[]): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql, [...values]);
  await client.end();
};

/** A verification of this order that ends well: one event for every endpoint. */
export const finish = async (demo: Demo, { liveKey }: ConsoleTenant, order: string): Promise<void> => {
  const backend = backendOf(demo.baseUrl, liveKey);
  const { verificationId } = await backend.start({ metadata: { order } });
  await backend.complete({ verificationId, verifiedAge: 30 });
};
