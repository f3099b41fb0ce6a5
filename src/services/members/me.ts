import { type Permission, ROLE_PERMISSIONS, type Role } from "#core/access.ts";
import type { Member } from "#core/member.ts";
import { type Membership, membershipsOf } from "#data/memberships.ts";
import type { PersonCtx } from "../context.ts";

export type Me = {
  member: Member;
  tenants: (Membership & { permissions: readonly Permission[] })[];
  roles: Record<Role, readonly Permission[]>;
};

/** Who is signed in, the tenants they may switch between, and what their role allows in each. */
export const me = async ({ deps, member }: PersonCtx): Promise<Me> => ({
  member,
  tenants: (await membershipsOf(deps.db.orm, member.id)).map((membership) => ({
    ...membership,
    permissions: ROLE_PERMISSIONS[membership.role],
  })),
  roles: ROLE_PERMISSIONS,
});
