import { addDays } from "#core/day.ts";
import { insertDirectory } from "#data/members/directories.ts";
import { insertVisit } from "#data/operator/visits.ts";
import { inTransaction } from "#data/service/client.ts";
import { insertGate } from "#data/tenants/gates.ts";
import { insertProvider } from "#data/tenants/identity-providers.ts";
import { insertClient } from "#data/tenants/oidc-clients.ts";
import { insertPolicy } from "#data/tenants/policies.ts";
import { insertReader } from "#data/tenants/reader-certificates.ts";
import { insertWaiting } from "#data/tenants/registrar-certificates.ts";
import { insertHost, updateHost } from "#data/tenants/tenant-hosts.ts";
import { insertVendor } from "#data/tenants/vendors.ts";
import { replaceCertificate } from "#data/tenants/wallet-certificates.ts";
import { insertVoucher } from "#data/verifications/vouchers.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { newId } from "#services/ids.ts";
import { newInvitation } from "#services/members/invitations.ts";
import { newSiteSecret, sealedFor } from "#services/sealing.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import type { Things } from "../console/procedure-examples.ts";
import { complete, keyIdOf, start } from "../http/actions.ts";
import { knownPerson } from "../sign-in/identity.ts";
import { REQUEST_CERTIFICATE } from "../wallet/request-certificate.ts";
import type { TestService } from "./service.ts";

