import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { Profile } from "#core/member.ts";
import { findBearerOwner } from "#data/console-bearers.ts";
import { membershipsOf, roleIn } from "#data/memberships.ts";
import { findTenant } from "#data/tenants.ts";
import type { Ctx, MemberCtx, PersonCtx } from "../context.ts";
import { bearerHashOf } from "../sessions/grant.ts";
import { noteSessionUse } from "../sessions/open.ts";

/**
 * The person behind a checked bearer. One that was given to a session's page is good only while the session runs.
 * @throws UNAUTHENTICATED_MEMBER: nobody who has signed in to this console, or a session that was ended
 */
export const identifyPerson = async (
  { deps, requestId }: Pick<Ctx, "deps" | "requestId">,
  subject: Pick<Profile, "issuer" | "subject">,
  bearer: string,
): Promise<PersonCtx> => {
  const found = await findBearerOwner(deps.db.orm, subject, bearerHashOf(deps, bearer), deps.now());
  if (!found) throw new ServiceError("UNAUTHENTICATED_MEMBER", "Sign in to the console first.");
  const { id, name, emailHash, sessionId, isEnded, lastUsedAt } = found;
  if (isEnded) throw new ServiceError("UNAUTHENTICATED_MEMBER", "Your session has ended. Sign in again.");
  if (sessionId !== null && lastUsedAt) await noteSessionUse(deps, sessionId, lastUsedAt);
  const actor = { kind: "member", memberId: id } as const;
  return { deps, requestId, actor, member: { id, name }, emailHash, sessionId };
};

// Another tenant's id, a malformed one and none at all are answered alike.
const tenantNotFound = (): ServiceError =>
  new ServiceError("TENANT_NOT_FOUND", "You are no member of such a tenant.");

/**
 * The person in a tenant of theirs: the named one, or the first by name.
 * @throws TENANT_NOT_FOUND: they are no member of it
 */
export const enterTenant = async (person: PersonCtx, wanted: string | null): Promise<MemberCtx> => {
  const { deps, requestId, actor, member } = person;
  const db = deps.db.orm;
  const tenantId = wanted ?? (await membershipsOf(db, member.id))[0]?.tenantId ?? "";
  if (!isId("tenant", tenantId)) throw tenantNotFound();
  const [role, tenant] = await Promise.all([roleIn(db, tenantId, member.id), findTenant(db, tenantId)]);
  if (role === null || !tenant) throw tenantNotFound();
  return { deps, requestId, actor, member, tenant, role };
};
