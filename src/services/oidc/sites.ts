import type { CreateClient, RotateClientSecret, UpdateClient } from "#contracts/console/oidc.ts";
import { HOUR_MS } from "#core/day.ts";
import { type Issue, refuseIssues, required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import {
  appAddressFault,
  hasSecret,
  OIDC_CLIENTS,
  type OidcAuthMethod,
  publicKeyFault,
  redirectUriFault,
} from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { defined, publicKeysFromJson } from "#data/service/columns.ts";
import * as rows from "#data/tenants/oidc-clients.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { markOf, newSiteSecret } from "#services/sealing.ts";
import { requireAsSeen, requireSecretAsSeen } from "#services/seen.ts";

// The sites of a tenant that ask for ages over OpenID Connect, as members manage them. The permissions are those of API
// keys: a client's secret is a key too.

/** For another tenant's client, just as for none. */
const clientNotFound = (): ServiceError => new ServiceError("NOT_FOUND", "There is no such client.");

const clientIn = async (db: Db, tenantId: string, clientId: string): Promise<rows.StoredClient> => {
  const found = isId("oidcClient", clientId) ? await rows.findClient(db, tenantId, clientId) : null;
  if (!found) throw clientNotFound();
  return found;
};

const requireClient = ({ deps, tenant }: MemberCtx, clientId: string): Promise<rows.StoredClient> =>
  clientIn(deps.db.orm, tenant.id, clientId);

type Site = {
  clientId: string;
  /** What the site's library is given as the issuer. */
  issuer: string;
  /** Until when the previous secret is also valid; null: it is not. */
  previousSecretUntil: Date | null;
  /** Which secret is in use, without a word of it; null: it has none. */
  secretMark: string | null;
} & Omit<rows.ClientSummary, "id" | "jwks" | "updatedAt" | "previousSecretUntil" | "secretSealed"> & {
    /** Ids of its keys, or their kinds. */
    keys: string[];
  };

const keyName = ({ kid, kty }: { kid?: unknown; kty: string }): string =>
  typeof kid === "string" ? kid : kty;

const toSite = (deps: Pick<Deps, "settings" | "now">, row: rows.ClientSummary): Site => {
  // One by one: a stored client has its secrets too.
  const { id: clientId, mode, name, redirectUris, authMethod, jwks, previousSecretUntil: until } = row;
  const { tokenAlg, thresholds, underAge, requiresPkce, createdAt, secretSealed } = row;
  return {
    ...{ mode, name, redirectUris, authMethod, tokenAlg, thresholds, underAge, requiresPkce, createdAt },
    clientId,
    issuer: `${deps.settings.publicUrl}/oidc${mode === "test" ? "/test" : ""}`,
    previousSecretUntil: until !== null && until > deps.now() ? until : null,
    secretMark: secretSealed === null ? null : markOf(secretSealed),
    keys: (publicKeysFromJson(jwks)?.keys ?? []).map(keyName),
  };
};

/** The tenant's clients of both modes, newest first, without their secrets. @throws PERMISSION_DENIED */
export const listSites = async (ctx: MemberCtx): Promise<Site[]> => {
  requirePermission(ctx, "keys.read");
  const clients = await rows.listClients(ctx.deps.db.orm, ctx.tenant.id);
  return clients.map((client) => toSite(ctx.deps, client));
};

const issuesOf = (
  { redirectUris = [], jwks, requiresPkce }: Pick<UpdateClient, "redirectUris" | "jwks" | "requiresPkce">,
  { mode, authMethod }: { mode: Mode; authMethod: OidcAuthMethod },
): Issue[] => {
  const issues = redirectUris.flatMap((uri, index) => {
    const message = redirectUriFault(uri, mode) ?? appAddressFault(uri, { authMethod, redirectUris });
    return message === null ? [] : [{ path: `redirectUris.${index}`, message }];
  });
  const faults = (jwks?.keys ?? []).flatMap((key, index) => {
    const message = publicKeyFault(key);
    return message === null ? [] : [{ path: `jwks.keys.${index}`, message }];
  });
  const isOdd = jwks !== undefined && authMethod !== "private_key_jwt";
  const odd = isOdd ? [{ path: "jwks", message: "expected keys with private_key_jwt only" }] : [];
  const isOpen = requiresPkce === false && authMethod === "none";
  const open = isOpen
    ? [{ path: "requiresPkce", message: "expected true: a public client has no secret" }]
    : [];
  return [...issues, ...faults, ...odd, ...open];
};

/**
 * Registers a site. Its secret is in this answer only.
 * @returns the secret; null: this kind of client has none
 * @throws PERMISSION_DENIED, TENANT_CLOSED; INVALID_REQUEST_BODY: an unusable address or key, keys that are
 *   missing or not wanted, or too many clients
 */
export const createSite = async (
  ctx: MemberCtx,
  input: CreateClient,
): Promise<{ client: Site; secret: string | null }> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  const { mode, authMethod, jwks, thresholds = [tenant.minimumAge], ...given } = input;
  const needsKeys = authMethod === "private_key_jwt" && jwks === undefined;
  refuseIssues([
    ...issuesOf(input, input),
    ...(needsKeys ? [{ path: "jwks", message: "expected the client's public keys" }] : []),
  ]);
  const createdAt = deps.now();
  const id = newId(deps, "oidcClient", createdAt);
  const made = hasSecret(authMethod) ? newSiteSecret(deps, "oidcSecret", id) : null;
  await inTransaction(deps.db, async (db) => {
    if ((await rows.countClients(db, tenant.id)) >= OIDC_CLIENTS.most) {
      throw new ServiceError(
        "INVALID_REQUEST_BODY",
        `A tenant can have at most ${OIDC_CLIENTS.most} clients.`,
      );
    }
    await rows.insertClient(db, {
      ...{ id, tenantId: tenant.id, mode, authMethod, thresholds, createdAt, updatedAt: createdAt },
      name: given.name,
      redirectUris: given.redirectUris,
      tokenAlg: given.tokenAlg ?? "RS256",
      underAge: given.underAge ?? "answer",
      requiresPkce: given.requiresPkce ?? true,
      secretSealed: made?.secretSealed ?? null,
      jwks: jwks ?? null,
    });
    await recordOwnAudit(ctx, db, {
      action: "oidc_client.create",
      target: id,
      changes: { ...given, thresholds, keys: jwks?.keys.length, mode, authMethod },
    });
  });
  const client = required(await rows.findClient(deps.db.orm, tenant.id, id), "NOT_FOUND");
  return { client: toSite(deps, client), secret: made?.secret ?? null };
};

