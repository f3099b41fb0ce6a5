import { lookAlikes } from "#core/access/look-alike.ts";
import type { Role } from "#core/access/permissions.ts";
import { ServiceError } from "#core/errors.ts";
import type { OfferedBy } from "#core/member.ts";
import { peopleToJoin } from "#data/members/directories.ts";
import { invitationsFor } from "#data/members/invitations.ts";
import { lockMember, tenantsOfMember } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import type { PersonCtx } from "#services/context.ts";
import { accept, declineInvitation, inviterOf } from "./accept-invitation.ts";
import { declineDirectory, joinByDirectory } from "./directory-people.ts";
import { emailHashesOf } from "./members.ts";

// Consent is the only door into a tenant. What a tenant writes about a person, an invitation for their address or an entry of
// its directory, is an offer: it makes a question in the console, and their answer is what makes a membership. Until then
// there is no row of theirs in the tenant, so nothing has to remember to look whether they have accepted.

/** Others wait until these are answered. */
const ASKED_AT_ONCE = 100;

type InvitationOffer = Awaited<ReturnType<typeof invitationsFor>>[number];
type DirectoryOffer = Awaited<ReturnType<typeof peopleToJoin>>[number];

/** All that one tenant has written about a person: they answer it once. */
type Asked = {
  tenantId: string;
  tenant: { name: string; createdAt: Date };
  /** What they get: of the oldest invitation, or the directory's. */
  role: Role;
  invitations: InvitationOffer[];
  people: DirectoryOffer[];
};

/** What the person's verified address is asked for, by tenant; those that they are a member of as well. */
const askedOf = async (ctx: PersonCtx, db: Db): Promise<Asked[]> => {
  const { deps, member } = ctx;
  const { hashes } = await emailHashesOf(ctx, db);
  if (hashes.length === 0) return [];
  const [invitations, people] = await Promise.all([
    invitationsFor(db, hashes, deps.now(), ASKED_AT_ONCE),
    // One entry of each directory counts: one that names an address 5,000 times asks once.
    peopleToJoin(db, hashes, member.id, ASKED_AT_ONCE),
  ]);
  const asked = new Map<string, Asked>();
  for (const { tenantId, tenant, role } of [
    ...invitations,
    ...people.map((person) => ({ ...person, role: person.role ?? person.directory.role })),
  ]) {
    if (asked.has(tenantId)) continue;
    asked.set(tenantId, {
      ...{ tenantId, tenant, role },
      invitations: invitations.filter((row) => row.tenantId === tenantId),
      people: people.filter((row) => row.tenantId === tenantId),
    });
  }
  return [...asked.values()];
};

const ownIds = async (db: Db, memberId: string): Promise<ReadonlySet<string>> =>
  new Set((await tenantsOfMember(db, memberId)).map(({ tenantId }) => tenantId));

/**
 * Uses up what asks a member for a tenant that is theirs already, in the caller's transaction: nothing else changes.
 * @returns how many tenants wait for an answer
 */
export const settleOffers = async (ctx: PersonCtx, db: Db): Promise<number> => {
  const own = await ownIds(db, ctx.member.id);
  const asked = await askedOf(ctx, db);
  for (const { invitations, people } of asked.filter(({ tenantId }) => own.has(tenantId))) {
    for (const invitation of invitations) await accept(ctx, db, invitation, null);
    for (const person of people) await joinByDirectory(ctx, db, person, null);
  }
  return asked.filter(({ tenantId }) => !own.has(tenantId)).length;
};

type Offer = {
  tenantId: string;
  tenantName: string;
  tenantCreatedAt: Date;
  role: Role;
  from: OfferedBy;
  /** Null: it does not end by itself. */
  expiresAt: Date | null;
  /** The name looks like that of one of the person's tenants, or of another that asks. */
  isLookAlike: boolean;
};

type Memberships = {
  /** The person's tenants, in the order in which they joined: no name can change it. */
  accepted: { tenantId: string; tenantCreatedAt: Date; joinedAt: Date; isLookAlike: boolean }[];
  /** The tenants that wait for their answer. */
  offers: Offer[];
};

/** The person's tenants, with a mark on names that look alike, and what they are asked for. */
export const memberships = async (ctx: PersonCtx): Promise<Memberships> => {
  const db = ctx.deps.db.orm;
  const [own, asked] = await Promise.all([tenantsOfMember(db, ctx.member.id), askedOf(ctx, db)]);
  const isOwn = ({ tenantId }: Asked): boolean => own.some((each) => each.tenantId === tenantId);
  const open = asked.filter((each) => !isOwn(each));
  const ownNames = own.map(({ tenantId, name }) => ({ id: tenantId, name }));
  const alike = lookAlikes([
    ...ownNames,
    ...open.map(({ tenantId, tenant }) => ({ id: tenantId, name: tenant.name })),
  ]);
  const alikeOwn = lookAlikes(ownNames);
  const offers = open.map(
    async ({ tenantId, tenant, role, invitations: [invitation] }): Promise<Offer> => ({
      ...{ tenantId, tenantName: tenant.name, tenantCreatedAt: tenant.createdAt, role },
      from: invitation ? await inviterOf(db, invitation) : { kind: "directory", name: null },
      expiresAt: invitation?.expiresAt ?? null,
      isLookAlike: alike.has(tenantId),
    }),
  );
  return {
    accepted: own.map(({ tenantId, createdAt: tenantCreatedAt, joinedAt }) => ({
      ...{ tenantId, tenantCreatedAt, joinedAt },
      isLookAlike: alikeOwn.has(tenantId),
    })),
    offers: await Promise.all(offers),
  };
};

const answer = (
  ctx: PersonCtx,
  tenantId: string,
  work: (db: Db, asked: Asked) => Promise<void>,
): Promise<void> =>
  inTransaction(ctx.deps.db, async (db) => {
    await lockMember(db, ctx.member.id);
    const asked = (await askedOf(ctx, db)).find((each) => each.tenantId === tenantId);
    if (!asked || (await ownIds(db, ctx.member.id)).has(tenantId)) {
      throw new ServiceError("INVITATION_INVALID", "This tenant no longer asks you to join.");
    }
    await work(db, asked);
  });

/**
 * The person joins a tenant that asks them.
 * @param input.role the one that they were shown
 * @throws INVITATION_INVALID: it does not ask (any more); CONFLICT: it now offers another role. Then nothing was written
 */
export const acceptOffer = (
  ctx: PersonCtx,
  { tenantId, role }: { tenantId: string; role: Role },
): Promise<void> =>
  answer(ctx, tenantId, async (db, asked) => {
    if (asked.role !== role) {
      throw new ServiceError("CONFLICT", `You are now asked to join as ${asked.role}. Look at it again.`);
    }
    for (const invitation of asked.invitations) await accept(ctx, db, invitation, "accepted_offer");
    for (const person of asked.people) {
      // Taken out of the directory in the same moment.
      if (!(await joinByDirectory(ctx, db, person, "accepted_offer")))
        throw new ServiceError("INVITATION_INVALID", "This tenant no longer asks you to join.");
    }
  });

/** The person does not join, and this tenant's question is over. @throws INVITATION_INVALID: it does not ask (any more) */
export const declineOffer = (ctx: PersonCtx, tenantId: string): Promise<void> =>
  answer(ctx, tenantId, async (db, { invitations, people }) => {
    for (const invitation of invitations) await declineInvitation(ctx, db, invitation);
    const { hashes } = await emailHashesOf(ctx, db);
    for (const person of people) await declineDirectory(ctx, db, person, hashes);
  });
