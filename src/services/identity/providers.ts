import type { AddProvider } from "#contracts/console/identity-providers.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import { type IdentityPreset, presetOf, socialSignInOf } from "#core/identity/presets.ts";
import { callbackOf, isProviderSlug, MOST_PROVIDERS, methodOfSlug } from "#core/identity/provider.ts";
import { isId } from "#core/ids.ts";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  findProvider,
  insertProvider,
  listProviders,
  noteHosts,
  type ProviderRow,
  updateProvider,
} from "#data/tenants/identity-providers.ts";
import { createDiscovery, hostsOf } from "#platform/identity/discovery.ts";
import { importSigningKey, newSigningJwk, type SigningKey } from "#platform/keys/signing-key.ts";
import { checkWebhookUrl } from "#platform/webhooks/address-policy.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { markOf, openSealed, sealedFor } from "#services/sealing.ts";
import { reservedId } from "./reserve-address.ts";

/** A provider as members see it: never with a secret. */
export type ListedProvider = Omit<
  ProviderRow,
  "slug" | "hosts" | "credentialSealed" | "isRedirectShared" | "updatedAt"
> & {
  /** As in settings, policies and answers: `oidc:<slug>`. */
  method: string;
  /** To register at the provider: where it sends the browser back. */
  redirectUri: string;
  /**
   * Where it was registered before each provider had its own address, and still sends the browser back; null: it has
   * its own.
   */
  sharedRedirectUri: string | null;
  /** For `private_key_jwt`: our key as the provider has to know it (RFC 7517). */
  publicJwk: SigningKey["publicJwk"] | null;
  /** Which secret or key is in use, without a word of it. */
  secretMark: string;
};

const publicJwkOf = async (
  { secrets }: Pick<Deps, "secrets">,
  row: ProviderRow,
): Promise<ListedProvider["publicJwk"]> => {
  if (row.clientAuth !== "private_key_jwt") return null;
  const text = openSealed(secrets, row.credentialSealed, sealedFor("providerCredential", row.id));
  return text === null ? null : (await importSigningKey(JSON.parse(text), "The provider's key")).publicJwk;
};

const redirectsOf = (
  { settings: { publicUrl } }: Pick<Deps, "settings">,
  { id, isRedirectShared }: Pick<ProviderRow, "id" | "isRedirectShared">,
): Pick<ListedProvider, "redirectUri" | "sharedRedirectUri"> => ({
  redirectUri: publicUrl + callbackOf({ id, isRedirectShared: false }),
  sharedRedirectUri: isRedirectShared ? publicUrl + callbackOf({ id, isRedirectShared }) : null,
});

export const toListed = async (deps: Deps, row: ProviderRow): Promise<ListedProvider> => {
  // One by one, so that a future column is not shown by default.
  const { id, slug, mode, name, country, issuer, clientId, clientAuth, preset } = row;
  const { minAcr, isActive, createdAt } = row;
  const shown = { id, mode, name, country, issuer, clientId, clientAuth, preset, minAcr, isActive };
  return {
    ...shown,
    ...redirectsOf(deps, row),
    createdAt,
    method: methodOfSlug(slug),
    publicJwk: await publicJwkOf(deps, row),
    secretMark: markOf(row.credentialSealed),
  };
};

export const required404 = <Value>(found: Value | null): Value =>
  required(found, "NOT_FOUND", "There is no such identity provider.");

export const requireProvider = async (db: Db, tenantId: string, id: string): Promise<ProviderRow> =>
  required404(isId("identityProvider", id) ? await findProvider(db, tenantId, id) : null);

/**
 * The tenant's identity providers, each with the address to register there.
 * @throws PERMISSION_DENIED
 */
export const listIdentityProviders = async (ctx: MemberCtx): Promise<{ providers: ListedProvider[] }> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  const rows = await listProviders(deps.db.orm, tenant.id);
  return { providers: await Promise.all(rows.map((row) => toListed(deps, row))) };
};

/**
 * The issuer as it was given: discovery and tokens name it character for character.
 * @throws INVALID_REQUEST_BODY: not an address that may be asked, or a sign-in whose birth dates are self-declared
 */
export const acceptedIssuer = ({ settings }: Pick<Deps, "settings">, issuer: string): string => {
  const social = socialSignInOf(issuer);
  if (social !== null)
    throw invalid(
      "issuer",
      `${social} does not check ages: the birth date there is what the person typed. Choose a provider that has seen an identity document or a register.`,
    );
  const checked = checkWebhookUrl(issuer, { allowLoopback: settings.webhookAllowLoopback });
  if (!checked.ok) throw invalid("issuer", checked.message);
  const { search, hash } = new URL(issuer);
  if (search !== "" || hash !== "") throw invalid("issuer", "expected an address without ? and #");
  return issuer;
};

