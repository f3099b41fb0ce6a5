import { ServiceError } from "#core/errors.ts";
import { type Db, inTransaction } from "#data/client.ts";
import { invitationsFor } from "#data/invitations.ts";
import { lockMember } from "#data/members.ts";
import { insertMembership, type Membership, membershipsOf } from "#data/memberships.ts";
import { insertTenant } from "#data/tenants.ts";
import { recordAudit } from "../audit/record.ts";
import type { PersonCtx } from "../context.ts";
import { newId } from "../new-id.ts";
import { accept } from "./accept-invitation.ts";

const createOwnTenant = async (ctx: PersonCtx, db: Db): Promise<void> => {
  const { deps, member } = ctx;
  const id = newId(deps, "tenant");
  const name = `${member.name}'s tenant`;
  await insertTenant(db, { id, name, plan: "free", overrides: {}, ownerEmailSealed: null }, deps.now());
  await insertMembership(db, { tenantId: id, memberId: member.id, role: "owner" }, deps.now());
  await recordAudit(ctx, db, { tenantId: id, action: "tenant.create", target: id, changes: { name } });
};

/**
 * What happens when somebody enters the console: invitations for their verified address are accepted; who then is
 * a member of nothing gets a tenant of their own. Doing it twice, or twice at once, does it once.
 * @throws SIGN_UP_CLOSED: they are a member of nothing, and this deployment makes no tenants that way
 */
export const beginConsole = (ctx: PersonCtx): Promise<Membership[]> => {
  const { deps, member, emailHash } = ctx;
  return inTransaction(deps.db, async (db) => {
    await lockMember(db, member.id);
    const invitations = emailHash === null ? [] : await invitationsFor(db, emailHash, deps.now());
    for (const invitation of invitations) await accept(ctx, db, invitation);
    const memberships = await membershipsOf(db, member.id);
    if (memberships.length > 0) return memberships;
    if (!deps.settings.consoleSignUp) throw new ServiceError("SIGN_UP_CLOSED");
    await createOwnTenant(ctx, db);
    return membershipsOf(db, member.id);
  });
};
