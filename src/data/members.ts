import type { Member, MemberOfTenant, Profile } from "#core/member.ts";
import type { Db } from "./client.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A member whose address is still sealed. */
export type SealedMember = Omit<MemberOfTenant, "email"> & { emailSealed: string | null };

export type SignIn = Pick<Profile, "issuer" | "subject" | "name"> & {
  /** For a person who is new. */
  id: string;
  emailHash: Bytes | null;
};

/** Notes who signed in; the same issuer and subject are the same person for ever. Their address is written apart. */
export const upsertMember = async (db: Db, { id, ...person }: SignIn, now: Date): Promise<Member> =>
  db.member.upsert({
    where: { issuer_subject: { issuer: person.issuer, subject: person.subject } },
    create: { ...person, id, createdAt: now, signedInAt: now },
    update: { name: person.name, emailHash: person.emailHash, signedInAt: now },
    select: { id: true, name: true },
  });

/** The address is sealed for the member's id, which is known only after `upsertMember`. */
export const setMemberEmail = async (db: Db, id: string, emailSealed: string | null): Promise<void> => {
  await db.member.update({ where: { id }, data: { emailSealed } });
};

/** What the identity provider said of somebody when they last signed in; null: they never did. */
export const findKnownProfile = (
  db: Db,
  { issuer, subject }: Pick<Profile, "issuer" | "subject">,
): Promise<{ name: string; emailHash: Bytes | null; emailSealed: string | null } | null> =>
  db.member.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { name: true, emailHash: true, emailSealed: true },
  });

/** Still sealed; null where the provider said none. */
export const sealedEmailOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.member.findUnique({ where: { id }, select: { emailSealed: true } }))?.emailSealed ?? null;

/** Names of members by id, for the audit trail. */
export const memberNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.member.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map((row) => [row.id, row.name]));
};

/** Holds a member's row until the transaction ends. */
export const lockMember = async (db: Db, id: string): Promise<void> => {
  await db.$queryRaw`select 1 as held from member where id = ${id} for no key update`;
};
