import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";

export type RequestLogRow = {
  id: string;
  time: Date;
  requestId: string;
  tenantId: string | null;
  method: string;
  url: string;
  status: number;
  durationMs: number;
  event: string;
  code: string | null;
  verificationId: string | null;
  /** The API key of a tenant's call. */
  keyId: string | null;
};

export const insertRequestLogs = async (db: Db, rows: readonly RequestLogRow[]): Promise<void> => {
  await db.requestLog.createMany({ data: [...rows] });
};

export type RequestLogFilter = {
  tenantId?: string | undefined;
  method?: string | undefined;
  /** Inclusive bounds, so that a class such as 4xx is a range. */
  status?: { min: number; max: number } | undefined;
  event?: string | undefined;
  path?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  requestId?: string | undefined;
};

/** Where a page ended: the next one starts behind it. */
export type LogPosition = { time: Date; id: string };

// Prisma hands these to LIKE as they are, where they stand for any text and any character.
const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const pathCondition = (path: string): Prisma.RequestLogWhereInput => ({
  OR: [{ url: path }, { url: { startsWith: `${literally(path)}?` } }],
});

const behind = ({ time, id }: LogPosition): Prisma.RequestLogWhereInput => ({
  OR: [{ time: { lt: time } }, { time, id: { lt: id } }],
});

/** Newest first. */
export const listRequestLogs = (
  db: Db,
  filter: RequestLogFilter,
  limit: number,
  position: LogPosition | undefined,
): Promise<RequestLogRow[]> => {
  const conditions: Prisma.RequestLogWhereInput[] = [];
  if (filter.tenantId !== undefined) conditions.push({ tenantId: filter.tenantId });
  if (filter.method !== undefined) conditions.push({ method: filter.method });
  if (filter.status) conditions.push({ status: { gte: filter.status.min, lte: filter.status.max } });
  if (filter.event !== undefined) conditions.push({ event: filter.event });
  if (filter.path !== undefined) conditions.push(pathCondition(filter.path));
  if (filter.from) conditions.push({ time: { gte: filter.from } });
  if (filter.to) conditions.push({ time: { lte: filter.to } });
  if (filter.requestId !== undefined) conditions.push({ requestId: filter.requestId });
  if (position) conditions.push({ time: { lte: position.time } }, behind(position));
  return db.requestLog.findMany({
    where: { AND: conditions },
    orderBy: [{ time: "desc" }, { id: "desc" }],
    take: limit,
  });
};
