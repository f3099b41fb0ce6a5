import { ServiceError } from "#core/errors.ts";
import { type LogPosition, listRequestLogs, type RequestLogRow } from "#data/request-logs.ts";
import type { Ctx } from "../context.ts";

export type LogsInput = {
  tenantId?: string | undefined;
  method?: string | undefined;
  /** "404" or a class such as "4xx". */
  status?: string | undefined;
  event?: string | undefined;
  path?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  requestId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

export type LogPage = { logs: RequestLogRow[]; nextCursor: string | null };

const statusRange = (status: string): { min: number; max: number } =>
  status.endsWith("xx")
    ? { min: Number(status.charAt(0)) * 100, max: Number(status.charAt(0)) * 100 + 99 }
    : { min: Number(status), max: Number(status) };

const CURSOR = /^(\d{1,15})\.(log_[0-9a-z]{26})$/;

const cursorOf = ({ time, id }: LogPosition): string => `${time.getTime()}.${id}`;

const positionOf = (cursor: string): LogPosition => {
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (time !== undefined && id !== undefined) return { time: new Date(Number(time)), id };
  const message = "expected the nextCursor of the page before";
  throw new ServiceError("INVALID_PARAMETERS", `cursor: ${message}`, {
    issues: [{ path: "cursor", message }],
  });
};

/** A page of request log lines, newest first. @throws INVALID_PARAMETERS: a cursor that is not ours */
export const requestLogs = async ({ deps }: Ctx, input: LogsInput): Promise<LogPage> => {
  const position = input.cursor === undefined ? undefined : positionOf(input.cursor);
  const found = await listRequestLogs(
    deps.db.orm,
    {
      tenantId: input.tenantId,
      method: input.method,
      status: input.status === undefined ? undefined : statusRange(input.status),
      event: input.event,
      path: input.path,
      from: input.from === undefined ? undefined : new Date(input.from),
      to: input.to === undefined ? undefined : new Date(input.to),
      requestId: input.requestId,
    },
    input.limit + 1,
    position,
  );
  const logs = found.slice(0, input.limit);
  const last = logs.at(-1);
  return { logs, nextCursor: found.length > input.limit && last ? cursorOf(last) : null };
};
