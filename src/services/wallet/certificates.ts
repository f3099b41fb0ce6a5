import type { SetCertificate } from "#contracts/console/vendors.ts";
import type { WalletCertificateBody } from "#contracts/public/wallet-certificates.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { lockOpenTenant } from "#data/tenants/tenants.ts";
import {
  deleteCertificates,
  findCertificate,
  replaceCertificate,
  type WalletCertificateRow,
} from "#data/tenants/wallet-certificates.ts";
import { toBase64Url } from "#methods/wallet/bytes.ts";
import { readRegistration } from "#methods/wallet/openid4vp/registration.ts";
import {
  bindingOf,
  bindingOfSigner,
  METADATA_MISMATCH,
  metadataIn,
  readRelyingPartyMetadata,
} from "#methods/wallet/openid4vp/relying-party-metadata.ts";
import {
  endOfSigner,
  type RequestSigner,
  readRequestSigner,
  SignerFault,
  x509HashClientId,
} from "#methods/wallet/openid4vp/request-signer.ts";
import { type Certificate, fingerprintOf, readCertificate } from "#methods/wallet/x509/certificate.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { sealedFor } from "#services/sealing.ts";
import { ANOTHER, requireAsSeen } from "#services/seen.ts";
import {
  announcedSigner,
  type Looking,
  openSigner,
  readStored,
  type SealedSigner,
  sharedSigner,
} from "./signers.ts";

// The console's side of a tenant's certificate for requests to wallets.

/** What the first certificate of a chain says of itself. */
export type NamedCertificate = {
  /** SHA-256, in hexadecimal. */
  fingerprint: string;
  subject: string;
  issuer: string;
  validFrom: Date;
  /** When the first certificate of the chain ends. */
  validUntil: Date;
};

/** A certificate as members see it: never with its key. */
export type ListedCertificate = NamedCertificate & {
  id: string;
  /** As wallets call the tenant (OpenID4VP 1.0 §5.9.3). */
  clientId: string;
  /** Null: without a registration certificate. */
  registration: { until: Date | null } | null;
  google: ListedMetadata;
  createdAt: Date;
};

/** What Google Wallet finds in requests that the certificate signs. */
export type ListedMetadata = {
  /** The name that it shows; null: there is no metadata. */
  shownName: string | null;
  /** The registrar's name that it shows too; null: none. */
  aggregatorName: string | null;
  /** `unbound`: the certificate does not name the metadata; `missing`: it names some, and none is set. */
  state: "bound" | "unbound" | "missing" | "none";
};

/** As members and operators see it, of a certificate whose metadata was compared when it was set. */
const listedMetadata = ({ chain, metadata = null }: RequestSigner): ListedMetadata => {
  const read = metadata && readRelyingPartyMetadata(metadata);
  const binding = bindingOfSigner({ chain, metadata: read?.ok ? metadata : null });
  return {
    shownName: read?.ok ? read.metadata.display.name : null,
    aggregatorName: read?.ok ? (read.metadata.aggregator?.name ?? null) : null,
    state: binding === "mismatch" ? "unbound" : binding,
  };
};

const oneLine = (name: string): string => name.replaceAll("\n", ", ");

/** Null for a chain whose first certificate cannot be read. */
export const namesOf = (signer: Pick<RequestSigner, "privateKey" | "chain">): NamedCertificate | null => {
  const read = readCertificate(signer.chain[0]);
  if (!read.ok) return null;
  const { x509, notBefore } = read.value;
  return {
    fingerprint: fingerprintOf(read.value),
    subject: oneLine(x509.subject),
    issuer: oneLine(x509.issuer),
    validFrom: notBefore,
    validUntil: endOfSigner(signer),
  };
};

const toListed = (deps: Looking, row: WalletCertificateRow): ListedCertificate | null => {
  const opened = openSigner(deps, row);
  if (!opened) return null;
  const signer = readStored(opened);
  const names = signer && namesOf(signer);
  if (!names) return null;
  return {
    id: row.id,
    clientId: x509HashClientId(signer),
    ...names,
    registration: opened.registration === null ? null : { until: row.registeredUntil },
    google: listedMetadata(signer),
    createdAt: row.createdAt,
  };
};

type Certificates = {
  /** Null: the tenant has none. */
  own: ListedCertificate | null;
  /** Whether the deployment has a valid one, which signs for tenants without their own. */
  hasShared: boolean;
  /**
   * The name under which the operator's registrar asks Google Wallet for the tenant while it has no
   * certificate; null: the registrar has issued none, or not announced it.
   */
  registrarName: string | null;
};

/** Null: the tenant has none. */
export const listedCertificate = async (
  deps: Looking,
  tenantId: string,
): Promise<ListedCertificate | null> => {
  const row = await findCertificate(deps.db.orm, tenantId);
  return row && toListed(deps, row);
};

/** The tenant's certificate for requests to wallets. @throws PERMISSION_DENIED */
export const walletCertificate = async (ctx: MemberCtx): Promise<Certificates> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  const own = await listedCertificate(deps, tenant.id);
  const { metadata } = (await announcedSigner(deps, tenant.id)) ?? {};
  const read = metadata && readRelyingPartyMetadata(metadata);
  return {
    own,
    hasShared: sharedSigner(deps) !== null,
    registrarName: read?.ok ? read.metadata.display.name : null,
  };
};

type Certified = Pick<WalletCertificateBody, "key" | "chain">;

