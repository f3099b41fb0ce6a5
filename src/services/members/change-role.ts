import { permissionToMove, type Role } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import { type Db, inTransaction } from "#data/client.ts";
import { countOwners, deleteMembership, lockMembers, roleIn, setRole } from "#data/memberships.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx, MemberCtx } from "../context.ts";
import { requireOpenTenant, requirePermission } from "../require-permission.ts";

const requireAnotherOwner = async (db: Db, tenantId: string): Promise<void> => {
  if ((await countOwners(db, tenantId)) <= 1) throw new ServiceError("LAST_OWNER");
};

type Move = { tenantId: string; memberId: string; from: Role; to: Role | null };

/** Writes another role, or none (null), with its audit entry; whoever asks has checked that it may be. */
export const writeMove = async (ctx: Ctx, db: Db, { tenantId, memberId, from, to }: Move): Promise<void> => {
  if (to === null) await deleteMembership(db, tenantId, memberId);
  else await setRole(db, tenantId, memberId, to);
  await recordAudit(ctx, db, {
    tenantId,
    action: to === null ? "member.remove" : "member.change_role",
    target: memberId,
    changes: { from, to },
  });
};

/** Moves a member from what they are to another role, or out (null); one after the other within a tenant. */
const move = (ctx: MemberCtx, memberId: string, to: Role | null): Promise<void> =>
  inTransaction(ctx.deps.db, async (db) => {
    const { tenant, member } = ctx;
    await lockMembers(db, tenant.id);
    const from = await roleIn(db, tenant.id, memberId);
    if (from === null) throw new ServiceError("NOT_FOUND", "There is no such member.");
    const isLeaving = to === null && memberId === member.id;
    if (isLeaving) requireOpenTenant(ctx);
    else requirePermission(ctx, permissionToMove(from, to));
    if (from === to) return;
    if (from === "owner") await requireAnotherOwner(db, tenant.id);
    await writeMove(ctx, db, { tenantId: tenant.id, memberId, from, to });
  });

/** @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, LAST_OWNER; nothing was written then */
export const changeRole = (ctx: MemberCtx, input: { memberId: string; role: Role }): Promise<void> =>
  move(ctx, input.memberId, input.role);

/**
 * Takes a member out of the tenant; everybody may take themselves out.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, LAST_OWNER
 */
export const removeMember = (ctx: MemberCtx, input: { memberId: string }): Promise<void> =>
  move(ctx, input.memberId, null);
