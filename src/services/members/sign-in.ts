import type { Member, Profile } from "#core/member.ts";
import { inTransaction } from "#data/client.ts";
import { setMemberEmail, upsertMember } from "#data/members.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { emailHashOf, sealEmail } from "./person.ts";

const NAME_CHARACTERS = 200;

/** Notes a person whom the identity provider has just signed in: who they are, as it says it now. */
export const signIn = ({ deps }: Ctx, profile: Profile): Promise<Member> =>
  inTransaction(deps.db, async (db) => {
    const { issuer, subject, email } = profile;
    const name = profile.name.trim().slice(0, NAME_CHARACTERS) || "Somebody";
    const emailHash = email === null ? null : emailHashOf(deps, email);
    const member = await upsertMember(
      db,
      { id: newId(deps, "member"), issuer, subject, name, emailHash },
      deps.now(),
    );
    await setMemberEmail(db, member.id, email === null ? null : sealEmail(deps, email, member.id));
    return member;
  });
