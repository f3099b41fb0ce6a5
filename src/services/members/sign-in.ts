import type { Member, Profile } from "#core/member.ts";
import { visibleName } from "#core/text.ts";
import { inTransaction } from "#data/client.ts";
import { findKnownProfile, setMemberEmail, upsertMember } from "#data/members.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { emailHashOf, sealEmail } from "./person.ts";

const NAME_CHARACTERS = 200;

/**
 * Notes a person whom the identity provider has just signed in: who they are, as it says it now.
 * @param isPartial it could not be asked for everything: what it did not say stays as it was
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
      { id: newId(deps, "member"), issuer, subject, name, emailHash },
      deps.now(),
    );
    const emailSealed = email === null ? (known?.emailSealed ?? null) : sealEmail(deps, email, member.id);
    await setMemberEmail(db, member.id, emailSealed);
    return member;
  });
