import { z } from "zod";
import { logs } from "../admin.ts";
import { mode } from "../common.ts";
import { cursor, id, month, pageSize } from "./common.ts";

export const overview = z.strictObject({
  mode: mode.default("live"),
  /** Days that the funnel and the chart cover, today included. */
  days: z.number().int().min(1).max(90).default(30),
});

export const usage = z.strictObject({ months: z.number().int().min(1).max(24).default(12) });

export const statement = z.strictObject({ month });

/** The filters of GET /admin/logs, for the own tenant. */
export const listLogs = logs.query.omit({ tenantId: true, limit: true }).extend({ limit: pageSize });

export const oneRequest = z.strictObject({ requestId: id });

export const listAudit = z.strictObject({
  /** "member:mem_…", "tenant:key_…", "admin", "system" */
  actor: z.string().max(200).optional(),
  /** One action, or all of a noun: "api_key.revoke", "api_key". */
  action: z.string().max(100).optional(),
  limit: pageSize,
  cursor: cursor.optional(),
});