/** The secret that was given, or a new key of ours; none where the browser brings the answer. @throws INVALID_REQUEST_BODY */
export const credentialOf = async (
  { clientAuth, clientSecret }: Pick<AddProvider, "clientAuth" | "clientSecret">,
  preset: IdentityPreset | null,
): Promise<string> => {
  if (preset?.isByFragment) {
    if (clientSecret !== undefined)
      throw invalid("clientSecret", "expected none: this provider gives out no secret");
    return "";
  }
  const alg = preset?.assertionAlg ?? "RS256";
  if (clientAuth === "private_key_jwt") {
    if (clientSecret !== undefined) throw invalid("clientSecret", "expected none with private_key_jwt");
    return JSON.stringify(await newSigningJwk(alg));
  }
  if (!clientSecret) throw invalid("clientSecret", "expected the secret that the provider has given out");
  return clientSecret;
};

/**
 * Adds a provider. It is offered once the tenant's settings or its policy name its method; in test mode at once.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, CONFLICT: the slug is taken; INVALID_REQUEST_BODY: a social sign-in, an address
 *   that is not on the public internet, no secret, or too many providers
 */
export const addIdentityProvider = async (ctx: MemberCtx, input: AddProvider): Promise<ListedProvider> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const { slug, mode, name, country = null, clientId, clientAuth, preset, minAcr = null } = input;
  if (!isProviderSlug(slug))
    throw invalid("slug", "expected up to 30 lower case letters, digits and single hyphens");
  const issuer = acceptedIssuer(deps, input.issuer);
  const known = required(presetOf(preset), "INVALID_REQUEST_BODY");
  const credential = await credentialOf(input, known);
  const createdAt = deps.now();
  const { reserved } = input;
  const id = reserved === undefined ? newId(deps, "identityProvider", createdAt) : reservedId(ctx, reserved);
  const credentialSealed = deps.secrets.seal(credential, sealedFor("providerCredential", id));
  const named = { slug, mode, name, country, issuer, clientId, clientAuth, preset, minAcr };
  const state = { isRedirectShared: false, hosts: [], isActive: true, createdAt, updatedAt: createdAt };
  const stored = { id, ...named, credentialSealed, ...state };
  await inTransaction(deps.db, async (db) => {
    await requireRoom(db, tenant.id);
    if (!(await insertProvider(db, { ...stored, tenantId: tenant.id })))
      throw new ServiceError("CONFLICT", `There is a provider with the name ${slug} already.`);
    await recordOwnAudit(ctx, db, {
      action: "identity_provider.add",
      target: id,
      changes: { method: methodOfSlug(slug), mode, issuer, clientId, clientAuth, preset, minAcr },
    });
  });
  return toListed(deps, stored);
};

/** @throws INVALID_REQUEST_BODY: as many as allowed are already switched on */
const requireRoom = async (db: Db, tenantId: string): Promise<void> => {
  const active = (await listProviders(db, tenantId)).filter(({ isActive }) => isActive);
  if (active.length >= MOST_PROVIDERS)
    throw invalid("slug", `expected at most ${MOST_PROVIDERS} providers that are switched on`);
};

type Target = { id: string };

/**
 * Switches a provider off or on. Once off, it is no longer offered, and an answer under way counts for
 * nothing.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, INVALID_REQUEST_BODY: too many are on
 */
export const switchIdentityProvider = async (
  ctx: MemberCtx,
  { id, isActive }: Target & { isActive: boolean },
): Promise<void> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  await inTransaction(deps.db, async (db) => {
    const { slug, isActive: wasActive } = await requireProvider(db, tenant.id, id);
    if (isActive && !wasActive) await requireRoom(db, tenant.id);
    await updateProvider(db, tenant.id, id, { isActive }, deps.now());
    const action = isActive ? "identity_provider.switch_on" : "identity_provider.switch_off";
    await recordOwnAudit(ctx, db, { action, target: id, changes: { method: methodOfSlug(slug) } });
  });
};

/** How a provider describes itself, or why that cannot be read. */
export type ProviderTest =
  | { ok: true; authorizationEndpoint: string; hasIssuerInAnswers: boolean }
  | { ok: false; fault: "address_refused" | "away" | "invalid" };

const faultOf = (error: unknown): "address_refused" | "away" | "invalid" => {
  if (error instanceof SignInRefusal) return "invalid";
  return error instanceof Error && error.name === "AddressRefused" ? "address_refused" : "away";
};

/**
 * Reads the provider's description now (OpenID Connect Discovery 1.0 §4): whether it answers, and as the
 * configured issuer.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const testIdentityProvider = async (ctx: MemberCtx, { id }: Target): Promise<ProviderTest> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const row = await requireProvider(deps.db.orm, tenant.id, id);
  const { issuer } = row;
  const discover = createDiscovery({ issuer, http: deps.askTenantAddress, now: deps.now });
  try {
    const found = await discover();
    await noteHosts(deps.db.orm, tenant.id, row, hostsOf(found));
    return {
      ok: true,
      authorizationEndpoint: found.authorization_endpoint,
      hasIssuerInAnswers: found.authorization_response_iss_parameter_supported === true,
    };
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
};
