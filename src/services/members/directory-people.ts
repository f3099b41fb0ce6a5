import type { Role } from "#core/access/permissions.ts";
import { ServiceError } from "#core/errors.ts";
import type { Consent } from "#core/member.ts";
import {
  changePerson,
  countPeople,
  declinePerson,
  deletePerson,
  findPerson,
  insertPerson,
  joinPerson,
  listPeople,
  memberWithEmail,
  type PersonRow,
  peopleOutside,
  type peopleToJoin,
} from "#data/members/directories.ts";
import { countOwners, insertMembership, inTenantTransaction, roleIn } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { unnamed } from "#services/actor.ts";
import { type Happened, recordAudit } from "#services/audit-log.ts";
import type { Ctx, MemberCtx, PersonCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requireOpenTenant, requirePermission } from "#services/permissions.ts";
import { digestOf, digestsOf, type FoundBy, openSealed, sealedFor } from "#services/sealing.ts";
import { type DirectoryCtx, type DirectoryRole, isDirectoryRole } from "./directory.ts";
import { emailHashOf, writeMove } from "./members.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What a directory says of a person. */
export type DirectoryInput = {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  /** Where it is verified at the sign-in provider, the person is found by it. */
  email: string | null;
  /** Null: the directory's own. */
  role: DirectoryRole | null;
  isActive: boolean;
};

export type DirectoryEntry = DirectoryInput & { id: string; createdAt: Date; updatedAt: Date };

export const MAX_PEOPLE = 5_000;

