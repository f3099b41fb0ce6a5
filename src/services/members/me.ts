import { type Permission, ROLE_PERMISSIONS, type Role } from "#core/access.ts";
import type { Member } from "#core/member.ts";
import { sealedEmailOf } from "#data/members.ts";
import { type Membership, membershipsOf } from "#data/memberships.ts";
import type { PersonCtx } from "../context.ts";
import { openEmail } from "./person.ts";

export type Me = {
  /** `email` only where the identity provider says that it was verified. */
  member: Member & { email: string | null };
  /** Who signed them in; null where nobody does any more. */
  provider: { name: string; issuer: string } | null;
  tenants: (Membership & { permissions: readonly Permission[] })[];
  roles: Record<Role, readonly Permission[]>;
};

/** Who is signed in, the tenants they may switch between, and what their role allows in each. */
export const me = async ({ deps, member }: PersonCtx): Promise<Me> => {
  const [emailSealed, memberships] = await Promise.all([
    sealedEmailOf(deps.db.orm, member.id),
    membershipsOf(deps.db.orm, member.id),
  ]);
  const { identity } = deps;
  return {
    member: { ...member, email: openEmail(deps, emailSealed, member.id) },
    provider: identity && { name: identity.signIn.name, issuer: identity.signIn.issuer },
    tenants: memberships.map((membership) => ({
      ...membership,
      permissions: ROLE_PERMISSIONS[membership.role],
    })),
    roles: ROLE_PERMISSIONS,
  };
};
