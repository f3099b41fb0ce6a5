import { z } from "zod";
import { reference, visible } from "#contracts/public/common.ts";
import { PERMISSIONS, ROLES } from "#core/access.ts";

export const role = z.enum(ROLES);

export const permission = z.enum(PERMISSIONS);

/** What an id may look like; whose it is, the service finds out. */
export const id = reference;

/**
 * What every list takes beside its filters. `direction` and a null cursor are what tRPC's infinite queries send of
 * themselves: https://trpc.io/docs/client/tanstack-react-query/usage#infiniteQueryOptions
 */
export const page = {
  limit: z.number().int().min(1).max(100).default(50),
  /** `nextCursor` of the page before; absent or null: the first page. */
  cursor: reference.nullish().transform((given) => given ?? undefined),
  /** Has no effect: a page follows the one whose cursor is given, and lists go one way only. */
  direction: z.enum(["forward", "backward"]).optional(),
};

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** A day of UTC. */
export const day = z
  .string()
  .regex(/^(19[7-9]\d|2\d{3})-\d{2}-\d{2}$/, "expected a day such as 2026-11-21")
  .refine(isDay, { message: "expected a day such as 2026-11-21" });

/** A month of UTC. */
export const month = z
  .string()
  .regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, "expected a month such as 2026-11");

/** A name that people give to something. */
export const label = (max: number) => visible(max).min(1);

/** Names the tenant that a call is about; without it, it is the first of the person's. */
export const TENANT_HEADER = "x-lintel-tenant";
