import type { Database } from "./client.ts";
import { type RowOf, run } from "./sql/statement.ts";
import { FIRST_STEPS } from "./sql/verifications.ts";

export type FirstSteps = RowOf<typeof FIRST_STEPS>;

/** What a new tenant has done already. Each is one step into an index. */
export const findFirstSteps = async (database: Database, tenantId: string): Promise<FirstSteps> => {
  const [steps] = await run(database, FIRST_STEPS, [tenantId]);
  const nothing = { hasTestKey: false, hasTestVerification: false, hasCompletedTest: false };
  return steps ?? { ...nothing, hasWebhookEndpoint: false, hasLiveVerification: false };
};
