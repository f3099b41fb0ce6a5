import type { RotateProvider, UpdateProvider } from "#contracts/console/identity-providers.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import { presetOf } from "#core/identity/presets.ts";
import { methodOfSlug } from "#core/identity/provider.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import {
  deleteProvider,
  isMethodOfVerifications,
  type ProviderRow,
  updateProvider,
} from "#data/tenants/identity-providers.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { isMethodNamed, refuseNamed } from "#services/named-method.ts";
import { requirePermission } from "#services/permissions.ts";
import { markOf, sealedFor } from "#services/sealing.ts";
import { ANOTHER, requireAsSeen } from "#services/seen.ts";
import {
  acceptedIssuer,
  credentialOf,
  type ListedProvider,
  required404,
  requireProvider,
  toListed,
} from "./providers.ts";

type Target = { id: string };

/** A new secret is for the issuer and the client that its author has seen, and replaces the one that they have seen. */
const meantBy = (seen: RotateProvider["seen"]) => ({
  ...{ issuer: seen?.issuer, clientId: seen?.clientId },
  secretMark: ANOTHER,
});

/** What is compared with what was seen. */
const comparable = (row: ProviderRow) => ({ ...row, secretMark: markOf(row.credentialSealed) });

/** How the trail names the fields that have another name there. */
const TOLD = { secretMark: "hasNewSecret" } as const;

/**
 * Changes what a provider is called and how it is asked, in the given fields; sign-ins under way with a different issuer or client
 * count for nothing. The short name stays: policies and verifications name it.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, INVALID_REQUEST_BODY: an issuer that may not be asked,
 *   or a new one without its secret: the old secret is shown only to the provider that issued it; CONFLICT: a given field is not
 *   as it was seen, or, with a secret, the issuer, the client id or the secret
 */
export const updateIdentityProvider = async (
  ctx: MemberCtx,
  { id, clientSecret, seen, ...wanted }: UpdateProvider,
): Promise<ListedProvider> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const accepted = wanted.issuer === undefined ? {} : { issuer: acceptedIssuer(deps, wanted.issuer) };
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const row = await requireProvider(db, tenant.id, id);
    const given = defined({ ...wanted, ...accepted });
    const what = { what: "this provider", target: id, told: TOLD };
    // Also where the secret alone was given.
    const meant = clientSecret === undefined ? {} : meantBy(seen);
    await requireAsSeen(ctx, db, { stored: comparable(row), given: { ...meant, ...given }, seen, ...what });
    const { issuer = row.issuer } = given;
    const { slug, clientAuth, preset } = row;
    const hasSecret = clientAuth === "client_secret" && presetOf(preset)?.isByFragment !== true;
    if (clientSecret !== undefined && !hasSecret)
      throw invalid("clientSecret", "expected none: this provider has no secret");
    if (hasSecret && issuer !== row.issuer && clientSecret === undefined)
      throw invalid("clientSecret", "expected the secret that the new issuer has given out");
    const credentialSealed =
      clientSecret === undefined
        ? undefined
        : deps.secrets.seal(clientSecret, sealedFor("providerCredential", id));
    // A new issuer's hosts are not known yet.
    const hosts = issuer === row.issuer ? undefined : [];
    await updateProvider(db, tenant.id, id, { ...given, credentialSealed, hosts }, deps.now());
    await recordOwnAudit(ctx, db, {
      action: "identity_provider.update",
      target: id,
      before: {
        ...{ name: row.name, country: row.country, issuer: row.issuer },
        ...{ clientId: row.clientId, minAcr: row.minAcr },
      },
      after: given,
      also: { method: methodOfSlug(slug), ...(clientSecret !== undefined && { hasNewSecret: true }) },
    });
  });
  return toListed(deps, await requireProvider(deps.db.orm, tenant.id, id));
};

/**
 * Replaces the secret with another one from the provider, or our key with a new one, at once: answers under
 * way need another sign-in.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, INVALID_REQUEST_BODY: no secret, or one where there is a key;
 *   CONFLICT: the issuer, the client id or the secret is not as it was seen
 */
export const rotateProviderSecret = async (
  ctx: MemberCtx,
  { id, clientSecret, seen }: RotateProvider,
): Promise<ListedProvider> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const { slug, preset, ...row } = await requireProvider(deps.db.orm, tenant.id, id);
  const clientAuth = row.clientAuth === "private_key_jwt" ? "private_key_jwt" : "client_secret";
  const credential = await credentialOf({ clientAuth, clientSecret }, presetOf(preset));
  const credentialSealed = deps.secrets.seal(credential, sealedFor("providerCredential", id));
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const stored = comparable(await requireProvider(db, tenant.id, id));
    const what = { what: "this provider", target: id, told: TOLD };
    await requireAsSeen(ctx, db, { stored, given: meantBy(seen), seen, ...what });
    await updateProvider(db, tenant.id, id, { credentialSealed }, deps.now());
    const changes = { method: methodOfSlug(slug), clientAuth, hasNewSecret: true };
    await recordOwnAudit(ctx, db, { action: "identity_provider.rotate", target: id, changes });
  });
  return toListed(deps, await requireProvider(deps.db.orm, tenant.id, id));
};

/**
 * Removes a provider that nothing names, and frees its short name.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, CONFLICT: the settings, the policy or a verification names it, so it can
 *   only be switched off
 */
export const removeIdentityProvider = async (ctx: MemberCtx, { id }: Target): Promise<void> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const { slug, mode, issuer, clientId } = await requireProvider(db, tenant.id, id);
    const method = methodOfSlug(slug);
    if (await isMethodNamed(db, tenant.id, method)) refuseNamed(method);
    if (await isMethodOfVerifications(db, tenant.id, method))
      throw new ServiceError("CONFLICT", `Verifications name ${method}. Switch it off instead.`);
    if (!(await deleteProvider(db, tenant.id, id))) required404(null);
    const changes = { method, mode, issuer, clientId };
    await recordOwnAudit(ctx, db, { action: "identity_provider.remove", target: id, changes });
  });
};

/**
 * From now on the provider sends the browser back to its own address, which the tenant has registered there.
 * Sign-ins under way have to be started again.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const giveProviderOwnAddress = async (ctx: MemberCtx, { id }: Target): Promise<void> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  await inTransaction(deps.db, async (db) => {
    const { slug } = await requireProvider(db, tenant.id, id);
    await updateProvider(db, tenant.id, id, { isRedirectShared: false }, deps.now());
    const changes = { method: methodOfSlug(slug) };
    await recordOwnAudit(ctx, db, { action: "identity_provider.own_address", target: id, changes });
  });
};
