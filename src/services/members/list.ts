import type { Role } from "#core/access.ts";
import type { MemberOfTenant } from "#core/member.ts";
import { listInvitations } from "#data/invitations.ts";
import { listMembers as listRows } from "#data/memberships.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { openEmail } from "./person.ts";

export type OpenInvitation = {
  id: string;
  role: Role;
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export type MemberList = { members: (MemberOfTenant & { isYou: boolean })[]; invitations: OpenInvitation[] };

/** The tenant's members, oldest first, and the invitations that can still be accepted. @throws PERMISSION_DENIED */
export const listMembers = async (ctx: MemberCtx): Promise<MemberList> => {
  const { deps, tenant, member } = ctx;
  requirePermission(ctx, "members.read");
  const [members, invitations] = await Promise.all([
    listRows(deps.db.orm, tenant.id),
    listInvitations(deps.db.orm, tenant.id, deps.now()),
  ]);
  return {
    members: members.map(({ emailSealed, ...row }) => ({
      ...row,
      email: openEmail(deps, emailSealed, row.id),
      isYou: row.id === member.id,
    })),
    invitations: invitations.map(({ id, role, emailSealed, createdAt, expiresAt }) => ({
      id,
      role,
      email: openEmail(deps, emailSealed, id),
      createdAt,
      expiresAt,
    })),
  };
};
