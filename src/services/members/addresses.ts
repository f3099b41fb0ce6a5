import { mayDo, type Permission } from "#core/access/permissions.ts";
import { listAddresses } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { includesBytes } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";
import { digestsOf } from "#services/sealing.ts";
import { openEmail } from "./members.ts";

/**
 * Where the tenant's members who may do something are reached by e-mail: addresses that the identity provider verified.
 * Someone else could own any other.
 */
export const addressesOf = async (
  { secrets }: Pick<Deps, "secrets">,
  db: Db,
  tenantId: string,
  permission: Permission,
): Promise<{ memberId: string; email: string }[]> => {
  const rows = await listAddresses(db, tenantId);
  return rows.flatMap(({ role, id, emailSealed, emailHash }) => {
    const email = openEmail({ secrets }, emailSealed, id);
    if (email === null || emailHash === null || !mayDo(role, permission)) return [];
    const hashes = digestsOf(secrets, "email", email);
    return includesBytes(hashes, emailHash) ? [{ memberId: id, email }] : [];
  });
};
