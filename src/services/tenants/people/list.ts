import type { Role } from "#core/access.ts";
import type { MemberOfTenant } from "#core/member.ts";
import { pageOfInvitations } from "#data/invitations.ts";
import type { SealedMember } from "#data/members.ts";
import { listMembers } from "#data/memberships.ts";
import type { Ctx } from "../../context.ts";
import { openEmail } from "../../members/person.ts";
import { requireTenant } from "./find.ts";

export type InvitationRow = {
  id: string;
  role: Role;
  email: string | null;
  isOpen: boolean;
  createdAt: Date;
  expiresAt: Date;
};

/** A member with their address in the open, for the operator's answer alone. */
export const shownMember = (deps: Ctx["deps"], { emailSealed, ...row }: SealedMember): MemberOfTenant => ({
  ...row,
  email: openEmail(deps, emailSealed, row.id),
});

/** The tenant's members as the operator sees them, oldest first. @throws TENANT_NOT_FOUND */
export const membersOf = async (ctx: Ctx, tenantId: string): Promise<MemberOfTenant[]> => {
  await requireTenant(ctx, tenantId);
  const rows = await listMembers(ctx.deps.db.orm, tenantId);
  return rows.map((row) => shownMember(ctx.deps, row));
};

/** A page of the invitations that can be accepted or renewed, newest first. @throws TENANT_NOT_FOUND */
export const invitationsOf = async (
  ctx: Ctx,
  tenantId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ invitations: InvitationRow[]; nextCursor: string | null }> => {
  const { deps } = ctx;
  await requireTenant(ctx, tenantId);
  const found = await pageOfInvitations(deps.db.orm, tenantId, limit + 1, cursor);
  const page = found.slice(0, limit);
  return {
    invitations: page.map(({ id, role, emailSealed, createdAt, expiresAt }) => ({
      id,
      role,
      email: openEmail(deps, emailSealed, id),
      isOpen: expiresAt.getTime() > deps.now().getTime(),
      createdAt,
      expiresAt,
    })),
    nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};
