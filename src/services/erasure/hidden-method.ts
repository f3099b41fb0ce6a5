import { IS_ALIKE } from "#core/practice/page-facts.ts";
import type { ERASURES } from "#core/practice/stored.ts";

// Under `hideMethod` a tenant learns no method from what is stored.

/** Tables that say the same whichever method it was, except for the verification's columns. */
const ALIKE_FOR_METHODS: readonly string[] = [
  "Verification",
  "Token",
  "Event",
  "WebhookDelivery",
  "WebhookAttempt",
  "ErasureRequest",
  "ErasureReceipt",
] satisfies (keyof typeof ERASURES)[];

const COLUMNS_ALIKE: Readonly<Record<string, boolean>> = IS_ALIKE;

const isAlike = (table: string, column: string): boolean =>
  table !== "Verification" || COLUMNS_ALIKE[column] === true;

/** All that is stored about a verification, except what reveals the method. */
export const withoutMethods = (
  stored: Record<string, Record<string, unknown>[]>,
): Record<string, Record<string, unknown>[]> =>
  Object.fromEntries(
    Object.entries(stored)
      .filter(([table]) => ALIKE_FOR_METHODS.includes(table))
      .map(([table, rows]) => [
        table,
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([column]) => isAlike(table, column))),
        ),
      ]),
  );
