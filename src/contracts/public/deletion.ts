import { z } from "zod";
import { pathId, reference, text, timestamp } from "./common.ts";
import { adminEndpoint } from "./endpoint.ts";

export const deletion = z
  .object({ askedAt: timestamp, left: z.number().int().describe("Verifications that are still there") })
  .meta({ id: "TenantDeletion" });

export const deleteTenant = adminEndpoint("DELETE", "/admin/tenants/:id", {
  id: "admin.tenants.delete",
  scope: "all",
  summary: "Delete a tenant",
  description:
    "Deletes a closed tenant for good: close it first with `isActive` false. At once its keys, members, invitations, sites, gates and hosts are gone, its webhooks and mails stop, and it cannot be opened again. A worker then erases its verifications one by one, each with its receipt, and deletes everything else. Statements, receipts and the operators' own audit entries are kept. Until it is gone, a repeat and `GET /admin/tenants/:id` say how many verifications are left; then both answer `TENANT_NOT_FOUND`.",
  params: z.strictObject({ id: pathId }),
  query: z.strictObject({ name: text(300).describe("The tenant's name, exactly, to confirm it") }),
  response: z.object({ id: reference, deletion }),
  errors: ["TENANT_NOT_FOUND", "CONFLICT"],
});
