import type { IssueVoucher } from "#contracts/console/verifications.ts";
import type { AgeBand } from "#core/age-over.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { missingOf, namedMethods } from "#core/policy/offer.ts";
import {
  createVoucherCode,
  shownVoucherCode,
  VOUCHER_RANDOM_BYTES,
  type VoucherState,
  voucherBoundsFault,
  voucherState,
} from "#core/vouchers/voucher.ts";
import { memberNames } from "#data/members/members.ts";
import { inTransaction } from "#data/service/client.ts";
import { pinnedPolicy } from "#data/tenants/policies.ts";
import {
  insertVoucher,
  listVouchers as listRows,
  revokeVoucher as revokeRow,
  type VoucherRow,
} from "#data/verifications/vouchers.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { liveSupplies } from "#services/check/offer.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";

const MINUTE_MS = 60_000;

/** The hashes under which a code may be stored, the current one first. Each tenant has its own. */
export const voucherHashesOf = ({ secrets }: Pick<Deps, "secrets">, tenantId: string, code: string) =>
  fingerprintsOf(secrets, `voucher ${tenantId}`, code);

type IssuedVoucher = {
  id: string;
  /** As it is shown: `ABCDE-FGHJK`. */
  code: string;
  expiresAt: Date;
};

/**
 * Issues a code for one use to a person whose age the member has seen in person. The code is in this answer only. Nothing
 * about the person is asked for or kept.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, INVALID_REQUEST_BODY: bounds that a voucher cannot have
 */
export const issueVoucher = async (ctx: MemberCtx, input: IssueVoucher): Promise<IssuedVoucher> => {
  requirePermission(ctx, "vouchers.issue");
  const { ageAtLeast = null, ageBelow = null, validMinutes } = input;
  const fault = voucherBoundsFault({ atLeast: ageAtLeast, below: ageBelow });
  if (fault !== null) throw invalid("ageBelow", fault);
  const { deps, tenant, member } = ctx;
  const id = newId(deps, "voucher");
  const code = createVoucherCode(deps.random(VOUCHER_RANDOM_BYTES));
  const [codeHash] = voucherHashesOf(deps, tenant.id, code);
  if (!codeHash) throw new TypeError("every code has a hash");
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + validMinutes * MINUTE_MS);
  await inTransaction(deps.db, async (db) => {
    await insertVoucher(db, {
      id,
      tenantId: tenant.id,
      codeHash,
      ageAtLeast,
      ageBelow,
      issuedBy: member.id,
      createdAt,
      expiresAt,
    });
    await recordOwnAudit(ctx, db, {
      action: "voucher.issue",
      target: id,
      changes: { ageAtLeast, ageBelow, validMinutes },
    });
  });
  return { id, code: shownVoucherCode(code), expiresAt };
};

type ListedVoucher = {
  id: string;
  state: VoucherState;
  /** What the member saw. */
  band: AgeBand;
  /** The member; null: a former one, whose name is gone. */
  issuedBy: { id: string; name: string | null };
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
  /** What it approved; null also where that would tell more than the verification does. */
  verificationId: string | null;
};

const toListed = (row: VoucherRow, names: ReadonlyMap<string, string>, now: Date): ListedVoucher => {
  const { id, ageAtLeast: atLeast, ageBelow: below, issuedBy } = row;
  const { createdAt, expiresAt, usedAt, revokedAt, verificationId } = row;
  return {
    ...{ id, createdAt, expiresAt, usedAt, revokedAt, verificationId },
    state: voucherState(row, now),
    band: { atLeast, below },
    issuedBy: { id: issuedBy, name: names.get(issuedBy) ?? null },
  };
};

type VoucherPage = {
  vouchers: ListedVoucher[];
  nextCursor: string | null;
  /** Whether any live verification of the tenant offers vouchers: otherwise a code opens nothing. */
  isOffered: boolean;
  /** Where a member changes that. */
  decidedBy: "policy" | "settings";
};

/** Whether a live verification can offer vouchers, and what decides that. */
const voucherOffer = async ({
  deps,
  tenant,
}: MemberCtx): Promise<Pick<VoucherPage, "isOffered" | "decidedBy">> => {
  const { policyId, methods } = tenant;
  const pinned = policyId === null ? null : await pinnedPolicy(deps.db.orm, tenant.id, policyId);
  const supplies = await liveSupplies(deps, deps.db.orm, tenant.id, ["voucher"]);
  const isNamed = namedMethods(methods, pinned?.policy ?? null).includes("voucher");
  return {
    isOffered: isNamed && missingOf(supplies.get("voucher")) === null,
    decidedBy: pinned ? "policy" : "settings",
  };
};

/** The tenant's vouchers, newest first, never with their codes. @throws PERMISSION_DENIED */
export const listVouchers = async (ctx: MemberCtx, { limit, cursor }: PageInput): Promise<VoucherPage> => {
  requirePermission(ctx, "vouchers.read");
  const { deps, tenant } = ctx;
  const db = deps.db.orm;
  const { page, nextCursor } = await pageOf(limit, (rows) => listRows(db, tenant.id, rows, cursor));
  const names = await memberNames(db, [...new Set(page.map(({ issuedBy }) => issuedBy))]);
  const now = deps.now();
  return {
    vouchers: page.map((row) => toListed(row, names, now)),
    nextCursor,
    ...(await voucherOffer(ctx)),
  };
};

/**
 * Takes back a voucher that has not been used yet.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND: no such voucher can still be used
 */
export const revokeVoucher = async (ctx: MemberCtx, id: string): Promise<void> => {
  requirePermission(ctx, "vouchers.issue");
  const { deps, tenant } = ctx;
  await inTransaction(deps.db, async (db) => {
    const isRevoked = isId("voucher", id) && (await revokeRow(db, tenant.id, id, deps.now()));
    if (!isRevoked) throw new ServiceError("NOT_FOUND", "There is no such voucher that can still be used.");
    await recordOwnAudit(ctx, db, { action: "voucher.revoke", target: id });
  });
};
