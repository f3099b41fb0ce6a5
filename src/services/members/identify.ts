import { VISITOR } from "#core/access/permissions.ts";
import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { type Member, maySignUp, type Profile, TENANT_HEADER } from "#core/member.ts";
import { visibleName } from "#core/text.ts";
import { findBearerOwner } from "#data/members/console-sessions.ts";
import {
  findKnownProfile,
  insertMembership,
  lockMember,
  type Membership,
  membershipsOf,
  roleIn,
  setMemberEmail,
  upsertMember,
} from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { findTenant, hasMadeTenant, insertTenant } from "#data/tenants/tenants.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx, MemberCtx, PersonCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requireWithin } from "#services/limits.ts";
import { isOperator } from "#services/operators.ts";
import { bearerHashesOf } from "#services/sessions/session-grant.ts";
import { noteSessionUse } from "#services/sessions/sessions.ts";
import { recordPlan } from "#services/usage/statements.ts";
import { settleOffers } from "./consent.ts";
import { emailHashesOf, emailHashOf, sealEmail } from "./members.ts";
import { isVisiting } from "./visits.ts";

/**
 * The person behind a verified bearer. A bearer given to a session's page is valid only while the session runs.
 * @throws UNAUTHENTICATED_MEMBER: the person has never signed in to this console, or the session has ended
 */
export const identifyPerson = async (
  { deps, requestId }: Pick<Ctx, "deps" | "requestId">,
  subject: Pick<Profile, "issuer" | "subject">,
  bearer: string,
): Promise<PersonCtx> => {
  const found = await findBearerOwner(deps.db.orm, subject, bearerHashesOf(deps, bearer), deps.now());
  if (!found) throw new ServiceError("UNAUTHENTICATED_MEMBER", "Sign in to the console first.");
  const { id, name, emailHash, sessionId, isEnded, lastUsedAt } = found;
  if (isEnded) throw new ServiceError("UNAUTHENTICATED_MEMBER", "Your session has ended. Sign in again.");
  if (sessionId !== null && lastUsedAt) await noteSessionUse(deps, sessionId, lastUsedAt);
  const actor = { kind: "member", memberId: id } as const;
  return { deps, site: null, requestId, actor, member: { id, name }, emailHash, sessionId };
};

// One answer for another tenant's id, a malformed one and none.
const tenantNotFound = (): ServiceError =>
  new ServiceError("TENANT_NOT_FOUND", "You are not a member of this tenant.");

// Which of several would be a guess, and others could make one's own tenant the second.
const onlyTenantOf = async (db: Db, memberId: string): Promise<string> => {
  const memberships = await membershipsOf(db, memberId);
  if (memberships.length > 1) {
    throw new ServiceError(
      "TENANT_REQUIRED",
      `You are a member of ${memberships.length} tenants. Name one in the header ${TENANT_HEADER}, for example ${TENANT_HEADER}: ten_…: session.me lists their ids.`,
    );
  }
  return memberships[0]?.tenantId ?? "";
};

/**
 * The person in one of their tenants: the named one, or their only one. This is the one place that says in which tenant a
 * person may act: a membership, which no one gets without their yes (services/members/consent.ts), or a visit as an operator.
 * @throws TENANT_NOT_FOUND: they are not a member of it, and no visit runs; TENANT_REQUIRED: none is named, and they have several
 */
export const enterTenant = async (person: PersonCtx, wanted: string | null): Promise<MemberCtx> => {
  const { deps, site, requestId, actor, member } = person;
  const db = deps.db.orm;
  const tenantId = wanted ?? (await onlyTenantOf(db, member.id));
  if (!isId("tenant", tenantId)) throw tenantNotFound();
  const [role, tenant] = await Promise.all([roleIn(db, tenantId, member.id), findTenant(db, tenantId)]);
  if (!tenant) throw tenantNotFound();
  if (role !== null) return { deps, site, requestId, actor, member, tenant, role };
  if (!(await isVisiting(person, tenantId))) throw tenantNotFound();
  const operator = { kind: "operator", memberId: member.id } as const;
  return { deps, site, requestId, actor: operator, member, tenant, role: VISITOR };
};

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
    // The least that answers the question; a tenant can choose otherwise. No older client relies on the age.
    disclosure: "thresholds" as const,
    madeBy: member.id,
    // A new tenant has no backend yet that expects the token in the address.
    returnWith: "code" as const,
  };
  await insertTenant(db, tenant, deps.now());
  await recordPlan(deps, db, tenant);
  const membership = { tenantId: id, memberId: member.id, role: "owner" } as const;
  await insertMembership(db, { ...membership, consent: "created_it" }, deps.now());
  await recordAudit(ctx, db, { tenantId: id, action: "tenant.create", target: id, changes: { name } });
};

