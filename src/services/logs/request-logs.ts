import { foreignCursor, ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import { lastExported } from "#data/service/export-order.ts";
import {
  type LogPosition,
  listRequestLogs,
  type RequestLogFilter,
  type RequestLogRow,
  requestLogsAfter,
} from "#data/service/request-logs.ts";
import { findApiKey, keysOfMode, modesOfKeys } from "#data/tenants/api-keys.ts";
import { type Ctx, fromReplica, type MemberCtx, modeAsked, type TenantCtx } from "#services/context.ts";
import { numberAt, placesOf, type Reading, refuseAhead } from "#services/export-place.ts";
import { operatorsLine, shownLine } from "#services/exports/log-lines.ts";
import type { PageInput } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";

type LogsInput = PageInput &
  Omit<RequestLogFilter, "status" | "from" | "to"> & {
    /** "404" or a class such as "4xx". */
    status?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
    /** In the order of writing: the `nextCursor` of the page before, or "0". */
    after?: string | undefined;
  };

type LogPage<Row = RequestLogRow> = {
  logs: Row[];
  nextCursor: string | null;
  /** Only in the order of writing. */
  hasMore?: boolean;
};

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

/**
 * A page of request log lines: newest first, or in the order of writing with `after`.
 * @throws INVALID_PARAMETERS: a cursor that is not ours
 */
export const requestLogs = (ctx: Ctx, input: LogsInput): Promise<LogPage> =>
  input.after === undefined
    ? fromReplica(ctx, (reading) => pageOfLogs(reading, input))
    : pageAfter(ctx, OPERATORS, input);

const OPERATORS: Reading = { stream: "log", tenantId: null };

const filterOf = ({ status, from, to, limit: _1, cursor: _2, after: _3, ...others }: LogsInput) => ({
  ...others,
  status: status === undefined ? undefined : statusRange(status),
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

/**
 * The number that a cursor stands for, and the last that has been given: asked of the database, because a replica that is
 * behind would call a good cursor ahead.
 */
const spanFrom = async (ctx: Ctx, reading: Reading, place: string | undefined) => {
  const after = numberAt(ctx.deps, reading, place);
  await refuseAhead(ctx, reading, after);
  return { after, through: await lastExported(ctx.deps.db.orm, reading.stream) };
};

type Numbered = RequestLogRow & { number: bigint };

const unnumbered = ({ number: _ours, ...line }: Numbered): RequestLogRow => line;

const pageAfter = async (ctx: Ctx, reading: Reading, input: LogsInput): Promise<LogPage> => {
  const span = await spanFrom(ctx, reading, input.after);
  const found = await fromReplica(ctx, ({ deps }) =>
    requestLogsAfter(deps.db.orm, filterOf(input), span, input.limit + 1),
  );
  const page = found.slice(0, input.limit);
  const nextCursor = placesOf(ctx.deps, reading)(page.at(-1)?.number ?? span.after);
  return { logs: page.map(unnumbered), nextCursor, hasMore: found.length > input.limit };
};

const LINES_AT_ONCE = 1_000;

/** What is there at the beginning, and not what is logged in the meantime: a busy log has no end. */
async function* linesAfter(
  ctx: Ctx,
  reading: Reading,
  input: LogsInput,
  span: { after: bigint; through: bigint },
  shown: (reading: Ctx, lines: readonly RequestLogRow[]) => Promise<readonly object[]>,
): AsyncGenerator<string> {
  const placeOf = placesOf(ctx.deps, reading);
  for (let { after } = span; ; ) {
    const place = { ...span, after };
    const pieces = await fromReplica(ctx, async (replica) => {
      const found = await requestLogsAfter(replica.deps.db.orm, filterOf(input), place, LINES_AT_ONCE);
      return { found, lines: await shown(replica, found.map(unnumbered)) };
    });
    const { found, lines } = pieces;
    const texts = lines.map((line, at) => {
      const cursor = placeOf(found[at]?.number ?? after);
      return `${JSON.stringify({ ...line, cursor })}\n`;
    });
    if (texts.length > 0) yield texts.join("");
    after = found.at(-1)?.number ?? after;
    if (found.length < LINES_AT_ONCE) return;
  }
}

/** Every tenant's lines after a place as JSON lines. @throws INVALID_PARAMETERS: a cursor that is not ours */
export const requestLogLines = async (ctx: Ctx, input: LogsInput): Promise<AsyncGenerator<string>> => {
  const span = await spanFrom(ctx, OPERATORS, input.after);
  return linesAfter(ctx, OPERATORS, input, span, async (_replica, lines) => lines.map(operatorsLine));
};

const pageOfLogs = async ({ deps }: Ctx, input: LogsInput): Promise<LogPage> => {
  const { limit, cursor } = input;
  const position = cursor === undefined ? undefined : positionOf(cursor);
  const filter = filterOf(input);
  const found = await listRequestLogs(deps.db.orm, filter, limit + 1, position);
  const logs = found.slice(0, limit);
  const last = logs.at(-1);
  return { logs, nextCursor: found.length > limit && last ? cursorOf(last) : null };
};

const SAME_ID_LIMIT = 50;

type OwnLogsInput = Omit<LogsInput, "tenantId" | "keyIds">;

type OwnLogs = LogPage<RequestLogRow & { mode: Mode | null }>;

/** Lines, each with the mode of its key, if it sent one. */
const withModes = async (reading: Ctx, tenantId: string, logs: readonly RequestLogRow[]) => {
  const ids = [...new Set(logs.flatMap(({ keyId }) => keyId ?? []))];
  const modes = await modesOfKeys(reading.deps.db.orm, tenantId, ids);
  return logs.map((line) => ({ ...line, mode: modes.get(line.keyId ?? "") ?? null }));
};

/** A tenant's own requests: newest first, or in the order of writing, which asks the database for its end. */
const pageOfOwn = async (reading: Ctx, tenantId: string, input: LogsInput): Promise<OwnLogs> => {
  const asked = { ...input, tenantId };
  const { logs, ...place } =
    input.after === undefined
      ? await pageOfLogs(reading, asked)
      : await pageAfter(reading, { stream: "log", tenantId }, asked);
  return { logs: await withModes(reading, tenantId, logs), ...place };
};

/** The tenant's own requests, for its members. @throws PERMISSION_DENIED, INVALID_PARAMETERS: a cursor that is not ours */
export const ownLogs = async (ctx: MemberCtx, input: OwnLogsInput): Promise<OwnLogs> => {
  requirePermission(ctx, "logs.read");
  return fromReplica(ctx, (reading) => pageOfOwn(reading, ctx.tenant.id, input));
};

const modeOnly = (ctx: TenantCtx, mode: Mode | undefined): Mode | null =>
  ctx.mode === "live" && mode === undefined ? null : modeAsked(ctx, mode);

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
  const only = modeOnly(ctx, mode);
  const ownOf = async (reading: Ctx) => {
    const keyIds = only === null ? undefined : await keysOfMode(reading.deps.db.orm, id, only);
    return pageOfOwn(reading, id, { ...input, keyIds });
  };
  return input.after === undefined ? fromReplica(ctx, ownOf) : ownOf(ctx);
};

/** The tenant's lines after a place as JSON lines, in the order of writing. @throws as tenantLogs, before the first */
export const tenantLogLines = async (
  ctx: TenantCtx,
  { mode, ...input }: OwnLogsInput & { mode?: Mode | undefined },
): Promise<AsyncGenerator<string>> => {
  const tenantId = ctx.tenant.id;
  const reading: Reading = { stream: "log", tenantId };
  const only = modeOnly(ctx, mode);
  const span = await spanFrom(ctx, reading, input.after);
  const keyIds = only === null ? undefined : await keysOfMode(ctx.deps.db.orm, tenantId, only);
  return linesAfter(ctx, reading, { ...input, tenantId, keyIds }, span, async (replica, lines) =>
    (await withModes(replica, tenantId, lines)).map((line) => {
      const { before, behind } = shownLine(line);
      return { ...before, ...behind, mode: line.mode };
    }),
  );
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
