import { knownScopes } from "#core/access/scopes.ts";
import { HOUR_MS } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  type ApiKeySummary,
  changeKeyRules,
  expireApiKey,
  findApiKey,
  noteReplacement,
  revokeApiKey,
} from "#data/tenants/api-keys.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import {
  type CreatedKey,
  createKey,
  type KeyRules,
  keyNotFound,
  requireRightsOf,
  requireRoomForKey,
} from "./keys.ts";
import { isUsable } from "./states.ts";

/** Whether the second rules let a key be used from somewhere that the first did not. */
const letsInMore = (before: KeyRules, after: KeyRules): boolean =>
  !before.deniedNetworks.every((network) => after.deniedNetworks.includes(network)) ||
  (before.networks.length > 0 &&
    (after.networks.length === 0 || !after.networks.every((network) => before.networks.includes(network))));

const listsOf = ({ scopes, networks, deniedNetworks }: KeyRules) => ({
  scopes: [...scopes],
  networks: [...networks],
  deniedNetworks: [...deniedNetworks],
});

type EditedKey = { [Rule in keyof KeyRules]?: KeyRules[Rule] | undefined } & {
  keyId: string;
  /** The one that the member saw: what someone else changed since then is not overwritten. */
  revision: number;
};

/**
 * Changes what a key may do and where from: at once in this process, everywhere within 10 seconds. Taking away needs no
 * right but keys.write; a scope that is added needs the member's own right to the same, and letting it be used from more
 * addresses, the rights to all of the key's scopes.
 * @throws PERMISSION_DENIED; NOT_FOUND: there is no such active key; CONFLICT: someone changed it in the meantime
 */
export const updateKey = async (
  ctx: MemberCtx,
  { keyId, revision, ...asked }: EditedKey,
): Promise<KeyRules & { revision: number }> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "keys.write");
  const after = await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const now = deps.now();
    const key = await findApiKey(db, tenant.id, keyId);
    if (!key || !isUsable(key, now)) throw keyNotFound();
    const rules: KeyRules = {
      scopes: asked.scopes ? knownScopes(asked.scopes) : key.scopes,
      networks: asked.networks ?? key.networks,
      deniedNetworks: asked.deniedNetworks ?? key.deniedNetworks,
    };
    requireRightsOf(
      ctx,
      rules.scopes.filter((scope) => !key.scopes.includes(scope)),
    );
    if (letsInMore(key, rules)) requireRightsOf(ctx, rules.scopes);
    if (!(await changeKeyRules(db, { tenantId: tenant.id, id: keyId, revision, now }, rules)))
      throw new ServiceError("CONFLICT", "Someone else changed this key in the meantime. Nothing was saved.");
    const moved = { before: listsOf(key), after: listsOf(rules) };
    await recordOwnAudit(ctx, db, { action: "api_key.update", target: keyId, ...moved });
    return rules;
  });
  forgetCached(deps, keyId);
  return { ...after, revision: revision + 1 };
};

type RotatedKey = CreatedKey & {
  /** When the old key ends. */
  previousEndsAt: Date;
};

/**
 * A key with an end gets one of the same length, from now on. The end of a key that another replaces is that of the overlap:
 * there, the length is the other's.
 */
const nextEnd = async (
  db: Db,
  tenantId: string,
  { createdAt, expiresAt, replacedBy }: ApiKeySummary,
  now: Date,
): Promise<Date | null> => {
  const next = replacedBy === null ? null : await findApiKey(db, tenantId, replacedBy);
  if (next) return nextEnd(db, tenantId, next, now);
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
};

/**
 * Replaces a key with one of the same mode, name, scopes, networks and length of life. The old one still works for
 * `overlapHours`, unless it ends before; with 0 it is revoked at once in this process, everywhere within 10 seconds.
 * @throws PERMISSION_DENIED: also for a key that may do what the member may not, whose new value would let them;
 *   NOT_FOUND: there is no such active key; CONFLICT: too many keys
 */
export const rotateKey = async (
  ctx: MemberCtx,
  { keyId, overlapHours }: { keyId: string; overlapHours: number },
): Promise<RotatedKey> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "keys.write");
  const rotated = await inTransaction(deps.db, async (db) => {
    await requireRoomForKey(ctx, db);
    const now = deps.now();
    const old = await findApiKey(db, tenant.id, keyId);
    if (old) requireRightsOf(ctx, old.scopes);
    const overlapEnd = new Date(now.getTime() + overlapHours * HOUR_MS);
    const until = old?.expiresAt && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
    const isEnding =
      overlapHours === 0
        ? await revokeApiKey(db, tenant.id, keyId, now)
        : await expireApiKey(db, tenant.id, keyId, until, now);
    if (!old || !isEnding) throw keyNotFound();
    const { mode, name, scopes, networks, deniedNetworks } = old;
    const rules = { scopes, networks, deniedNetworks };
    const expiresAt = await nextEnd(db, tenant.id, old, now);
    const key = await createKey(ctx, db, { tenantId: tenant.id, mode, name, ...rules, expiresAt });
    await noteReplacement(db, { tenantId: tenant.id, id: keyId, replacedBy: key.id });
    const changes = { replacedBy: key.id, overlapHours };
    await recordOwnAudit(ctx, db, { action: "api_key.rotate", target: keyId, changes });
    return { ...key, previousEndsAt: until };
  });
  forgetCached(deps, keyId);
  return rotated;
};
