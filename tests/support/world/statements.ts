import { z } from "zod";
import { monthAfter, monthOf } from "#core/billing/quota.ts";

const statement = z.looseObject({
  number: z.string(),
  issuer: z.string().nullable(),
  service: z.string().optional(),
  tenantName: z.string(),
  month: z.string(),
  isFinal: z.boolean(),
  isPlanAssumed: z.boolean(),
  billing: z.looseObject({
    plan: z.string(),
    currency: z.string(),
    included: z.number(),
    used: z.number(),
    overage: z.number(),
    amountDue: z.number(),
  }),
  lines: z.array(
    z.object({
      item: z.string(),
      quantity: z.number(),
      unitPriceMinor: z.number(),
      amountMinor: z.number(),
    }),
  ),
  days: z.array(z.object({ day: z.string(), live: z.number(), test: z.number() })),
  csv: z.string(),
});

export type ReadStatement = z.infer<typeof statement>;

export const readStatement = (data: unknown): ReadStatement => statement.parse(data);

/** "2026-11", some months later. */
export const monthText = (now: Date, later = 0): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1)).toISOString().slice(0, 7);

/** Noon of the 3rd of the next month: whatever could still be written in this one is. */
export const nextMonth = (now: Date): Date => new Date(monthAfter(monthOf(now)).getTime() + 2.5 * 86_400_000);
