import type { ErasureRequestStatus } from "#core/erasure-request.ts";
import type { ErasureRequest } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { type HiddenOf, idsWithin } from "#data/service/columns.ts";

export type ErasureRequestRow = Pick<
  ErasureRequest,
  "id" | "mode" | "verificationId" | "atOnce" | "status" | "createdAt" | "dueAt" | "endedAt" | "reply"
>;

const HIDDEN = {
  secretHash: true,
  tenantId: true,
} as const satisfies HiddenOf<ErasureRequest, ErasureRequestRow>;

/** @returns false: there already is one about this verification */
export const insertRequest = async (
  db: Db,
  request: Omit<ErasureRequest, "status" | "endedAt" | "reply">,
): Promise<boolean> => {
  const { count } = await db.erasureRequest.createMany({ data: request, skipDuplicates: true });
  return count === 1;
};

/** The request about a verification; null: there is none. */
export const findRequestAbout = (db: Db, tenantId: string, verificationId: string) =>
  db.erasureRequest.findFirst({ where: { tenantId, verificationId }, omit: HIDDEN });

/** The request made on a page, found after the page itself is gone. */
export const findRequestOfPage = (db: Db, secretHash: Uint8Array<ArrayBuffer>) =>
  db.erasureRequest.findFirst({ where: { secretHash }, omit: { secretHash: true } });

/** Holds one of the tenant's unanswered requests; null: there is no such request. */
export const holdOpenRequest = async (db: Db, tenantId: string, id: string) => {
  const [row] = await db.$queryRaw<{ verificationId: string }[]>`
    select verification_id as "verificationId" from erasure_request
    where id = ${id} and tenant_id = ${tenantId} and status = 'open' for update`;
  return row ?? null;
};

type Answer =
  | { status: Extract<ErasureRequestStatus, "done">; reply?: never }
  | { status: "declined"; reply: string };

/**
 * Answers the request about a verification.
 * @returns whether this answered one now, or one had already been done
 */
export const endRequest = async (
  db: Db,
  verificationId: string,
  answer: Answer,
  endedAt: Date,
): Promise<boolean> => {
  // A declined request is done if the erasure happens after all.
  const { count } = await db.erasureRequest.updateMany({
    where: { verificationId, status: { not: "done" } },
    data: { endedAt, reply: null, ...answer },
  });
  return count > 0;
};

/** Newest first, by keyset: `after` is the last id of the previous page. */
export const listRequests = (
  db: Db,
  tenantId: string,
  limit: number,
  { after, status }: { after: string | undefined; status: ErasureRequestStatus | undefined },
): Promise<ErasureRequestRow[]> =>
  db.erasureRequest.findMany({
    where: { tenantId, ...(status && { status }), ...idsWithin({}, after) },
    orderBy: { id: "desc" },
    take: limit,
    omit: HIDDEN,
  });

/** How many requests wait for a member, and when the first of them is due. */
export const countOpenRequests = async (
  db: Db,
  tenantId: string,
): Promise<{ count: number; earliestDueAt: Date | null }> => {
  const { _count: count, _min: earliest } = await db.erasureRequest.aggregate({
    where: { tenantId, status: "open", atOnce: false },
    _count: true,
    _min: { dueAt: true },
  });
  return { count, earliestDueAt: earliest.dueAt };
};

/**
 * A page of the requests to carry out without a member, including those of closed tenants, oldest first.
 * @param after the last id of the previous page
 */
export const requestsAtOnce = (db: Db, limit: number, after: string) =>
  db.erasureRequest.findMany({
    where: { status: "open", OR: [{ atOnce: true }, { tenant: { isActive: false } }], id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, tenantId: true, verificationId: true },
  });
