import { z } from "zod";
import { PERMISSIONS, ROLES } from "#core/access.ts";

export const role = z.enum(ROLES);

export const permission = z.enum(PERMISSIONS);

/** What an id may look like; whose it is, the service finds out. */
export const id = z.string().min(1).max(200);

export const cursor = z.string().min(1).max(200);

/** How many rows of a list. */
export const pageSize = z.number().int().min(1).max(100).default(50);

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** A day of UTC. */
export const day = z
  .string()
  .regex(/^(19[7-9]\d|2\d{3})-\d{2}-\d{2}$/)
  .refine(isDay, { message: "expected a day such as 2026-11-21" });

/** A month of UTC. */
export const month = z
  .string()
  .regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, "expected a month such as 2026-11");

/** A name that people give to something: no line breaks or other control characters. */
export const label = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), { message: "expected a text without control characters" });

/** Names the tenant that a call is about; without it, it is the first of the person's. */
export const TENANT_HEADER = "x-lintel-tenant";
