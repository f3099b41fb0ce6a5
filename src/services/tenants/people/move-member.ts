import type { Role } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { MemberOfTenant } from "#core/member.ts";
import { type Db, inTransaction } from "#data/client.ts";
import { countOwnerInvitations } from "#data/invitations.ts";
import { countOwners, findMemberOf, lockMembers } from "#data/memberships.ts";
import type { Ctx } from "../../context.ts";
import { writeMove } from "../../members/change-role.ts";
import { requireTenant } from "./find.ts";
import { shownMember } from "./list.ts";

type Target = { tenantId: string; memberId: string };

// The last owner may be gone for good, so the operator can replace them; but never without a way to the next one.
const requireWayToAnOwner = async (ctx: Ctx, db: Db, tenantId: string): Promise<void> => {
  if ((await countOwners(db, tenantId)) > 1) return;
  if ((await countOwnerInvitations(db, tenantId, ctx.deps.now())) > 0) return;
  throw new ServiceError(
    "LAST_OWNER",
    `This is the tenant's last owner. Invite the next one first: POST /admin/tenants/${tenantId}/invitations.`,
  );
};

const move = async (ctx: Ctx, { tenantId, memberId }: Target, to: Role | null): Promise<MemberOfTenant> => {
  await requireTenant(ctx, tenantId);
  return inTransaction(ctx.deps.db, async (db) => {
    await lockMembers(db, tenantId);
    const found = isId("member", memberId) ? await findMemberOf(db, tenantId, memberId) : null;
    if (!found) throw new ServiceError("MEMBER_NOT_FOUND");
    const { role: from } = found;
    if (from === "owner" && to !== "owner") await requireWayToAnOwner(ctx, db, tenantId);
    if (from !== to) await writeMove(ctx, db, { tenantId, memberId, from, to });
    return shownMember(ctx.deps, { ...found, role: to ?? from });
  });
};

/** Gives a member another role. @throws TENANT_NOT_FOUND, MEMBER_NOT_FOUND, LAST_OWNER; nothing was written then */
export const changeMember = (
  ctx: Ctx,
  { role, ...target }: Target & { role: Role },
): Promise<MemberOfTenant> => move(ctx, target, role);

/** Takes a member out of a tenant. @throws TENANT_NOT_FOUND, MEMBER_NOT_FOUND, LAST_OWNER; nothing was written then */
export const expelMember = async (ctx: Ctx, target: Target): Promise<{ id: string }> => ({
  id: (await move(ctx, target, null)).id,
});
