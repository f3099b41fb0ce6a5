import { ServiceError } from "#core/errors.ts";
import { statedClaims } from "#data/members/members.ts";
import { includesBytes } from "#platform/secrets.ts";
import type { Deps, OperatorCtx, PersonCtx } from "./context.ts";
import { digestsOf } from "./sealing.ts";

type Person = Pick<PersonCtx, "deps" | "member" | "emailHash">;

// One Map for each list of addresses: a call costs no digest.
const digests = new WeakMap<object, readonly Uint8Array[]>();

const namedDigests = ({ settings: { operators }, secrets }: Deps): readonly Uint8Array[] => {
  const known = digests.get(operators);
  if (known) return known;
  const made = operators.emails.flatMap((email) => digestsOf(secrets, "email", email));
  digests.set(operators, made);
  return made;
};

/**
 * Whether OPERATORS names a person: by their verified address, or by what the identity provider stated at their last
 * sign-in. Asked with every call, so that who is taken out of it is refused at the next.
 */
export const isOperator = async ({ deps, member, emailHash }: Person): Promise<boolean> => {
  if (isNamedOperator(deps, { emailHash, operatorClaims: [] })) return true;
  if (deps.settings.operators.claims.length === 0) return false;
  const operatorClaims = await statedClaims(deps.db.orm, member.id);
  return isNamedOperator(deps, { emailHash, operatorClaims });
};

/** As above, for a person whose row has been read. */
export const isNamedOperator = (
  deps: Deps,
  { emailHash, operatorClaims }: { emailHash: Uint8Array | null; operatorClaims: readonly string[] },
): boolean => {
  if (emailHash !== null && includesBytes([...namedDigests(deps)], emailHash)) return true;
  return operatorClaims.some((claim) => deps.settings.operators.claims.includes(claim));
};

/**
 * The person as an operator. @throws NOT_FOUND for anyone else, as for a procedure that does not exist: no one learns who
 * is one
 */
export const requireOperator = async (person: PersonCtx): Promise<OperatorCtx> => {
  if (!(await isOperator(person))) throw new ServiceError("NOT_FOUND");
  const { deps, site, requestId, member } = person;
  return { deps, site, requestId, member, actor: { kind: "operator", memberId: member.id } };
};
