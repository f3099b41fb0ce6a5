import { z } from "zod";
import { pageSize, pathId, queryWhole, reference, text, timestamp, verificationId } from "./common.ts";
import { adminEndpoint, openEndpoint, tenantEndpoint } from "./endpoint.ts";

const receipt = z.object({
  verificationId,
  redactedAt: timestamp,
  receipt: z
    .string()
    .describe("JWS, `typ: erasure-receipt+jwt`, by a key of /.well-known/erasure-log; see docs/erasure.md"),
  salt: z
    .string()
    .describe("Base64url. `subject_hash` in the receipt is SHA-256 of these bytes and the verificationId"),
});

export const redact = tenantEndpoint("POST", "/verify/redact", {
  id: "verify.redact",
  scope: "verifications:erase",
  summary: "Erase a verification; a signed receipt",
  description:
    "For a verification that has ended. Everything about it is erased, with its appeal or with what it appeals, but that it took place: its id, mode, status, request id, minimum age, start and counted units. Its token is unknown from then on. A repeat returns the first receipt again. While a webhook about it is being sent, the answer is `DELIVERY_IN_PROGRESS` with `retryAfterSeconds`. A key that may not erase gets `PERMISSION_DENIED`.",
  body: z.strictObject({ verificationId }),
  response: receipt,
  errors: ["VERIFICATION_NOT_FOUND", "VERIFICATION_NOT_FINAL", "DELIVERY_IN_PROGRESS"],
});

export const readReceipt = tenantEndpoint("GET", "/verify/receipt", {
  id: "verify.receipt",
  scope: "verifications:read",
  summary: "The receipt of an erasure",
  description: "Returns the receipt that `/verify/redact` returned.",
  query: z.strictObject({ verificationId }),
  response: receipt,
  errors: ["VERIFICATION_NOT_FOUND", "VERIFICATION_NOT_REDACTED"],
});

export const log = openEndpoint("GET", "/.well-known/erasure-log", {
  id: "erasure.log",
  summary: "The chain of erasure receipts",
  description:
    "The hash of every receipt of this deployment, oldest first, and the signed end of the chain. It says how many erasures there were, without those whose receipts were lost when a backup was restored; each restore has a note among the hashes. A receipt itself is only for those it was given to.",
  query: z.strictObject({
    after: queryWhole({ min: 0, max: Number.MAX_SAFE_INTEGER })
      .default(0)
      .describe("`next` of the page before"),
    limit: pageSize(500),
  }),
  response: z.object({
    head: z
      .string()
      .describe(
        "JWS, `typ: erasure-head+jwt`: `day`, `count`, the last receipt's number, `last`, its hash, `root`, over all hashes, and, after a restore from a backup, `restored`, its notes",
      ),
    keys: z
      .array(z.looseObject({ kty: z.string(), kid: z.string() }))
      .describe("JSON Web Keys (RFC 7517) of receipts and heads; they sign nothing else"),
    hashes: z
      .array(z.string())
      .describe(
        "SHA-256 of each receipt's text, base64url. The root after each is SHA-256 of the root before and the hash",
      ),
    next: z.number().int().optional().describe("Absent on the last page"),
  }),
  errors: ["DATABASE_ERROR"],
});

export const deletion = z
  .object({ askedAt: timestamp, left: z.number().int().describe("Verifications that are still there") })
  .meta({ id: "TenantDeletion" });

export const deleteTenant = adminEndpoint("DELETE", "/admin/tenants/:id", {
  id: "admin.tenants.delete",
  scope: "all",
  summary: "Delete a tenant",
  description:
    "Deletes a closed tenant permanently: close it first with `isActive` false. At once its keys, members, invitations, sites, gates and hosts are gone, its webhooks and mails stop, and it cannot be opened again. A worker then erases its verifications one by one, each with its receipt, and deletes everything else. Statements, receipts and the operators' own audit entries are kept. Until it is gone, a repeat and `GET /admin/tenants/:id` say how many verifications are left; then both answer `TENANT_NOT_FOUND`.",
  params: z.strictObject({ id: pathId }),
  query: z.strictObject({ name: text(300).describe("The tenant's name, exactly, to confirm it") }),
  response: z.object({ id: reference, deletion }),
  errors: ["TENANT_NOT_FOUND", "CONFLICT"],
});