/**
 * Changes the given settings of a site; every process follows them within 5 seconds.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; INVALID_REQUEST_BODY as above; CONFLICT: a given field is not as it was seen
 */
export const updateSite = async (
  ctx: MemberCtx,
  { clientId, seen, ...given }: UpdateClient,
): Promise<Site> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  const found = await requireClient(ctx, clientId);
  refuseIssues(issuesOf(given, found));
  const { jwks, ...more } = defined(given);
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const { jwks: oldKeys, ...before } = await clientIn(db, tenant.id, clientId);
    const what = { what: "this site", target: clientId };
    await requireAsSeen(ctx, db, { stored: before, given, seen, ...what });
    const changes = { ...more, ...(jwks ? { jwks } : {}) };
    if (!(await rows.updateClient(db, tenant.id, clientId, changes, deps.now()))) throw clientNotFound();
    await recordOwnAudit(ctx, db, {
      action: "oidc_client.update",
      target: clientId,
      before: { ...before, keys: publicKeysFromJson(oldKeys)?.keys.length },
      after: { ...more, keys: jwks?.keys.length },
      also: jwks ? { hasNewKeys: true } : {},
    });
  });
  forgetCached(deps, clientId);
  return toSite(deps, await requireClient(ctx, clientId));
};

/**
 * Gives a site a new secret, which is in this answer only; the old one stays valid for the hours given.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; CONFLICT: this client has no secret, or not the one that was seen
 */
export const rotateSiteSecret = async (
  ctx: MemberCtx,
  { clientId, overlapHours, seen }: RotateClientSecret,
): Promise<{ secret: string; previousSecretUntil: Date | null }> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  await requireClient(ctx, clientId);
  const { secret, secretSealed } = newSiteSecret(deps, "oidcSecret", clientId);
  const now = deps.now();
  const previousSecretUntil = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * HOUR_MS);
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const { secretSealed: current } = await clientIn(db, tenant.id, clientId);
    if (current === null) throw new ServiceError("CONFLICT", "This client has no secret.");
    await requireSecretAsSeen(ctx, db, current, { seen, what: "this site", target: clientId });
    const previousSecretSealed = previousSecretUntil && current;
    const changes = { secretSealed, previousSecretSealed, previousSecretUntil };
    if (!(await rows.updateClient(db, tenant.id, clientId, changes, now))) throw clientNotFound();
    await recordOwnAudit(ctx, db, {
      action: "oidc_client.rotate_secret",
      target: clientId,
      changes: { overlapHours },
    });
  });
  forgetCached(deps, clientId);
  return { secret, previousSecretUntil };
};

/**
 * Removes a site: within 5 seconds no one can sign in there any more. The verifications that it started stay.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const removeSite = async (ctx: MemberCtx, { clientId }: { clientId: string }): Promise<void> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  const { name } = await requireClient(ctx, clientId);
  await inTransaction(deps.db, async (db) => {
    if (!(await rows.deleteClient(db, tenant.id, clientId))) throw clientNotFound();
    await recordOwnAudit(ctx, db, { action: "oidc_client.remove", target: clientId, changes: { name } });
  });
  forgetCached(deps, clientId);
};
