import { ServiceError } from "#core/errors.ts";
import { maySignUp } from "#core/sign-up.ts";
import { type Db, inTransaction } from "#data/client.ts";
import { invitationsFor } from "#data/invitations.ts";
import { lockMember, sealedEmailOf } from "#data/members.ts";
import { insertMembership, type Membership, membershipsOf } from "#data/memberships.ts";
import { hasMadeTenant, insertTenant } from "#data/tenants.ts";
import { recordAudit } from "../audit/record.ts";
import type { PersonCtx } from "../context.ts";
import { newId } from "../new-id.ts";
import { recordPlan } from "../usage/record-terms.ts";
import { accept } from "./accept-invitation.ts";
import { emailHashOf, openEmail } from "./person.ts";

const createOwnTenant = async (ctx: PersonCtx, db: Db): Promise<void> => {
  const { deps, member } = ctx;
  const id = newId(deps, "tenant");
  const name = `${member.name}'s tenant`;
  const tenant = {
    id,
    name,
    plan: "free" as const,
    overrides: {},
    ownerEmailSealed: null,
    madeBy: member.id,
  };
  await insertTenant(db, tenant, deps.now());
  await recordPlan(deps, db, tenant);
  await insertMembership(db, { tenantId: id, memberId: member.id, role: "owner" }, deps.now());
  await recordAudit(ctx, db, { tenantId: id, action: "tenant.create", target: id, changes: { name } });
};

const TO_GET_IN =
  "Ask the people who run this service for a tenant, or a member of one for an invitation link. If you have another account, sign out and sign in with that one.";

// The address that the hash was made of: another one that may be kept beside it was verified by nobody.
const verifiedEmail = async ({ deps, member, emailHash }: PersonCtx, db: Db): Promise<string | null> => {
  const email = openEmail(deps, await sealedEmailOf(db, member.id), member.id);
  if (email === null || emailHash === null) return null;
  return Buffer.from(emailHashOf(deps, email)).equals(Buffer.from(emailHash)) ? email : null;
};

const requireSignUp = async (ctx: PersonCtx, db: Db): Promise<void> => {
  const { signUp } = ctx.deps.settings;
  if (!signUp.isOpen) {
    throw new ServiceError("SIGN_UP_CLOSED", `You are not a member of a tenant here yet. ${TO_GET_IN}`);
  }
  if (!maySignUp(signUp, await verifiedEmail(ctx, db))) {
    const who = "Only people with an e-mail address of certain companies can sign up here by themselves.";
    throw new ServiceError("SIGN_UP_CLOSED", `${who} ${TO_GET_IN}`);
  }
  // A tenant that was passed on or closed counts: else everybody could collect free ones.
  if (await hasMadeTenant(db, ctx.member.id)) {
    const before = "You have made a tenant here before, and signing up makes one for each person.";
    throw new ServiceError("SIGN_UP_CLOSED", `${before} ${TO_GET_IN}`);
  }
};

/**
 * What happens when somebody enters the console: invitations for their verified address are accepted; who then is
 * a member of nothing gets a tenant of their own. Doing it twice, or twice at once, does it once.
 * @throws SIGN_UP_CLOSED: they are a member of nothing, and this deployment makes no tenant for them, or no second one
 */
export const beginConsole = (ctx: PersonCtx): Promise<Membership[]> => {
  const { deps, member, emailHash } = ctx;
  return inTransaction(deps.db, async (db) => {
    await lockMember(db, member.id);
    const invitations = emailHash === null ? [] : await invitationsFor(db, emailHash, deps.now());
    for (const invitation of invitations) await accept(ctx, db, invitation);
    const memberships = await membershipsOf(db, member.id);
    if (memberships.length > 0) return memberships;
    await requireSignUp(ctx, db);
    await createOwnTenant(ctx, db);
    return membershipsOf(db, member.id);
  });
};
