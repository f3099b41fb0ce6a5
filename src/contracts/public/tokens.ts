import { z } from "zod";
import { age, storable } from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";

/** Why a token is not valid; returned with status 200. */
const tokenReason = z
  .enum(["TOKEN_INVALID", "TENANT_MISMATCH", "TOKEN_NOT_FOUND", "TOKEN_EXPIRED"])
  .meta({ id: "TokenReason" });

export const validate = tenantEndpoint("POST", "/tokens/validate", {
  id: "tokens.validate",
  summary: "Validate a token",
  description:
    "A problem with the token itself returns status 200, `valid: false` and a `reason`. You can also check a token offline with the keys at /.well-known/jwks.json.",
  body: z.looseObject({ token: storable.describe("The JWT") }),
  response: z.object({
    valid: z.boolean(),
    over18: z.boolean().describe("true only if the person is proven to be at least 18"),
    reason: tokenReason.optional(),
    verificationId: z.string().optional(),
    verifiedAge: age.optional(),
    minimumAge: z.number().int().optional().describe("The minimum age that was asked for"),
    expiresAt: z.iso.datetime().optional(),
  }),
});
