import { foreignCursor, ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import {
  type LogPosition,
  listRequestLogs,
  type RequestLogFilter,
  type RequestLogRow,
} from "#data/service/request-logs.ts";
import { findApiKey, keysOfMode, modesOfKeys } from "#data/tenants/api-keys.ts";
import { type Ctx, fromReplica, type MemberCtx, modeAsked, type TenantCtx } from "#services/context.ts";
import type { PageInput } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";

type LogsInput = PageInput &
  Omit<RequestLogFilter, "status" | "from" | "to"> & {
    /** "404" or a class such as "4xx". */
    status?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  };

type LogPage<Row = RequestLogRow> = { logs: Row[]; nextCursor: string | null };

const statusRange = (status: string): { min: number; max: number } =>
  status.endsWith("xx")
    ? { min: Number(status.charAt(0)) * 100, max: Number(status.charAt(0)) * 100 + 99 }
    : { min: Number(status), max: Number(status) };

const CURSOR = /^(\d{1,15})\.(log_[0-9a-z]{26})$/;

const cursorOf = ({ time, id }: LogPosition): string => `${time.getTime()}.${id}`;

const positionOf = (cursor: string): LogPosition => {
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (time !== undefined && id !== undefined) return { time: new Date(Number(time)), id };
  throw foreignCursor();
};

/** A page of request log lines, newest first. @throws INVALID_PARAMETERS: a cursor that is not ours */
export const requestLogs = (ctx: Ctx, input: LogsInput): Promise<LogPage> =>
  fromReplica(ctx, (reading) => pageOfLogs(reading, input));

const pageOfLogs = async ({ deps }: Ctx, input: LogsInput): Promise<LogPage> => {
  const { limit, cursor, status, from, to, ...others } = input;
  const position = cursor === undefined ? undefined : positionOf(cursor);
  const filter = {
    ...others,
    status: status === undefined ? undefined : statusRange(status),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  const found = await listRequestLogs(deps.db.orm, filter, limit + 1, position);
  const logs = found.slice(0, limit);
  const last = logs.at(-1);
  return { logs, nextCursor: found.length > limit && last ? cursorOf(last) : null };
};

const SAME_ID_LIMIT = 50;

type OwnLogsInput = Omit<LogsInput, "tenantId" | "keyIds">;

type OwnLogs = LogPage<RequestLogRow & { mode: Mode | null }>;

/** A tenant's own requests, newest first, each with the mode of its key, if it sent one. */
const pageOfOwn = async (reading: Ctx, tenantId: string, input: LogsInput): Promise<OwnLogs> => {
  const { logs, nextCursor } = await pageOfLogs(reading, { ...input, tenantId });
  const ids = logs.flatMap(({ keyId }) => keyId ?? []);
  const modes = await modesOfKeys(reading.deps.db.orm, tenantId, ids);
  return { logs: logs.map((line) => ({ ...line, mode: modes.get(line.keyId ?? "") ?? null })), nextCursor };
};

/** The tenant's own requests, for its members. @throws PERMISSION_DENIED, INVALID_PARAMETERS: a cursor that is not ours */
export const ownLogs = async (ctx: MemberCtx, input: OwnLogsInput): Promise<OwnLogs> => {
  requirePermission(ctx, "logs.read");
  return fromReplica(ctx, (reading) => pageOfOwn(reading, ctx.tenant.id, input));
};

/**
 * The tenant's own requests, for its backend. A line has no mode but its key's, so a test key sees only what test keys
 * asked, and a live key sees everything unless it names a mode.
 * @throws INVALID_PARAMETERS: a cursor that is not ours, or a test key asks for live ones
 */
export const tenantLogs = async (
  ctx: TenantCtx,
  { mode, ...input }: OwnLogsInput & { mode?: Mode | undefined },
): Promise<OwnLogs> => {
  const { id } = ctx.tenant;
  const only = ctx.mode === "live" && mode === undefined ? null : modeAsked(ctx, mode);
  return fromReplica(ctx, async (reading) => {
    const keyIds = only === null ? undefined : await keysOfMode(reading.deps.db.orm, id, only);
    return pageOfOwn(reading, id, { ...input, keyIds });
  });
};

/** A request with its API key; null if it did not use one of the tenant's. */
type RequestLine = RequestLogRow & { key: { name: string; mode: Mode; lastFour: string } | null };

/**
 * The requests with an id, newest first: a caller can use its own id more than once.
 * @throws PERMISSION_DENIED, NOT_FOUND: the tenant has none, or its log line was erased
 */
export const ownRequest = async (ctx: MemberCtx, requestId: string): Promise<RequestLine[]> => {
  requirePermission(ctx, "logs.read");
  // Not from a replica: a request looked up by its id may be only a moment old.
  const { logs } = await pageOfLogs(ctx, { requestId, tenantId: ctx.tenant.id, limit: SAME_ID_LIMIT });
  if (logs.length === 0) throw new ServiceError("NOT_FOUND", "There is no such request in the tenant's log.");
  return Promise.all(
    logs.map(async (line) => {
      const key = line.keyId && (await findApiKey(ctx.deps.db.orm, ctx.tenant.id, line.keyId));
      return { ...line, key: key ? { name: key.name, mode: key.mode, lastFour: key.lastFour } : null };
    }),
  );
};
