import { invalid, required, ServiceError } from "#core/errors.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  announceWaiting,
  deleteRegistrarCertificates,
  findAnnounced,
  findWaiting,
  insertWaiting,
  listRegistrarCertificates,
  type RegistrarCertificateRow,
  replaceWaiting,
} from "#data/tenants/registrar-certificates.ts";
import { findTenant, lockOpenTenant } from "#data/tenants/tenants.ts";
import { fromBase64Url, toBase64Url } from "#methods/wallet/bytes.ts";
import { issueLeaf, type Registrar } from "#methods/wallet/openid4vp/registrar.ts";
import {
  faultOfParty,
  type PartyDisplay,
  readRelyingPartyMetadata,
  relyingPartyMetadataBytes,
} from "#methods/wallet/openid4vp/relying-party-metadata.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { sealedFor } from "#services/sealing.ts";
import { namesOf } from "./certificates.ts";
import { openRegistrarSigner, readStored, type SealedSigner } from "./signers.ts";

// The operator as Google's "Verifier Registrar": the certificates that its CA issues for tenants. One signs
// only once the operator has told Google of the tenant and says so here.

/** The CA and what wallets show of the operator alongside each tenant. */
export type RegistrarSettings = Registrar & { operator: PartyDisplay };

/** A certificate as operators see it: never with its key. */
export type IssuedCertificate = {
  id: string;
  tenantId: string;
  tenantName: string;
  subject: string;
  fingerprint: string;
  validFrom: Date;
  validUntil: Date;
  display: PartyDisplay;
  aggregator: PartyDisplay | null;
  /** Null: nothing is signed with it. */
  announcedAt: Date | null;
};

const metadataOf = (signer: SealedSigner | null) => {
  const bytes = signer?.metadata ? fromBase64Url(signer.metadata) : null;
  const read = bytes && readRelyingPartyMetadata(bytes);
  return read?.ok ? read.metadata : null;
};

const toIssued = (ctx: Ctx, row: RegistrarCertificateRow, tenantName: string): IssuedCertificate | null => {
  const opened = openRegistrarSigner(ctx.deps, row);
  const signer = opened && readStored(opened);
  const names = signer && namesOf(signer);
  const metadata = metadataOf(opened);
  if (!names || !metadata) return null;
  const { subject, validFrom } = names;
  const { id, tenantId, fingerprint, validUntil, announcedAt } = row;
  return {
    ...{ id, tenantId, tenantName, subject, fingerprint, validFrom, validUntil, announcedAt },
    ...metadata,
  };
};

const ownerOf = async (db: Db, tenantId: string) => {
  const tenant = required(await findTenant(db, tenantId), "TENANT_NOT_FOUND");
  if (!tenant.isActive) throw new ServiceError("TENANT_CLOSED");
  return tenant;
};

type Action = "announce" | "issue" | "renew" | "withdraw";

const audit = (
  ctx: Ctx,
  db: Db,
  action: Action,
  { id, tenantId, fingerprint, validUntil }: RegistrarCertificateRow,
) =>
  recordAudit(ctx, db, {
    tenantId,
    action: `registrar_certificate.${action}`,
    target: id,
    changes: { fingerprint, validUntil: validUntil.toISOString() },
  });

const insert = async (
  ctx: Ctx,
  registrar: RegistrarSettings,
  { action, tenantId, display }: { action: "issue" | "renew"; tenantId: string; display: PartyDisplay },
): Promise<RegistrarCertificateRow> => {
  const { deps } = ctx;
  for (const [path, party] of [["display", display] as const, ["operator", registrar.operator] as const]) {
    const wrong = faultOfParty(party);
    if (wrong) throw invalid(`${path}.${wrong.field}`, wrong.fault);
  }
  const metadata = relyingPartyMetadataBytes({ display, aggregator: registrar.operator });
  const createdAt = deps.now();
  // No other tenant has it, and a renewed certificate keeps it: Google wants each subject to be unique.
  const serialNumber = tenantId.replace(/^ten_/, "");
  const making = { now: createdAt, random: deps.random };
  const { key, chain } = issueLeaf(registrar, { name: display.name, serialNumber, metadata }, making);
  const sealed: SealedSigner = { key, chain, registration: null, metadata: toBase64Url(metadata) };
  const signer = required(readStored(sealed), "INTERNAL_ERROR");
  const { fingerprint, validUntil } = required(namesOf(signer), "INTERNAL_ERROR");
  const id = newId(deps, "registrarCertificate", createdAt);
  const row = {
    id,
    tenantId,
    fingerprint,
    validUntil,
    signerSealed: deps.secrets.seal(JSON.stringify(sealed), sealedFor("registrarSigner", id)),
    announcedAt: null,
    retiredAt: null,
    createdAt,
  };
  await inTransaction(deps.db, async (db) => {
    if (!(await lockOpenTenant(db, tenantId))) throw new ServiceError("TENANT_CLOSED");
    if (!(await (action === "issue" ? insertWaiting : replaceWaiting)(db, row)))
      throw new ServiceError("CONFLICT", "Another call has just issued one.");
    await audit(ctx, db, action, row);
  });
  return row;
};

