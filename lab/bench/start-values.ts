import { NOTHING_GIVEN } from "../../src/core/verification.ts";
import { valuesOf } from "../../src/data/sql/rows.ts";
import type { Fields } from "../../src/data/sql/statement.ts";
import { STARTED } from "../../src/data/sql/tables.ts";

const MORE_THAN_A_BENCH_STARTS = 1_000_000_000;

type Own = Pick<
  Fields<typeof STARTED>,
  "id" | "tenantId" | "mode" | "requestId" | "secretHash" | "minimumAge" | "createdAt" | "expiresAt"
>;

/** The values of VERIFICATION_START for a plain start: a document, three tries, nothing of the tenant's, no policy. */
export const startValues = (own: Own): unknown[] => {
  const row: Fields<typeof STARTED> = {
    ...own,
    methods: ["document"],
    locale: null,
    ...NOTHING_GIVEN,
    metadata: null,
    ipHash: null,
    maxAttempts: 3,
    thresholds: [],
    disclosure: "age",
    policyId: null,
    policyPlace: null,
    listenerId: null,
  };
  return [...valuesOf(STARTED, row), MORE_THAN_A_BENCH_STARTS];
};