export const opened = ({ deps }: Ctx, row: PersonRow): DirectoryEntry => {
  const open = (sealed: string | null): string | null =>
    openSealed(deps.secrets, sealed, sealedFor("directoryName", row.id));
  return {
    id: row.id,
    userName: open(row.userNameSealed) ?? "",
    externalId: open(row.externalIdSealed),
    displayName: open(row.displayNameSealed),
    email: open(row.emailSealed),
    role: row.role !== null && isDirectoryRole(row.role) ? row.role : null,
    isActive: row.isActive,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};

// One answer for another directory's id, a malformed one and none.
const noPerson = (): ServiceError => new ServiceError("NOT_FOUND", "The directory has no such user.");

/** @throws NOT_FOUND */
export const directoryPerson = async (ctx: DirectoryCtx, id: string): Promise<DirectoryEntry> => {
  const row = await findPerson(ctx.deps.db.orm, ctx.directory.id, id);
  if (!row) throw noPerson();
  return opened(ctx, row);
};

const stored = ({ deps }: Ctx, id: string, input: DirectoryInput) => {
  const seal = (text: string | null): string | null =>
    text === null ? null : deps.secrets.seal(text, sealedFor("directoryName", id));
  const { userName, externalId, displayName, email, role, isActive } = input;
  const digest = (kind: FoundBy, text: string): Bytes => new Uint8Array(digestOf(deps.secrets, kind, text));
  return {
    userNameSealed: deps.secrets.seal(userName, sealedFor("directoryUserName", id)),
    userNameHash: digest("userName", userName),
    externalIdSealed: seal(externalId),
    externalIdHash: externalId === null ? null : digest("externalId", externalId),
    displayNameSealed: seal(displayName),
    emailSealed: seal(email),
    emailHash: email === null ? null : emailHashOf(deps, email),
    role,
    isActive,
    updatedAt: deps.now(),
  };
};

/** Their membership follows. A membership ends for every role, but the last owner's cannot. @throws LAST_OWNER */
const leave = async (ctx: DirectoryCtx, db: Db, { memberId }: PersonRow): Promise<void> => {
  const tenantId = ctx.tenant.id;
  const from = memberId === null ? null : await roleIn(db, tenantId, memberId);
  if (memberId === null || from === null) return;
  if (from === "owner" && (await countOwners(db, tenantId)) <= 1) {
    throw new ServiceError(
      "LAST_OWNER",
      "This person is the tenant's last owner. Make another member an owner in the console first.",
    );
  }
  await writeMove(ctx, db, { tenantId, memberId, from, to: null });
};

/** Only their own yes makes them a member again: the console asks them once more. */
const comeBack = async ({ tenant, directory }: DirectoryCtx, db: Db, row: PersonRow): Promise<void> => {
  const isMember = row.memberId !== null && (await roleIn(db, tenant.id, row.memberId)) !== null;
  if (!isMember) await changePerson(db, directory.id, row.id, { memberId: null, outsideSince: null });
};

/** Only a role that the directory has changed: what members do in the console stays. An owner stays one. */
const changeRole = async (ctx: DirectoryCtx, db: Db, row: PersonRow): Promise<void> => {
  const { tenant, directory } = ctx;
  const { memberId } = row;
  const from = memberId === null ? null : await roleIn(db, tenant.id, memberId);
  const to = row.role ?? directory.role;
  if (memberId === null || from === null || from === "owner" || from === to) return;
  await writeMove(ctx, db, { tenantId: tenant.id, memberId, from, to });
};

const follow = async (
  ctx: DirectoryCtx,
  db: Db,
  before: PersonRow | null,
  after: PersonRow,
): Promise<void> => {
  if (!after.isActive) return leave(ctx, db, after);
  if (before && !before.isActive) await comeBack(ctx, db, after);
  if ((before?.role ?? null) !== after.role) await changeRole(ctx, db, after);
};

/** A member who was there before the directory. */
const linked = async (ctx: DirectoryCtx, db: Db, row: PersonRow): Promise<PersonRow> => {
  const { deps, tenant, directory } = ctx;
  const email = opened(ctx, row).email;
  if (row.memberId !== null || email === null) return row;
  const hashes = digestsOf(deps.secrets, "email", email);
  const memberId = await memberWithEmail(db, tenant.id, hashes);
  return memberId === null ? row : ((await changePerson(db, directory.id, row.id, { memberId })) ?? row);
};

const requireFreeName = async (ctx: DirectoryCtx, db: Db, id: string | null, name: string): Promise<void> => {
  const { deps, directory } = ctx;
  const hashes = { userNameHashes: digestsOf(deps.secrets, "userName", name) };
  const [other] = await listPeople(db, directory.id, hashes, { take: 1 });
  if (other && other.id !== id) {
    throw new ServiceError("CONFLICT", "Another user of the directory has this userName.");
  }
};

/** In words that hold no name. */
const happened = (before: PersonRow | null, { role, isActive }: PersonRow): Happened => {
  const changes = { role, isActive };
  if (!before) return { action: "directory_person.add", changes };
  if (before.isActive === isActive) {
    const old = { role: before.role, isActive: before.isActive };
    return { action: "directory_person.update", before: old, after: changes };
  }
  return { action: isActive ? "directory_person.reactivate" : "directory_person.deactivate", changes };
};

const write = async (
  ctx: DirectoryCtx,
  db: Db,
  id: string | null,
  input: DirectoryInput,
): Promise<DirectoryEntry> => {
  const { deps, tenant, directory } = ctx;
  const before = id === null ? null : await findPerson(db, directory.id, id);
  if (id !== null && !before) throw noPerson();
  await requireFreeName(ctx, db, id, input.userName);
  const newOne = newId(deps, "directoryPerson");
  const values = stored(ctx, id ?? newOne, input);
  const whose = { directoryId: directory.id, tenantId: tenant.id };
  const ids = { ...whose, id: newOne, memberId: null, outsideSince: null };
  const row = before
    ? await changePerson(db, directory.id, before.id, values)
    : await insertPerson(db, { ...values, ...ids, createdAt: deps.now() });
  if (!row) throw noPerson();
  const after = await linked(ctx, db, row);
  await recordAudit(ctx, db, { ...happened(before, after), tenantId: tenant.id, target: row.id });
  await follow(ctx, db, before, after);
  return opened(ctx, after);
};

/**
 * Adds or changes a person; the membership that they have follows in the same transaction. A person who has none is asked
 * when they sign in, if the sign-in provider says that the address is theirs.
 * @param id null: a new one
 * @throws NOT_FOUND; CONFLICT: the user name is taken, or too many people; LAST_OWNER; TENANT_CLOSED
 */
export const saveDirectoryPerson = async (
  ctx: DirectoryCtx,
  id: string | null,
  change: (before: DirectoryEntry | null) => Promise<DirectoryInput> | DirectoryInput,
): Promise<DirectoryEntry> => {
  const { deps, tenant, directory } = ctx;
  requireOpenTenant(ctx);
  return inTenantTransaction(deps.db, tenant.id, async (db) => {
    const before = id === null ? null : await findPerson(db, directory.id, id);
    if (id !== null && !before) throw noPerson();
    if (id === null && (await countPeople(db, tenant.id)).people >= MAX_PEOPLE) {
      throw new ServiceError("CONFLICT", `A directory has at most ${MAX_PEOPLE} users.`);
    }
    return write(ctx, db, id, await change(before && opened(ctx, before)));
  });
};

/** Removes a person from the directory and from the tenant. @throws NOT_FOUND, LAST_OWNER, TENANT_CLOSED */
export const removeDirectoryPerson = async (ctx: DirectoryCtx, id: string): Promise<void> => {
  const { deps, tenant, directory } = ctx;
  requireOpenTenant(ctx);
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const row = await findPerson(db, directory.id, id);
    if (!row) throw noPerson();
    await leave(ctx, db, row);
    await deletePerson(db, directory.id, id);
    await recordAudit(ctx, db, { tenantId: tenant.id, action: "directory_person.remove", target: id });
  });
};

