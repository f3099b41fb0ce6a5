import { type AgeBand, ageAnswerOf, type StoredThresholds } from "#core/age-over.ts";
import { type DayRange, idsOfDays } from "#core/day.ts";
import { isId } from "#core/ids.ts";
import {
  effectiveStatus,
  type MetadataPairs,
  type Mode,
  metadataPairs,
  type VerificationStatus,
} from "#core/verification.ts";
import { metadataFromJson } from "#data/service/columns.ts";
import {
  type FoundVerification,
  searchByPart,
  searchByText,
  searchVerifications,
  type VerificationFilter,
} from "#data/verifications/verification-search.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";

export type ListInput = PageInput &
  DayRange & {
    status?: VerificationStatus | undefined;
    mode?: Mode | undefined;
    method?: string | undefined;
    /** An id, a reference, or a complete metadata value. */
    search?: string | undefined;
  };

export type ListedVerification = Omit<
  FoundVerification,
  "id" | "expiresAt" | "metadata" | "reference" | keyof StoredThresholds
> & {
  verificationId: string;
  metadata: MetadataPairs | null;
  /** Absent: none was given, or it was erased. */
  reference?: string;
  /** Only with thresholds. */
  band?: AgeBand;
};

// "`" sorts after "_", so this is greater than every id.
const BEHIND_ALL = "ver`";

const filterOf = ({ from, to, zone, cursor, status, mode, method }: ListInput): VerificationFilter => {
  const { fromId = "ver_", beforeId = BEHIND_ALL } = idsOfDays("verification", { from, to, zone });
  return {
    status,
    mode,
    method,
    fromId,
    beforeId: cursor !== undefined && cursor < beforeId ? cursor : beforeId,
  };
};

// A range of ids that contains one id only.
const onlyThis = (filter: VerificationFilter, id: string): VerificationFilter => ({
  ...filter,
  fromId: id > filter.fromId ? id : filter.fromId,
  beforeId: `${id}0` < filter.beforeId ? `${id}0` : filter.beforeId,
});

const toListed = (found: FoundVerification, now: Date): ListedVerification => {
  const { id, expiresAt, metadata, reference, thresholds, ageAtLeast, ageBelow, ...row } = found;
  const { band } = ageAnswerOf({ thresholds, ageAtLeast, ageBelow });
  return {
    ...row,
    verificationId: id,
    status: effectiveStatus({ status: row.status, expiresAt }, now),
    metadata: metadataPairs(metadataFromJson(metadata)),
    ...(reference === null ? {} : { reference }),
    ...(band ? { band } : {}),
  };
};

/** A page of the list, without a permission check, for the list and its export. */
export const findPage = async (deps: Deps, tenantId: string, input: ListInput) => {
  const now = deps.now();
  const filter = filterOf(input);
  const search = input.search?.trim() ?? "";
  const isText = search !== "" && !isId("verification", search);
  const bounded = search === "" ? filter : onlyThis(filter, search);
  const { page, nextCursor } = await pageOf(input.limit, (rows) =>
    isText
      ? searchByText(deps.db, tenantId, { ...filter, text: search }, rows, now)
      : searchVerifications(deps.db, tenantId, bounded, rows, now),
  );
  return { verifications: page.map((row) => toListed(row, now)), nextCursor };
};

/** Recent rows whose value of a key contains the text, without a permission check, for the palette. */
export const findByPart = async (
  deps: Deps,
  tenantId: string,
  part: { key: string; text: string },
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

const LOOK_BACK = 500;

/** The metadata keys of the tenant's latest verifications. @throws PERMISSION_DENIED */
export const metadataKeys = async (ctx: MemberCtx): Promise<string[]> => {
  requirePermission(ctx, "verifications.read");
  const { verifications } = await findPage(ctx.deps, ctx.tenant.id, { limit: LOOK_BACK });
  const keys = new Set(verifications.flatMap(({ metadata }) => (metadata ?? []).map(([name]) => name)));
  return [...keys].sort((a, b) => (a < b ? -1 : 1));
};
