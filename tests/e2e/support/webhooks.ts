import { startReceiver, type TlsReceiver } from "../../support/tls-receiver.ts";
import { test as base, type ConsoleTenant, expect } from "./console.ts";
import type { Demo } from "./service.ts";

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
