import { z } from "zod";
import { text } from "#contracts/public/common.ts";
import { acceptedWarnings, packIds, policy } from "#contracts/public/policy.ts";
import { id, page } from "./common.ts";

export const listPolicies = z.strictObject(page);

export const onePolicy = z.strictObject({ id });

/** Why a version was published: for the list of versions. */
const note = text(500).trim().min(1).nullable().optional();

/**
 * The version in force when the draft began; null: none was. If another is in force by now, nothing is
 * published.
 */
const basedOn = id.nullable().optional();

export const publishPolicy = z.strictObject({
  policy,
  /** Every warning that the policy has, by code: if one is missing, the publication is refused. */
  acceptedWarnings: acceptedWarnings.optional(),
  note,
  /** The packs that it adopts, which only an owner may do. */
  packIds: packIds.optional(),
  basedOn,
});

export const rollBackPolicy = z.strictObject({
  id,
  /** The warnings that the version did not have when it was published. */
  acceptedWarnings: acceptedWarnings.optional(),
  note,
  basedOn,
});
