import { z } from "zod";
import { reference, visible } from "#contracts/public/common.ts";
import { PERMISSIONS, ROLES } from "#core/access/permissions.ts";
import { isTimeZone, MONTH } from "#core/day.ts";

export const role = z.enum(ROLES);

export const permission = z.enum(PERMISSIONS);

/** The shape of an id; the service checks whose it is. */
export const id = reference;

/**
 * The input that every list takes in addition to its filters. tRPC's infinite queries add `direction` and a
 * null cursor: https://trpc.io/docs/client/tanstack-react-query/usage#infiniteQueryOptions
 */
export const page = {
  limit: z.number().int().min(1).max(100).default(50),
  /** `nextCursor` of the previous page; absent or null: the first page. */
  cursor: reference.nullish().transform((given) => given ?? undefined),
  /** Ignored: lists go one way only. */
  direction: z.enum(["forward", "backward"]).optional(),
};

const day = z
  .string()
  .regex(/^(19[7-9]\d|2\d{3})-\d{2}-\d{2}$/, "expected a day such as 2026-11-21")
  .refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)), {
    message: "expected a day such as 2026-11-21",
  });

/** The days that a list is limited to, both inclusive, and their time zone; without it, UTC. */
export const days = {
  from: day.optional(),
  to: day.optional(),
  zone: z
    .string()
    .max(64)
    .refine(isTimeZone, { message: "expected a time zone such as Europe/Berlin" })
    .optional(),
};

/** A UTC month. */
export const month = z.string().regex(MONTH, "expected a month such as 2026-11");

/** Which secret was in use, as the list showed it. */
export const mark = reference;

/** A name that a user gives to something. */
export const label = (max: number) => visible(max).min(1);
