import { z } from "zod";
import { mode, text, whole } from "#contracts/public/common.ts";
import { THRESHOLDS } from "#core/age-over.ts";
import { OIDC_AUTH_METHODS, OIDC_CLIENTS, OIDC_TOKEN_ALGS, OIDC_UNDER_AGE } from "#core/oidc/age-request.ts";
import { id, label, mark } from "./common.ts";

const name = label(80);

/** Complete addresses: they are compared as text. */
const redirectUris = z
  .array(text(OIDC_CLIENTS.uriCharacters).trim().min(1))
  .min(1)
  .max(OIDC_CLIENTS.redirectUris);

/** Asked for if a request names none. */
const thresholds = z
  .array(whole(THRESHOLDS))
  .min(1)
  .max(THRESHOLDS.most)
  .transform((years) => [...new Set(years)].sort((a, b) => a - b));

const member = text(2_000).optional();

/**
 * Public keys (RFC 7517 §5), for private_key_jwt only. `d` and `k` are read so that a private key can be
 * refused explicitly; other members that programs write into a key are left out.
 */
const jwks = z.strictObject({
  keys: z
    .array(
      z.object({
        kty: text(20).min(1),
        ...{ crv: member, x: member, y: member, n: member, e: member, d: member, k: member },
        ...{ kid: text(200).optional(), alg: text(20).optional(), use: text(20).optional() },
      }),
    )
    .min(1)
    .max(OIDC_CLIENTS.keys),
});

const shared = {
  name,
  redirectUris,
  tokenAlg: z.enum(OIDC_TOKEN_ALGS).optional(),
  thresholds: thresholds.optional(),
  underAge: z.enum(OIDC_UNDER_AGE).optional(),
  requiresPkce: z.boolean().optional(),
  jwks: jwks.optional(),
};

export const createClient = z.strictObject({ ...shared, mode, authMethod: z.enum(OIDC_AUTH_METHODS) });

/** A client keeps its mode and how it proves who it is. */
export const updateClient = z
  .strictObject(shared)
  .partial()
  .extend({
    clientId: id,
    /** What the given fields were; absent: nothing is compared. Keys are replaced, whatever they were. */
    seen: z.strictObject(shared).omit({ jwks: true }).partial().optional(),
  });

export const rotateSecret = z.strictObject({
  clientId: id,
  /** How long the old secret stays valid alongside the new one; 0: it stops working at once. */
  overlapHours: whole({ min: 0, max: OIDC_CLIENTS.overlapHours }),
  /** Which secret is replaced; absent: nothing is compared. */
  seen: z.strictObject({ secretMark: mark }).partial().optional(),
});

export const oneClient = z.strictObject({ clientId: id });

export type CreateClient = z.output<typeof createClient>;
export type UpdateClient = z.output<typeof updateClient>;
export type RotateClientSecret = z.output<typeof rotateSecret>;
