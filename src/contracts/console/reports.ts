import { z } from "zod";
import { logQuery } from "#contracts/public/admin.ts";
import { mode, text } from "#contracts/public/common.ts";
import { days, id, month, page } from "./common.ts";

export const overview = z.strictObject({
  mode: mode.default("live"),
  /** The number of days in the period, including today. */
  days: z.number().int().min(1).max(90).default(30),
});

export const usage = z.strictObject({ months: z.number().int().min(1).max(24).default(12) });

export const statement = z.strictObject({ month });

/** The filters of GET /admin/logs, for the caller's tenant. */
export const listLogs = logQuery.omit({ tenantId: true, after: true }).extend(page);

export const oneRequest = z.strictObject({ requestId: id });

/** The text typed into the command palette. */
export const find = z.strictObject({ text: text(500).trim().min(2) });

export const auditFilter = z.strictObject({
  /** "member:mem_…", "tenant:key_…", "admin", "system" */
  actor: text(200).optional(),
  /** One action, or all actions on a noun: "api_key.revoke", "api_key". */
  action: text(100).optional(),
  /** The id of what was changed. */
  target: text(200).optional(),
  ...days,
});

export const oneEntry = z.strictObject({ entryId: id });

export const listAudit = auditFilter.extend(page);
