import { z } from "zod";
import { age, storable } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** Why a token is not valid; answered with status 200. */
export const tokenReason = z
  .enum(["TOKEN_INVALID", "TENANT_MISMATCH", "TOKEN_NOT_FOUND", "TOKEN_EXPIRED"])
  .meta({ id: "TokenReason" });

export const validate = endpoint({
  id: "tokens.validate",
  method: "POST",
  path: "/tokens/validate",
  auth: "tenant",
  summary: "Confirm a token",
  description:
    "Every problem of the token itself is an answer with status 200, `valid: false` and a `reason`. A token can also be checked offline by the keys at /.well-known/jwks.json.",
  body: z.looseObject({ token: storable.describe("The JWT") }),
  response: z.object({
    valid: z.boolean(),
    over18: z.boolean().describe("true only when the person is proven to be at least 18"),
    reason: tokenReason.optional(),
    verificationId: z.string().optional(),
    verifiedAge: age.optional(),
    minimumAge: z.number().int().optional().describe("The age that was asked for"),
    expiresAt: z.iso.datetime().optional(),
  }),
  errors: [],
});