type Outside = Awaited<ReturnType<typeof peopleToJoin>>[number];

/**
 * A person becomes a member by a directory's entry, in the caller's transaction.
 * @param consent null: they are a member already, and the entry is only linked
 * @returns false: the entry has gone, or is another person's
 */
export const joinByDirectory = async (
  ctx: PersonCtx,
  db: Db,
  person: Outside,
  consent: Consent | null,
): Promise<boolean> => {
  const { deps, member } = ctx;
  const { tenantId } = person;
  if (!(await joinPerson(db, person.id, member.id))) return false;
  if (consent === null) return true;
  const role = person.role ?? person.directory.role;
  const isNew = await insertMembership(db, { tenantId, memberId: member.id, role, consent }, deps.now());
  const changes = { role, member: member.id };
  if (isNew)
    await recordAudit(ctx, db, { tenantId, action: "directory_person.join", target: person.id, changes });
  return true;
};

/** A person does not want to be a member: the entry stays, and asks them no more. The trail does not say which person said it. */
export const declineDirectory = async (
  ctx: PersonCtx,
  db: Db,
  { id: target, tenantId }: Outside,
  emailHashes: Bytes[],
): Promise<void> => {
  if (!(await declinePerson(db, tenantId, emailHashes, ctx.deps.now()))) return;
  await recordAudit(unnamed(ctx), db, { tenantId, action: "directory_person.decline", target });
};

/** How many people are listed: more are counted. */
const LISTED = 100;

type Waiting = {
  count: number;
  people: {
    id: string;
    name: string | null;
    email: string | null;
    role: Role;
    addedAt: Date;
    /** They declined, or left; otherwise they have not answered yet. */
    hasDeclined: boolean;
  }[];
};

/** The directory's active people who are not members, newest first. @throws PERMISSION_DENIED */
export const waitingPeople = async (ctx: MemberCtx): Promise<Waiting> => {
  requirePermission(ctx, "members.read");
  const { count, rows } = await peopleOutside(ctx.deps.db.orm, ctx.tenant.id, LISTED);
  const people = rows.map((row) => {
    const { id, displayName: name, email, userName, createdAt: addedAt } = opened(ctx, row);
    const role = row.role ?? row.directory.role;
    return { id, name, email: email ?? userName, role, addedAt, hasDeclined: row.outsideSince !== null };
  });
  return { count, people };
};
