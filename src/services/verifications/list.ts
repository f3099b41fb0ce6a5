import type * as contract from "#contracts/console/verifications.ts";
import type { ListVerificationsQuery } from "#contracts/public/verification-list.ts";
import { type AgeBand, ageAnswerOf } from "#core/age-over.ts";
import { firstIdAt, idsOfDays } from "#core/day.ts";
import { foreignCursor } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { isByVoucher, METHOD_IDS } from "#core/policy/method-id.ts";
import { effectiveStatus, type MetadataPairs, type Mode, metadataPairs } from "#core/verification.ts";
import { metadataFromJson } from "#data/service/columns.ts";
import { countOpenAppeals } from "#data/verifications/appeals.ts";
import {
  type FoundVerification,
  type MetadataEntry,
  searchByPart,
  searchByReference,
  searchByText,
  searchOpenAppeals,
  searchVerifications,
  type VerificationFilter,
} from "#data/verifications/verification-search.ts";
import { type Deps, type MemberCtx, modeAsked, type TenantCtx } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { reportsOf, type VerificationReport } from "./submit.ts";

type ListInput = PageInput & contract.VerificationFilter;

export type ListedVerification = Pick<
  FoundVerification,
  | ("mode" | "status" | "method" | "verified" | "verifiedAge" | "minimumAge" | "errorCode")
  | ("createdAt" | "completedAt")
> & {
  verificationId: string;
  metadata: MetadataPairs | null;
  /** The rejected verification that this one appeals. */
  appealOf?: string;
  /** What is stored with the error; absent: nothing. */
  reason?: string;
  /** Absent: none was given, or it was erased. */
  reference?: string;
  /** Only with thresholds. */
  band?: AgeBand;
};

// "`" sorts after "_", so this is greater than every id.
const BEHIND_ALL = "ver`";

/** Where a page ends: at the cursor, or where its times do. */
const endOf = (cursor: string | undefined, beforeId: string): string =>
  cursor !== undefined && cursor < beforeId ? cursor : beforeId;

const filterOf = ({ from, to, zone, cursor, status, mode, method }: ListInput): VerificationFilter => {
  const { fromId = "ver_", beforeId = BEHIND_ALL } = idsOfDays("verification", { from, to, zone });
  return {
    status,
    mode,
    method,
    fromId,
    beforeId: endOf(cursor, beforeId),
  };
};

// A range of ids that contains one id only.
const onlyThis = (filter: VerificationFilter, id: string): VerificationFilter => ({
  ...filter,
  fromId: id > filter.fromId ? id : filter.fromId,
  beforeId: `${id}0` < filter.beforeId ? `${id}0` : filter.beforeId,
});

const toListed = (found: FoundVerification, now: Date): ListedVerification => {
  const { mode, method, verified, verifiedAge, minimumAge, errorCode, createdAt, completedAt } = found;
  const { reason } = found;
  const { band } = ageAnswerOf(found);
  return {
    ...{ mode, method, verified, verifiedAge, minimumAge, errorCode, createdAt, completedAt },
    verificationId: found.id,
    status: effectiveStatus(found, now),
    metadata: metadataPairs(metadataFromJson(found.metadata)),
    ...(found.appealOf === null ? {} : { appealOf: found.appealOf }),
    // A decision has a reason of the tenant’s, which can be long.
    ...(errorCode === null || reason === null ? {} : { reason }),
    ...(found.reference === null ? {} : { reference: found.reference }),
    ...(band ? { band } : {}),
  };
};

const BY_VOUCHER = METHOD_IDS.filter(isByVoucher);

/** A page of the list, without a permission check, for the list and its export. */
export const findPage = async (deps: Deps, tenantId: string, input: ListInput) => {
  const now = deps.now();
  const filter = filterOf(input);
  const search = input.search?.trim() ?? "";
  const isText = search !== "" && !isId("verification", search);
  const bounded = search === "" ? filter : onlyThis(filter, search);
  const { page, nextCursor } = await pageOf(input.limit, (limit) => {
    const bounds = { limit, now };
    if (input.waitsFor !== undefined) {
      const asked = isText ? { ...filter, text: search } : { ...bounded, text: null };
      return searchOpenAppeals(deps.db, tenantId, { ...asked, methods: BY_VOUCHER }, bounds);
    }
    return isText
      ? searchByText(deps.db, tenantId, { ...filter, text: search }, bounds)
      : searchVerifications(deps.db, tenantId, bounded, bounds);
  });
  return { verifications: page.map((row) => toListed(row, now)), nextCursor };
};

