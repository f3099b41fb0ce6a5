import { ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import { findApiKey } from "#data/api-key-list.ts";
import type { RequestLogRow } from "#data/request-logs.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { type LogPage, type LogsInput, requestLogs } from "./logs.ts";

const SAME_ID_LIMIT = 50;

/** The tenant's own requests, newest first. @throws PERMISSION_DENIED, INVALID_PARAMETERS: a cursor that is not ours */
export const ownLogs = async (ctx: MemberCtx, input: Omit<LogsInput, "tenantId">): Promise<LogPage> => {
  requirePermission(ctx, "logs.read");
  return requestLogs(ctx, { ...input, tenantId: ctx.tenant.id });
};

/** A request with the key that it was made with; null where it had none of the tenant's. */
export type RequestLine = RequestLogRow & { key: { name: string; mode: Mode; lastFour: string } | null };

/**
 * The requests with an id, newest first: a caller may have used its own id more than once.
 * @throws PERMISSION_DENIED, NOT_FOUND: the tenant has none, or it is older than logs are kept
 */
export const ownRequest = async (ctx: MemberCtx, requestId: string): Promise<RequestLine[]> => {
  requirePermission(ctx, "logs.read");
  const { logs } = await requestLogs(ctx, { requestId, tenantId: ctx.tenant.id, limit: SAME_ID_LIMIT });
  if (logs.length === 0) throw new ServiceError("NOT_FOUND", "There is no such request in the tenant's log.");
  return Promise.all(
    logs.map(async (line) => {
      const key = line.keyId && (await findApiKey(ctx.deps.db.orm, ctx.tenant.id, line.keyId));
      return { ...line, key: key ? { name: key.name, mode: key.mode, lastFour: key.lastFour } : null };
    }),
  );
};
