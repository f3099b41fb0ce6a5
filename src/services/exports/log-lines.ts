import { type ExportLine, factsOf } from "#core/exports/line.ts";
import { lastExported } from "#data/service/export-order.ts";
import { type RequestLogRow, requestLogsAfter } from "#data/service/request-logs.ts";
import type { Ctx } from "#services/context.ts";
import { placesOf } from "#services/export-place.ts";

/** A line in the order of the fields of the contract. */
export const shownLine = ({ id, time, method, url, status, durationMs, ...more }: RequestLogRow) => {
  const { event, requestId, code, verificationId } = more;
  return {
    before: { id, time, method, url, status, durationMs },
    behind: { event, requestId, code, verificationId },
  };
};

/** As the operator reads it. */
export const operatorsLine = (line: RequestLogRow) => {
  const { before, behind } = shownLine(line);
  return { ...before, tenantId: line.tenantId, ...behind };
};

const FIRST_SERVER_ERROR = 500;

/** Lines after a number as they are pushed: as the operator's export writes them. */
export const logLinesToPush = async ({ deps }: Ctx, after: bigint, limit: number): Promise<ExportLine[]> => {
  const db = deps.db.orm;
  const placeOf = placesOf(deps, { stream: "log", tenantId: null });
  // Above it is what a statement writes that has not committed.
  const through = await lastExported(db, "log");
  const rows = await requestLogsAfter(db, {}, { after, through }, limit);
  return rows.map(({ number, ...row }) => {
    const { tenantId, event, method, status, code, requestId, time: at } = row;
    const text = JSON.stringify({ ...operatorsLine(row), cursor: placeOf(number) });
    const facts = factsOf({ tenantId, event, method, status, code, requestId });
    return { stream: "requests", id: row.id, number, at, isError: status >= FIRST_SERVER_ERROR, text, facts };
  });
};