/** @throws INVALID_REQUEST_BODY, naming what is at fault, never what it holds */
export const readSigner = ({ key, chain }: Certified): [Certificate, ...Certificate[]] => {
  try {
    const signer = readRequestSigner(key, chain);
    const [leaf, ...above] = signer.chain.flatMap((der) => {
      const read = readCertificate(der);
      return read.ok ? [read.value] : [];
    });
    if (leaf && above.length + 1 === signer.chain.length) return [leaf, ...above];
  } catch (error) {
    if (error instanceof SignerFault) throw invalid(error.part, error.message);
    throw error;
  }
  throw invalid("chain", "a certificate of the chain cannot be read");
};

/** @throws INVALID_REQUEST_BODY: one of them is not valid now */
export const checkDates = (chain: readonly Certificate[], now: Date): void => {
  if (chain.some(({ notBefore, notAfter }) => now < notBefore || notAfter <= now)) {
    throw invalid("chain", "a certificate of the chain is not valid now");
  }
};

/** A signer ends with the first certificate of its chain to end. */
export const endOfChain = (chain: readonly Certificate[]): Date =>
  new Date(Math.min(...chain.map(({ notAfter }) => notAfter.getTime())));

/** @returns the metadata's bytes in base64url; @throws INVALID_REQUEST_BODY, naming what is at fault */
const readMetadata = (given: string, leaf: Certificate): string => {
  const read = metadataIn(given);
  if (!read.ok) throw invalid("metadata", read.fault);
  if (bindingOf(leaf, read.bytes) === "mismatch") throw invalid("metadata", METADATA_MISMATCH);
  return toBase64Url(read.bytes);
};

/**
 * Gives the tenant a certificate, or replaces its present one: requests made with the former one are still
 * signed with it until they end.
 * @throws PERMISSION_DENIED, TENANT_CLOSED; INVALID_REQUEST_BODY: the key is not the certificate's, a
 *   certificate is not valid now or may not sign, the registration is another's or has ended, or the metadata
 *   is not the certificate's; CONFLICT: another call was faster, or the present one is not the one that was seen
 */
export const setWalletCertificate = async (
  ctx: MemberCtx,
  { seen, ...input }: SetCertificate,
): Promise<ListedCertificate> => {
  requirePermission(ctx, "certificates.write");
  const { id: tenantId } = ctx.tenant;
  return putCertificate(ctx, tenantId, input, async (db) => {
    const certificateId = (await findCertificate(db, tenantId))?.id ?? null;
    const what = { what: "this tenant", target: certificateId ?? tenantId };
    await requireAsSeen(ctx, db, {
      ...{ stored: { certificateId }, given: { certificateId: ANOTHER }, seen, ...what },
      told: { certificateId: "fingerprint" },
    });
  });
};

/**
 * Sets a certificate without asking for the permission, as an operator may.
 * @param before runs in the transaction that writes, with the tenant locked
 * @throws as `setWalletCertificate`, but for the permission
 */
export const putCertificate = async (
  ctx: Ctx,
  tenantId: string,
  input: WalletCertificateBody,
  before: (db: Db) => Promise<void> = async () => {},
): Promise<ListedCertificate> => {
  const { deps } = ctx;
  const createdAt = deps.now();
  const certificates = readSigner(input);
  checkDates(certificates, createdAt);
  const [leaf] = certificates;
  const { key, chain, registration = null } = input;
  const read = registration === null ? null : readRegistration(registration, { leaf, now: createdAt });
  if (read && !read.ok) throw invalid("registration", read.fault);
  const metadata = input.metadata === undefined ? null : readMetadata(input.metadata, leaf);
  const id = newId(deps, "walletCertificate", createdAt);
  const sealed: SealedSigner = { key, chain, registration, metadata };
  const row = {
    id,
    tenantId,
    fingerprint: fingerprintOf(leaf),
    validUntil: endOfChain(certificates),
    registeredUntil: read?.ok ? read.until : null,
    signerSealed: deps.secrets.seal(JSON.stringify(sealed), sealedFor("walletSigner", id)),
    retiredAt: null,
    createdAt,
  };
  await inTransaction(deps.db, async (db) => {
    if (!(await lockOpenTenant(db, tenantId))) throw new ServiceError("TENANT_CLOSED");
    await before(db);
    if (!(await replaceCertificate(db, row)))
      throw new ServiceError("CONFLICT", "It was just replaced by another call.");
    await audit(ctx, db, "wallet_certificate.set", row);
  });
  return required(toListed(deps, row), "INTERNAL_ERROR");
};

const audit = (
  ctx: Ctx,
  db: Db,
  action: "wallet_certificate.set" | "wallet_certificate.remove",
  { id: target, tenantId, fingerprint, validUntil, registeredUntil }: WalletCertificateRow,
): Promise<void> => {
  const changes = {
    fingerprint,
    validUntil: validUntil.toISOString(),
    registeredUntil: registeredUntil?.toISOString() ?? null,
  };
  return recordAudit(ctx, db, { tenantId, action, target, changes });
};

/**
 * Deletes the tenant's certificate with its key, and replaced ones too: open requests get no answer, and new
 * ones are signed with the deployment's, if it has one.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const removeWalletCertificate = async (ctx: MemberCtx): Promise<void> => {
  requirePermission(ctx, "certificates.write");
  await dropCertificate(ctx, ctx.tenant.id);
};

/** Removes a certificate without asking for the permission, as an operator may. @returns the id of the one that was in use; @throws NOT_FOUND */
export const dropCertificate = (ctx: Ctx, tenantId: string): Promise<{ id: string }> =>
  inTransaction(ctx.deps.db, async (db) => {
    const removed = required(await deleteCertificates(db, tenantId), "NOT_FOUND", "There is no certificate.");
    await audit(ctx, db, "wallet_certificate.remove", removed);
    return { id: removed.id };
  });
