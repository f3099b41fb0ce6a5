import { z } from "zod";
import { mode, text, whole } from "#contracts/public/common.ts";
import { country, region } from "#contracts/public/policy.ts";
import { GATE_AGES, GATES } from "#core/gates/gate.ts";
import { LEAKS } from "#core/gates/leaks.ts";
import { id, label, mark } from "./common.ts";

const openPaths = z.array(text(GATES.pathCharacters).trim().min(1)).max(GATES.openPaths);

const shared = {
  name: label(80),
  /** Null: the tenant's policy decides. */
  minimumAge: whole(GATE_AGES).nullable(),
  /** ISO 3166-1 and 3166-2: they choose the rule of the policy. */
  country: country.nullable().optional(),
  region: region.nullable().optional(),
  lifetimeSeconds: whole(GATES.lifetimeSeconds).optional(),
  openPaths: openPaths.optional(),
};

export const createGate = z.strictObject({
  ...shared,
  mode,
  /** Scheme and host: `https://shop.example`. */
  origin: text(300).trim().min(1),
});

/** A gate keeps its mode and its site. */
export const updateGate = z
  .strictObject(shared)
  .partial()
  .extend({
    siteId: id,
    /** What the given fields were; absent: nothing is compared. */
    seen: z.strictObject(shared).partial().optional(),
  });

export const rotateGateSecret = z.strictObject({
  siteId: id,
  /** How long the old secret stays valid alongside the new one; 0: every visitor proves their age again. */
  overlapHours: whole({ min: 0, max: GATES.overlapHours }),
  /** Which secret is replaced; absent: nothing is compared. */
  seen: z.strictObject({ secretMark: mark }).partial().optional(),
});

export const oneGate = z.strictObject({ siteId: id });

/** What should be closed: paths of the site. Without any, its first page. */
export const lookForLeaks = z.strictObject({
  siteId: id,
  paths: z.array(text(LEAKS.pathCharacters).trim().min(1)).max(LEAKS.paths).default([]),
});

/** The days up to and including today (UTC). */
export const gateTraffic = z.strictObject({ siteId: id, days: whole({ min: 1, max: 90 }).default(30) });

export type CreateGate = z.output<typeof createGate>;
export type UpdateGate = z.output<typeof updateGate>;
export type RotateGateSecret = z.output<typeof rotateGateSecret>;
