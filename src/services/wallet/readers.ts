import type { X509Certificate } from "node:crypto";
import type { AddReader } from "#contracts/console/vendors.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import { plainHost } from "#core/tenant-host.ts";
import { inTransaction } from "#data/service/client.ts";
import {
  countReadersOf,
  deleteReader,
  insertReader,
  listReaders,
  type ReaderCertificateRow,
} from "#data/tenants/reader-certificates.ts";
import { listHosts } from "#data/tenants/tenant-hosts.ts";
import { lockOpenTenant } from "#data/tenants/tenants.ts";
import type { Reader } from "#methods/wallet/openid4vp/reader-auth.ts";
import { isInTime } from "#methods/wallet/openid4vp/request-signer.ts";
import { fingerprintOf } from "#methods/wallet/x509/certificate.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { sealedFor } from "#services/sealing.ts";
import { checkDates, endOfChain, type NamedCertificate, namesOf, readSigner } from "./certificates.ts";
import { type Looking, openReaderParts, readStored } from "./signers.ts";

// A tenant's certificates for reader authentication, which wallets such as Apple's want. All that are valid sign:
// while one is being replaced, wallets that know only one of the two can still tell who is asking.

/** A certificate as members see it: never with its key. */
export type ListedReader = NamedCertificate & {
  id: string;
  /** The domain for which the provider issued it. */
  domain: string;
  /** false: the deployment's key does not open it, or a rule that is newer than it forbids it. It signs nothing. */
  isReadable: boolean;
  createdAt: Date;
};

type Readers = {
  readers: ListedReader[];
  /** The deployment's: the first of `hosts`. */
  host: string;
  /** The hosts of the pages that ask, the deployment's first: only certificates for one of them are used. */
  hosts: string[];
};

/** For each host: two while one replaces the other, and one to spare. Each makes every request larger. */
export const MAX_READERS = 3;

/** Null if this deployment's key does not open it, or it cannot be read. */
const openReader = (deps: Pick<Deps, "secrets">, row: ReaderCertificateRow) => {
  const parts = openReaderParts(deps, row);
  return parts && readStored(parts);
};

/**
 * The readers that sign the tenant's requests over `org-iso-mdoc` now.
 * @param host of the page that asks; a certificate for another domain would be refused by the wallet
 */
export const readersOf = async (deps: Looking, tenantId: string, host: string): Promise<Reader[]> => {
  const now = deps.now();
  const rows = await listReaders(deps.db.orm, tenantId);
  return rows
    .filter((row) => row.domain === host && row.validUntil > now)
    .flatMap((row) => openReader(deps, row) ?? [])
    .filter((reader) => isInTime(reader, now));
};

/** Where the tenant's pages are: at the deployment's host, and at its own that are proven and on. */
const hostsOf = async ({ deps, tenant }: MemberCtx): Promise<[main: string, ...own: string[]]> => {
  const own = await listHosts(deps.db.orm, tenant.id);
  const served = own.filter(({ verifiedAt, offAt }) => verifiedAt !== null && offAt === null);
  return [new URL(deps.settings.publicUrl).hostname, ...served.map(({ host }) => host)];
};

/** Also one that cannot be read: it takes a place, and can be removed. */
const toListed = (deps: Looking, row: ReaderCertificateRow): ListedReader => {
  const reader = openReader(deps, row);
  const names = reader && namesOf(reader);
  const { id, domain, createdAt, fingerprint, validUntil } = row;
  const unread = { fingerprint, validUntil, validFrom: createdAt, subject: "", issuer: "" };
  return { id, domain, createdAt, isReadable: names !== null, ...(names ?? unread) };
};

/** The tenant's certificates for reader authentication, oldest first. @throws PERMISSION_DENIED */
export const listReaderCertificates = async (ctx: MemberCtx): Promise<Readers> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  const rows = await listReaders(deps.db.orm, tenant.id);
  const hosts = await hostsOf(ctx);
  return { readers: rows.map((row) => toListed(deps, row)), host: hosts[0], hosts };
};

/** Not another domain's: by the member's word, and by the certificate's, where it names hosts. */
const checkDomain = (domain: string, hosts: readonly string[], leaf: X509Certificate): void => {
  if (!hosts.includes(domain)) {
    throw invalid(
      "domain",
      `expected ${hosts.join(" or ")}, where the pages that ask are: wallets refuse any other domain`,
    );
  }
  const namesHosts = /(^|, )DNS:/.test(leaf.subjectAltName ?? "");
  if (namesHosts && leaf.checkHost(domain, { subject: "never" }) === undefined) {
    throw invalid("chain", `the certificate is for other domains than ${domain}`);
  }
};

/**
 * Gives the tenant another certificate for reader authentication, in addition to those that it has.
 * @throws PERMISSION_DENIED, TENANT_CLOSED; INVALID_REQUEST_BODY: the key is not the certificate's, a certificate is
 *   not valid now or may not sign, the domain is not that of the pages, or there are too many for it;
 *   CONFLICT: the tenant has it already
 */
export const addReaderCertificate = async (ctx: MemberCtx, input: AddReader): Promise<ListedReader> => {
  requirePermission(ctx, "certificates.write");
  const { deps, tenant } = ctx;
  const createdAt = deps.now();
  const certificates = readSigner(input);
  checkDates(certificates, createdAt);
  const { key, chain } = input;
  const domain = plainHost(input.domain) ?? input.domain;
  checkDomain(domain, await hostsOf(ctx), certificates[0].x509);
  const id = newId(deps, "readerCertificate", createdAt);
  const row = {
    id,
    tenantId: tenant.id,
    fingerprint: fingerprintOf(certificates[0]),
    domain,
    validUntil: endOfChain(certificates),
    signerSealed: deps.secrets.seal(JSON.stringify({ key, chain }), sealedFor("readerSigner", id)),
    createdAt,
  };
  await inTransaction(deps.db, async (db) => {
    if (!(await lockOpenTenant(db, tenant.id))) throw new ServiceError("TENANT_CLOSED");
    if ((await countReadersOf(db, tenant.id, domain)) >= MAX_READERS) {
      const fault = `A tenant can have at most ${MAX_READERS} reader certificates for a domain. Remove one first.`;
      throw new ServiceError("INVALID_REQUEST_BODY", fault);
    }
    if (!(await insertReader(db, row))) {
      throw new ServiceError("CONFLICT", "This certificate has been added already.");
    }
    await recordOwnAudit(ctx, db, { action: "reader_certificate.add", target: id, changes: changesOf(row) });
  });
  return toListed(deps, row);
};

const changesOf = ({ fingerprint, domain, validUntil }: ReaderCertificateRow) => ({
  fingerprint,
  domain,
  validUntil: validUntil.toISOString(),
});

/**
 * Deletes one of the tenant's certificates with its key. Requests already made are signed, and stay valid.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const removeReaderCertificate = async (ctx: MemberCtx, { id }: { id: string }): Promise<void> => {
  requirePermission(ctx, "certificates.write");
  const { deps, tenant } = ctx;
  await inTransaction(deps.db, async (db) => {
    const removed = required(
      await deleteReader(db, tenant.id, id),
      "NOT_FOUND",
      "There is no such certificate.",
    );
    const entry = { action: "reader_certificate.remove", target: id, changes: changesOf(removed) } as const;
    await recordOwnAudit(ctx, db, entry);
  });
};