/** Recent rows whose reference, or whose value of a key, contains the text, without a permission check. */
export const findByPart = async (
  deps: Deps,
  tenantId: string,
  part: { key: string | null; text: string },
  limit: number,
): Promise<ListedVerification[]> => {
  const now = deps.now();
  return (await searchByPart(deps.db, tenantId, part, limit)).map((row) => toListed(row, now));
};

/** A page of the tenant's verifications, newest first. @throws PERMISSION_DENIED */
export const listVerifications = async (ctx: MemberCtx, input: ListInput) => {
  requirePermission(ctx, "verifications.read");
  return findPage(ctx.deps, ctx.tenant.id, input);
};

/** The open appeals that wait for a voucher, and when the first of them runs out. @throws PERMISSION_DENIED */
export const waitingAppeals = async (
  ctx: MemberCtx,
): Promise<{ count: number; earliestExpiresAt: Date | null }> => {
  requirePermission(ctx, "verifications.read");
  const { db, now } = ctx.deps;
  return countOpenAppeals(db.orm, ctx.tenant.id, BY_VOUCHER, now());
};

const LOOK_BACK = 500;

/** The metadata keys of the tenant's latest verifications. @throws PERMISSION_DENIED */
export const metadataKeys = async (ctx: MemberCtx): Promise<string[]> => {
  requirePermission(ctx, "verifications.read");
  const { verifications } = await findPage(ctx.deps, ctx.tenant.id, { limit: LOOK_BACK });
  const keys = new Set(verifications.flatMap(({ metadata }) => (metadata ?? []).map(([name]) => name)));
  return [...keys].sort((a, b) => (a < b ? -1 : 1));
};

/** The ids of verifications that were started within these times and come after the cursor. @throws INVALID_PARAMETERS: not a cursor of ours */
const idsOf = ({ from, to, cursor }: ListVerificationsQuery): { fromId: string; beforeId: string } => {
  if (cursor !== undefined && !isId("verification", cursor)) throw foreignCursor();
  const beforeId = to === undefined ? BEHIND_ALL : firstIdAt("verification", new Date(Date.parse(to) + 1));
  return {
    fromId: from === undefined ? "ver_" : firstIdAt("verification", new Date(from)),
    beforeId: endOf(cursor, beforeId),
  };
};

type TenantListed = VerificationReport & { mode: Mode; method: string | null };

/**
 * A page of the tenant's verifications in one mode, newest first, each as its status is reported. A page continues after
 * the last id of the one before, so what starts in the meantime moves nothing.
 * @throws INVALID_PARAMETERS: a test key asks for live ones, or a cursor that is not ours
 */
export const listForTenant = async (
  ctx: TenantCtx,
  input: ListVerificationsQuery,
): Promise<{ verifications: TenantListed[]; nextCursor: string | null }> => {
  const { db, now: clock } = ctx.deps;
  const { status, method, outcome, reference, metadataKey: key, metadataValue: value } = input;
  const isApproved = outcome && outcome === "approved";
  const filter = { status, method, mode: modeAsked(ctx, input.mode), isApproved, ...idsOf(input) };
  const entry: MetadataEntry | undefined =
    key === undefined || value === undefined ? undefined : { key, value };
  const tenantId = ctx.tenant.id;
  const now = clock();
  const { page, nextCursor } = await pageOf(input.limit, (limit) => {
    if (reference !== undefined)
      return searchByReference(db, tenantId, { ...filter, reference, entry }, { limit, now });
    return entry
      ? searchByText(db, tenantId, { ...filter, text: entry.value, key: entry.key }, { limit, now })
      : searchVerifications(db, tenantId, filter, { limit, now });
  });
  const reports = await reportsOf(ctx, page, now);
  const verifications = page.flatMap(({ mode, method }, index) => {
    const report = reports[index];
    return report ? [{ ...report, mode, method }] : [];
  });
  return { verifications, nextCursor };
};
