import type { ChangeRole } from "#contracts/console/members.ts";
import {
  type Permission,
  permissionToMove,
  ROLE_PERMISSIONS,
  type Role,
  type VISITOR,
  VISITOR_PERMISSIONS,
} from "#core/access/permissions.ts";
import { ServiceError } from "#core/errors.ts";
import type { Member, MemberOfTenant } from "#core/member.ts";
import { notePersonLeft } from "#data/members/directories.ts";
import { type InvitationRow, listInvitations } from "#data/members/invitations.ts";
import {
  countOwners,
  deleteMembership,
  forgetMembers,
  inTenantTransaction,
  listMembers as listRows,
  lockedOutsiders,
  type Membership,
  membershipsOf,
  roleIn,
  type SealedMember,
  sealedEmailOf,
  setRole,
} from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { type MailState, mailStates } from "#data/service/mail.ts";
import { includesBytes, type Secrets } from "#platform/secrets.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx, Deps, MemberCtx, PersonCtx } from "#services/context.ts";
import { isNamedOperator, isOperator } from "#services/operators.ts";
import { requireOpenTenant, requirePermission } from "#services/permissions.ts";
import { digestOf, digestsOf, openSealed, sealedFor } from "#services/sealing.ts";
import { requireAsSeen } from "#services/seen.ts";
import { withdrawAlertMails } from "./alert-mail.ts";
import { visitsOf } from "./visits.ts";

const requireAnotherOwner = async (db: Db, tenantId: string): Promise<void> => {
  if ((await countOwners(db, tenantId)) <= 1) throw new ServiceError("LAST_OWNER");
};

type Move = {
  tenantId: string;
  memberId: string;
  from: Role;
  to: Role | null;
  /** The person is deleted, by the operator: the tenant did not remove them, so its directory may ask them again. */
  isDeletion?: true;
};

/** Writes another role, or none (null), with its audit entry; the caller has checked the permission. */
export const writeMove = async (ctx: Ctx, db: Db, move: Move): Promise<void> => {
  const { tenantId, memberId, from, to } = move;
  if (to === null) {
    await deleteMembership(db, tenantId, memberId);
    if (!move.isDeletion) await notePersonLeft(db, { tenantId, memberId }, ctx.deps.now());
    await withdrawAlertMails(db, { tenantId, memberId }, ctx.deps.now());
  } else await setRole(db, tenantId, memberId, to);
  const action = to === null ? "member.remove" : "member.change_role";
  await recordAudit(ctx, db, { tenantId, action, target: memberId, changes: { from, to } });
  if (to === null) await forgetOutsiders(ctx, db, [memberId]);
};

/**
 * Deletes those of these people who now belong to no tenant, with their sessions, in the transaction in which they left. Not
 * operators; and not who made a tenant that is still there, or a person could collect free ones: those go 90 days after they
 * last signed in.
 */
export const forgetOutsiders = async ({ deps }: Ctx, db: Db, ids: readonly string[]): Promise<void> => {
  const outsiders = await lockedOutsiders(db, ids);
  const leaving = outsiders.filter((stated) => !isNamedOperator(deps, stated));
  await forgetMembers(
    db,
    leaving.map(({ id }) => id),
  );
};

/** Gives a member another role, or none (null); serialised within a tenant. */
const move = (ctx: MemberCtx, memberId: string, to: Role | null, seen?: ChangeRole["seen"]): Promise<void> =>
  inTenantTransaction(ctx.deps.db, ctx.tenant.id, async (db) => {
    const { tenant, member } = ctx;
    const from = await roleIn(db, tenant.id, memberId);
    if (from === null) throw new ServiceError("NOT_FOUND", "There is no such member.");
    const isLeaving = to === null && memberId === member.id;
    if (isLeaving) requireOpenTenant(ctx);
    else requirePermission(ctx, permissionToMove(from, to));
    const what = { what: "this member", target: memberId, told: { role: "to" } };
    await requireAsSeen(ctx, db, { stored: { role: from }, given: { role: to }, seen, ...what });
    if (from === to) return;
    if (from === "owner") await requireAnotherOwner(db, tenant.id);
    await writeMove(ctx, db, { tenantId: tenant.id, memberId, from, to });
  });

/**
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, LAST_OWNER; CONFLICT: the role is not as it was seen; then nothing was
 *   written
 */
export const changeRole = (ctx: MemberCtx, { memberId, role, seen }: ChangeRole): Promise<void> =>
  move(ctx, memberId, role, seen);

/**
 * Removes a member from the tenant; anyone can remove themselves.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, LAST_OWNER
 */
export const removeMember = (ctx: MemberCtx, input: { memberId: string }): Promise<void> =>
  move(ctx, input.memberId, null);

type Bytes = Uint8Array<ArrayBuffer>;

/** Finds an address again without storing it in plain text. */
export const emailHashOf = (deps: { secrets: Pick<Secrets, "fingerprint"> }, email: string): Bytes =>
  new Uint8Array(digestOf(deps.secrets, "email", email));

