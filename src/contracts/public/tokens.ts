import { z } from "zod";
import { TOKEN_REASONS } from "#core/errors.ts";
import { age, ageAnswer, storable, verificationId } from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";

/** Why a token is not valid; returned with status 200. */
const tokenReason = z.enum(TOKEN_REASONS).meta({ id: "TokenReason" });

export const validate = tenantEndpoint("POST", "/tokens/validate", {
  id: "tokens.validate",
  scope: "tokens:validate",
  summary: "Validate a token",
  description:
    "A problem with the token itself returns status 200, `valid: false` and a `reason`. You can also check a token offline with the keys at /.well-known/jwks.json.",
  body: z.looseObject({
    token: storable.describe("The JWT, or a code (`vrc_…`) that a gate put into a form, which is good once"),
  }),
  response: z.object({
    valid: z.boolean(),
    over18: z.boolean().describe("true only if the person is proven to be at least 18"),
    reason: tokenReason.optional(),
    verificationId: z.string().optional(),
    verifiedAge: age.optional(),
    ...ageAnswer,
    minimumAge: z.number().int().optional().describe("The minimum age that was asked for"),
    expiresAt: z.iso.datetime().optional(),
  }),
});

export const exchange = tenantEndpoint("POST", "/tokens/exchange", {
  id: "tokens.exchange",
  scope: "tokens:validate",
  summary: "Exchange a code for the token",
  description:
    "For tenants whose browsers return with a `code`. Answers with the token once, within 10 minutes of the return; a person who goes back to the page and returns again brings another code. Exchange only the verification that you started for this person. With an `Idempotency-Key`, a repeat after a lost answer gets the same token.",
  body: z.strictObject({
    verificationId,
    code: storable.describe("`vrc_…`, from the query of `callback_url`"),
  }),
  response: z.object({
    verificationId,
    token: z.string().describe("JWT"),
    over18: z.boolean().describe("true only if the person is proven to be at least 18"),
    verifiedAge: age.optional(),
    ...ageAnswer,
    minimumAge: z.number().int().describe("The minimum age that was asked for"),
    expiresAt: z.iso.datetime().describe("When the token expires"),
  }),
  errors: ["VERIFICATION_NOT_FOUND", "CODE_INVALID", "CODE_EXPIRED", "CODE_USED"],
});
