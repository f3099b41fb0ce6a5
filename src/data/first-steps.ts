import type { Database } from "./client.ts";

export type FirstSteps = {
  hasTestKey: boolean;
  hasTestVerification: boolean;
  hasCompletedTest: boolean;
  hasWebhookEndpoint: boolean;
  hasLiveVerification: boolean;
};

/** What a new tenant has done already. Each is one step into an index. */
export const findFirstSteps = async (database: Database, tenantId: string): Promise<FirstSteps> => {
  const { rows } = await database.pool.query<FirstSteps>({
    name: "first_steps",
    text: `select
      exists(select 1 from api_key where tenant_id = $1 and mode = 'test') as "hasTestKey",
      exists(select 1 from verification where tenant_id = $1 and mode = 'test') as "hasTestVerification",
      exists(select 1 from verification where tenant_id = $1 and mode = 'test' and status = 'completed')
        as "hasCompletedTest",
      exists(select 1 from webhook_endpoint where tenant_id = $1 and deleted_at is null) as "hasWebhookEndpoint",
      exists(select 1 from verification where tenant_id = $1 and mode = 'live') as "hasLiveVerification"`,
    values: [tenantId],
  });
  const nothing = { hasTestKey: false, hasTestVerification: false, hasCompletedTest: false };
  return rows[0] ?? { ...nothing, hasWebhookEndpoint: false, hasLiveVerification: false };
};