/** A tenant with an owner, a viewer and one of everything. */
export const makeThings = async (
  { deps, call, tenant: newTenant }: TestService,
  name: string,
  ownerSubject: string,
  otherSubject: string,
): Promise<Things> => {
  const ctx = systemCtx(deps);
  const tenant = await newTenant({ name });
  const owner = await knownPerson({ deps }, ownerSubject, { tenantId: tenant.id, role: "owner" });
  const other = await knownPerson({ deps }, otherSubject, { tenantId: tenant.id, role: "viewer" });
  const { endpoint } = await createEndpoint(await ownerCtx(deps, tenant.id), {
    url: "https://hooks.example.com/x",
  });
  const { verificationId } = await start(call, tenant.liveKey);
  await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  const { invitation } = await inTransaction(deps.db, (db) =>
    newInvitation(ctx, db, { tenantId: tenant.id, role: "viewer", email: null }),
  );
  const delivery = await deps.db.orm.webhookDelivery.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const createdAt = deps.now();
  await insertDirectory(deps.db.orm, {
    id: newId(deps, "directory", createdAt),
    tenantId: tenant.id,
    tokenHash: new Uint8Array(deps.random(32)),
    lastFour: "last",
    role: "viewer",
    createdAt,
    lastUsedAt: null,
  });
  const voucherId = newId(deps, "voucher", createdAt);
  await insertVoucher(deps.db.orm, {
    id: voucherId,
    tenantId: tenant.id,
    codeHash: new Uint8Array(32),
    ageAtLeast: 18,
    ageBelow: null,
    issuedBy: owner.id,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
  });
  // A version that no verification pins.
  const policyId = newId(deps, "policy", createdAt);
  await insertPolicy(deps.db.orm, {
    id: policyId,
    tenantId: tenant.id,
    policy: { default: { methods: [{ id: "document", use: "offer" }] }, regions: [] },
    note: null,
    packIds: [],
    acceptedWarnings: [],
    publishedBy: "admin",
    createdAt,
  });
  const clientId = newId(deps, "oidcClient", createdAt);
  await insertClient(deps.db.orm, {
    id: clientId,
    tenantId: tenant.id,
    mode: "live",
    name: "Site",
    redirectUris: ["https://site.example.com/callback"],
    authMethod: "client_secret_basic",
    secretSealed: newSiteSecret(deps, "oidcSecret", clientId).secretSealed,
    jwks: null,
    tokenAlg: "RS256",
    thresholds: [18],
    underAge: "answer",
    requiresPkce: true,
    createdAt,
    updatedAt: createdAt,
  });
  const siteId = newId(deps, "gate", createdAt);
  await insertGate(deps.db.orm, {
    id: siteId,
    tenantId: tenant.id,
    mode: "live",
    name: "Site",
    origin: "https://site.example.com",
    minimumAge: 18,
    country: null,
    region: null,
    lifetimeSeconds: 3600,
    openPaths: [],
    secretSealed: newSiteSecret(deps, "gateSecret", siteId).secretSealed,
    createdAt,
    updatedAt: createdAt,
  });
  const hostId = newId(deps, "host", createdAt);
  const host = `verify.${tenant.id.replace("_", "-")}.example`;
  await insertHost(deps.db.orm, { id: hostId, tenantId: tenant.id, host, txtToken: "token", createdAt });
  await updateHost(deps.db.orm, tenant.id, hostId, { verifiedAt: createdAt, checkedAt: createdAt });
  const providerId = newId(deps, "identityProvider", createdAt);
  await insertProvider(deps.db.orm, {
    id: providerId,
    tenantId: tenant.id,
    slug: "eid",
    // No live method of the tenant's.
    mode: "test",
    name: "Test eID",
    country: "DK",
    // A name that nobody is asked for.
    issuer: "https://id.example",
    clientId: "lintel",
    clientAuth: "client_secret",
    credentialSealed: deps.secrets.seal("given out", sealedFor("providerCredential", providerId)),
    preset: "age_over",
    minAcr: null,
    // Of before each had its own address.
    isRedirectShared: true,
    hosts: [],
    isActive: true,
    createdAt,
    updatedAt: createdAt,
  });
  const vendorId = newId(deps, "vendor", createdAt);
  await insertVendor(deps.db.orm, {
    id: vendorId,
    tenantId: tenant.id,
    kind: "stripe",
    // No live method of the tenant's.
    mode: "test",
    name: "Stripe Identity",
    accountId: null,
    credentialSealed: deps.secrets.seal('["given out",null]', sealedFor("vendorCredential", vendorId)),
    isActive: true,
    createdAt,
    updatedAt: createdAt,
  });
  const certificateId = newId(deps, "walletCertificate", createdAt);
  const { key, chain } = REQUEST_CERTIFICATE;
  await replaceCertificate(deps.db.orm, {
    id: certificateId,
    tenantId: tenant.id,
    fingerprint: "0".repeat(64),
    validUntil: new Date("2036-01-01T00:00:00Z"),
    registeredUntil: null,
    signerSealed: deps.secrets.seal(
      JSON.stringify({ key, chain, registration: null }),
      sealedFor("walletSigner", certificateId),
    ),
    retiredAt: null,
    createdAt,
  });
  const readerId = newId(deps, "readerCertificate", createdAt);
  await insertReader(deps.db.orm, {
    id: readerId,
    tenantId: tenant.id,
    fingerprint: "0".repeat(64),
    domain: new URL(deps.settings.publicUrl).hostname,
    validUntil: new Date("2036-01-01T00:00:00Z"),
    signerSealed: deps.secrets.seal(JSON.stringify({ key, chain }), sealedFor("readerSigner", readerId)),
    createdAt,
  });
  const registrarId = newId(deps, "registrarCertificate", createdAt);
  await insertWaiting(deps.db.orm, {
    id: registrarId,
    tenantId: tenant.id,
    fingerprint: "1".repeat(64),
    validUntil: new Date("2036-01-01T00:00:00Z"),
    signerSealed: deps.secrets.seal(
      JSON.stringify({ key, chain, registration: null, metadata: null }),
      sealedFor("registrarSigner", registrarId),
    ),
    announcedAt: null,
    retiredAt: null,
    createdAt,
  });
  const visit = {
    ...{ tenantId: tenant.id, memberId: other.id, reason: "You asked us to look", hours: 2 },
    ...{ askedAt: createdAt, expiresAt: addDays(createdAt, 1), endedAt: null, endedBy: null },
  };
  const askedVisitId = newId(deps, "visit", createdAt);
  await insertVisit(deps.db.orm, { ...visit, id: askedVisitId, grantedBy: null, grantedAt: null });
  const runningVisitId = newId(deps, "visit", createdAt);
  await insertVisit(deps.db.orm, { ...visit, id: runningVisitId, grantedBy: owner.id, grantedAt: createdAt });
  return {
    tenantId: tenant.id,
    tenantName: name,
    keyId: await keyIdOf(deps, tenant.id),
    keyName: "First live key",
    memberId: other.id,
    ownerId: owner.id,
    endpointId: endpoint.id,
    deliveryId: delivery.id,
    verificationId,
    invitationId: invitation.id,
    voucherId,
    policyId,
    clientId,
    siteId,
    hostId,
    providerId,
    vendorId,
    readerId,
    askedVisitId,
    runningVisitId,
  };
};
