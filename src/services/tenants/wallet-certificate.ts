import type { WalletCertificateBody } from "#contracts/public/wallet-certificates.ts";
import type { Ctx } from "#services/context.ts";
import {
  dropCertificate,
  type ListedCertificate,
  listedCertificate,
  putCertificate,
} from "#services/wallet/certificates.ts";
import { requireTenant } from "./tenants.ts";

// The operator's side of a tenant's certificate for requests to wallets: the same checks as in the console.

/** @throws TENANT_NOT_FOUND */
export const certificateOf = async (
  ctx: Ctx,
  tenantId: string,
): Promise<{ certificate: ListedCertificate | null }> => {
  await requireTenant(ctx, tenantId);
  return { certificate: await listedCertificate(ctx.deps, tenantId) };
};

/** @throws TENANT_NOT_FOUND, TENANT_CLOSED, CONFLICT; INVALID_REQUEST_BODY as `setWalletCertificate` */
export const setCertificateOf = async (
  ctx: Ctx,
  tenantId: string,
  input: WalletCertificateBody,
): Promise<ListedCertificate> => {
  await requireTenant(ctx, tenantId);
  return putCertificate(ctx, tenantId, input);
};

/** @throws TENANT_NOT_FOUND, NOT_FOUND: it has no certificate */
export const removeCertificateOf = async (ctx: Ctx, tenantId: string): Promise<{ id: string }> => {
  await requireTenant(ctx, tenantId);
  return dropCertificate(ctx, tenantId);
};