const TO_GET_IN =
  "Ask the operator of this service for a tenant, or a member of a tenant for an invitation link. If you have another account, sign out and sign in with it.";

const signUpClosed = (why: string): ServiceError => new ServiceError("SIGN_UP_CLOSED", `${why} ${TO_GET_IN}`);

const requireSignUp = async (ctx: PersonCtx, db: Db): Promise<void> => {
  const { signUp } = ctx.deps.settings;
  if (!signUp.isOpen) throw signUpClosed("You are not a member of a tenant here yet.");
  if (!maySignUp(signUp, (await emailHashesOf(ctx, db)).email)) {
    throw signUpClosed("Only people with an e-mail address of certain companies can sign up here.");
  }
  // A tenant that was handed over or closed counts too, or one person could collect free ones.
  if (await hasMadeTenant(db, ctx.member.id)) {
    throw signUpClosed("You have already created a tenant here, and each person can create only one.");
  }
};

/**
 * Runs when a person enters the console: creates a tenant if they are not a member of any and none waits for their answer.
 * Safe to repeat, even at the same time.
 * @returns their tenants; none while others wait for their answer, or for an operator
 * @throws SIGN_UP_CLOSED: they are not a member of any tenant, and this deployment creates no (second) one for them
 */
export const beginConsole = async (ctx: PersonCtx): Promise<Membership[]> => {
  const { deps, member } = ctx;
  // Asked before: what holds a connection asks for no second one.
  const operates = !deps.settings.signUp.isOpen && (await isOperator(ctx));
  return inTransaction(deps.db, async (db) => {
    await lockMember(db, member.id);
    const waiting = await settleOffers(ctx, db);
    const memberships = await membershipsOf(db, member.id);
    if (memberships.length > 0 || waiting > 0) return memberships;
    // An operator has somewhere to go without a tenant.
    if (operates) return memberships;
    await requireSignUp(ctx, db);
    await createOwnTenant(ctx, db);
    return membershipsOf(db, member.id);
  });
};

const NAME_CHARACTERS = 200;

/**
 * Stores the profile of a person whom the identity provider has just signed in.
 * @param isPartial the provider could not be asked for everything: what is missing stays unchanged
 */
export const signIn = ({ deps }: Ctx, profile: Profile, isPartial = false): Promise<Member> =>
  inTransaction(deps.db, async (db) => {
    const { issuer, subject, email } = profile;
    const known = isPartial ? await findKnownProfile(db, profile) : null;
    const given = visibleName(profile.name).slice(0, NAME_CHARACTERS).toWellFormed();
    const name = given || known?.name || "Somebody";
    const emailHash = email === null ? (known?.emailHash ?? null) : emailHashOf(deps, email);
    const member = await upsertMember(
      db,
      {
        id: newId(deps, "member"),
        issuer,
        subject,
        name,
        emailHash,
        operatorClaims: [...(profile.claims ?? [])],
      },
      deps.now(),
    );
    const emailSealed = email === null ? (known?.emailSealed ?? null) : sealEmail(deps, email, member.id);
    await setMemberEmail(db, member.id, emailSealed);
    return member;
  });

/**
 * Counts one console call against the member's limit, for all their tenants.
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const limitMember = ({ deps, member }: Pick<PersonCtx, "deps" | "member">): Promise<void> => {
  const limit = deps.settings.consoleCallsPerMinute;
  return requireWithin(
    deps,
    { key: `member:${member.id}`, limit, windowSeconds: 60 },
    (seconds) => `You have made more than ${limit} calls in a minute. Try again in ${seconds} s.`,
  );
};
