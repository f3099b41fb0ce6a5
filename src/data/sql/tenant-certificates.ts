import { Prisma } from "#data/generated/client.ts";

/**
 * Certificates in use of open and closed tenants, each with its end; that of a registration, which hangs on the certificate
 * for requests, is a row beside it. Where an end is asked for, each part has an index of it.
 */
export const CERTIFICATES_IN_USE = Prisma.sql`
  select id, 'request' as kind, tenant_id, fingerprint, valid_until from wallet_certificate where retired_at is null
  union all
  select id, 'registration', tenant_id, fingerprint, registered_until from wallet_certificate
    where retired_at is null and registered_until is not null
  union all select id, 'reader', tenant_id, fingerprint, valid_until from reader_certificate
  union all
  select id, 'registrar', tenant_id, fingerprint, valid_until from registrar_certificate where retired_at is null`;

export type CertificateKind = "request" | "registration" | "reader" | "registrar";