const known = async (ctx: Ctx, tenantId: string) => {
  const db = ctx.deps.db.orm;
  return { waiting: await findWaiting(db, tenantId), inUse: await findAnnounced(db, tenantId) };
};

type Issuing = {
  tenantId: string;
  /** What wallets show of the tenant. */
  display: PartyDisplay;
};

/**
 * Issues a tenant its first certificate, which signs nothing until it is announced.
 * @throws TENANT_NOT_FOUND, TENANT_CLOSED; INVALID_REQUEST_BODY: a name or an address that wallets could not
 *   show; CONFLICT: the tenant has one
 */
export const issueRegistrarCertificate = async (
  ctx: Ctx,
  registrar: RegistrarSettings,
  { tenantId, display }: Issuing,
): Promise<IssuedCertificate> => {
  const tenant = await ownerOf(ctx.deps.db.orm, tenantId);
  const { waiting, inUse } = await known(ctx, tenantId);
  if (waiting || inUse)
    throw new ServiceError("CONFLICT", "The tenant has a certificate. Renew it, or withdraw it first.");
  const row = await insert(ctx, registrar, { action: "issue", tenantId, display });
  return required(toIssued(ctx, row, tenant.name), "INTERNAL_ERROR");
};

/**
 * Issues a tenant its next certificate, with a new key. The one in use keeps signing until the new one is
 * announced.
 * @param input.changes what wallets shall show instead; the rest stays as it was
 * @throws TENANT_NOT_FOUND, TENANT_CLOSED; NOT_FOUND: the tenant has none; INVALID_REQUEST_BODY; CONFLICT
 */
export const renewRegistrarCertificate = async (
  ctx: Ctx,
  registrar: RegistrarSettings,
  { tenantId, changes }: { tenantId: string; changes: Partial<PartyDisplay> },
): Promise<IssuedCertificate> => {
  const tenant = await ownerOf(ctx.deps.db.orm, tenantId);
  const { waiting, inUse } = await known(ctx, tenantId);
  const former = required(waiting ?? inUse, "NOT_FOUND", "The tenant has no certificate. Issue one first.");
  const metadata = metadataOf(openRegistrarSigner(ctx.deps, former));
  const before = required(metadata, "CONFLICT", "The former certificate cannot be read. Withdraw it first.");
  const display = { ...before.display, ...changes };
  const row = await insert(ctx, registrar, { action: "renew", tenantId, display });
  return required(toIssued(ctx, row, tenant.name), "INTERNAL_ERROR");
};

/**
 * Puts the certificate that waits into use: Google knows the tenant. What the former one signed stays valid.
 * @throws TENANT_NOT_FOUND, TENANT_CLOSED; NOT_FOUND: none waits; CONFLICT: it has ended
 */
export const announceRegistrarCertificate = async (
  ctx: Ctx,
  tenantId: string,
): Promise<IssuedCertificate> => {
  const { deps } = ctx;
  const tenant = await ownerOf(deps.db.orm, tenantId);
  const found = await findWaiting(deps.db.orm, tenantId);
  const waiting = required(found, "NOT_FOUND", "No certificate of the tenant waits for its announcement.");
  const now = deps.now();
  if (waiting.validUntil <= now) throw new ServiceError("CONFLICT", "The certificate has ended. Renew it.");
  await inTransaction(deps.db, async (db) => {
    if (!(await announceWaiting(db, waiting, now)))
      throw new ServiceError("CONFLICT", "Another call has just changed it.");
    await audit(ctx, db, "announce", waiting);
  });
  return required(toIssued(ctx, { ...waiting, announcedAt: now }, tenant.name), "INTERNAL_ERROR");
};

/**
 * Deletes a tenant's certificates with their keys: from the next request on, nothing is signed with them.
 * @throws NOT_FOUND: there is none
 */
export const withdrawRegistrarCertificates = async (ctx: Ctx, tenantId: string): Promise<void> => {
  const { waiting, inUse } = await known(ctx, tenantId);
  const last = required(inUse ?? waiting, "NOT_FOUND", "The tenant has no certificate.");
  await inTransaction(ctx.deps.db, async (db) => {
    await deleteRegistrarCertificates(db, tenantId);
    await audit(ctx, db, "withdraw", last);
  });
};

/** The certificates that wait or are in use, by tenant; those that this deployment's key does not open are left out. */
export const listIssuedCertificates = async (ctx: Ctx): Promise<IssuedCertificate[]> => {
  const rows = await listRegistrarCertificates(ctx.deps.db.orm);
  return rows.flatMap(({ tenant, ...row }) => toIssued(ctx, row, tenant.name) ?? []);
};