/**
 * The digests under which a person's verified address may be stored: their own, and those with the other
 * pepper.
 */
export const emailHashesOf = async (
  { deps, member, emailHash }: PersonCtx,
  db: Db,
): Promise<{ email: string | null; hashes: Bytes[] }> => {
  if (emailHash === null) return { email: null, hashes: [] };
  const email = openEmail(deps, await sealedEmailOf(db, member.id), member.id);
  const hashes = email === null ? [] : digestsOf(deps.secrets, "email", email);
  // Only the address that the hash was made from: another stored address would be unverified.
  return includesBytes(hashes, emailHash) ? { email, hashes } : { email: null, hashes: [emailHash] };
};

/** @param ownerId the member or invitation that the address belongs to: it opens nowhere else */
export const sealEmail = (deps: Pick<Deps, "secrets">, email: string, ownerId: string): string =>
  deps.secrets.seal(email.trim(), sealedFor("memberEmail", ownerId));

/** Null also if it was sealed with another SECRETS_KEY: the next sign-in seals it again. */
export const openEmail = (deps: Pick<Deps, "secrets">, sealed: string | null, ownerId: string) =>
  openSealed(deps.secrets, sealed, sealedFor("memberEmail", ownerId));

/** A member with their address in plain text. */
export const shownMember = (deps: Deps, { emailSealed, ...row }: SealedMember): MemberOfTenant => ({
  ...row,
  email: openEmail(deps, emailSealed, row.id),
});

type OpenInvitation = Pick<MemberOfTenant, "id" | "role" | "email"> & { createdAt: Date; expiresAt: Date };

/** Null: no mail was sent, or its link was replaced. `code`: see core/mail/mail.ts. */
type InvitationMailState = Pick<MailState, "status" | "endedAt"> & { code: string | null };

const shownState = (state: MailState | undefined): InvitationMailState | null =>
  state === undefined || state.lastCode === "withdrawn"
    ? null
    : { status: state.status, endedAt: state.endedAt, code: state.lastCode };

/** An invitation with its address in plain text. */
export const shownInvitation = (deps: Deps, row: InvitationRow): OpenInvitation => {
  const { id, role, emailSealed, createdAt, expiresAt } = row;
  return { id, role, email: openEmail(deps, emailSealed, id), createdAt, expiresAt };
};

type MemberList = {
  members: (MemberOfTenant & { isYou: boolean })[];
  invitations: (OpenInvitation & { mail: InvitationMailState | null })[];
  /** Whether invitations go out by e-mail: SMTP_URL is set. */
  sendsMail: boolean;
};

/** The tenant's members, oldest first, and the invitations that can still be accepted. @throws PERMISSION_DENIED */
export const listMembers = async (ctx: MemberCtx): Promise<MemberList> => {
  const { deps, tenant, member } = ctx;
  requirePermission(ctx, "members.read");
  const [members, invitations] = await Promise.all([
    listRows(deps.db.orm, tenant.id),
    listInvitations(deps.db.orm, tenant.id, deps.now()),
  ]);
  const ids = invitations.map(({ id }) => id);
  const mails = await mailStates(deps.db.orm, tenant.id, ids);
  return {
    members: members.map((row) => ({ ...shownMember(deps, row), isYou: row.id === member.id })),
    invitations: invitations.map((row) => ({
      ...shownInvitation(deps, row),
      mail: shownState(mails.get(row.id)),
    })),
    sendsMail: deps.settings.mail !== null,
  };
};

type Visited = Omit<Membership, "role"> & {
  visitId: string;
  role: typeof VISITOR;
  permissions: readonly Permission[];
  /** When the visit is over, unless the tenant ends it before. */
  expiresAt: Date;
};

type Me = {
  /** `email` only if the identity provider says that it is verified. */
  member: Member & { email: string | null };
  /** The identity provider; null if none is configured any more. */
  provider: { name: string; issuer: string } | null;
  tenants: (Membership & { permissions: readonly Permission[] })[];
  /** Whether OPERATORS names the person. */
  isOperator: boolean;
  /** The tenants that let them look, as an operator. */
  visits: Visited[];
  roles: Record<Role, readonly Permission[]>;
};

/** The signed-in person, the tenants they can switch between, and their permissions in each. */
export const me = async (person: PersonCtx): Promise<Me> => {
  const { deps, member } = person;
  const [emailSealed, memberships, operates, visits] = await Promise.all([
    sealedEmailOf(deps.db.orm, member.id),
    membershipsOf(deps.db.orm, member.id),
    isOperator(person),
    visitsOf(person),
  ]);
  const { identity } = deps;
  return {
    member: { ...member, email: openEmail(deps, emailSealed, member.id) },
    provider: identity && { name: identity.signIn.name, issuer: identity.signIn.issuer },
    tenants: memberships.map((membership) => ({
      ...membership,
      permissions: ROLE_PERMISSIONS[membership.role],
    })),
    isOperator: operates,
    visits: visits.map((visit) => ({ ...visit, permissions: VISITOR_PERMISSIONS })),
    roles: ROLE_PERMISSIONS,
  };
};
