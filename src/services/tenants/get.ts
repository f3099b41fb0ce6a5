import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { Tenant } from "#core/tenant.ts";
import { effectiveStatus, type VerificationStatus } from "#core/verification.ts";
import { findSealedLiveKey } from "#data/api-keys.ts";
import { findTenant } from "#data/tenants.ts";
import { totalStarted } from "#data/usage.ts";
import { lastVerifications } from "#data/verifications.ts";
import type { Ctx, Deps } from "../context.ts";
import { type TenantRow, tenantRows } from "./view.ts";

const LAST = 10;

export type TenantDetail = TenantRow & {
  apiKey: string | null;
  /** What its pages offer, in this order. */
  methods: readonly string[];
  totalVerifications: number;
  lastVerifications: {
    verificationId: string;
    status: VerificationStatus;
    createdAt: Date;
    completedAt: Date | null;
    method: string | null;
  }[];
};

const newestLiveKey = async (deps: Deps, tenantId: string): Promise<string | null> => {
  const key = await findSealedLiveKey(deps.db.orm, tenantId, deps.now());
  return key?.sealed ? deps.secrets.open(key.sealed, key.id) : null;
};

export const tenantDetail = async (deps: Deps, tenant: Tenant): Promise<TenantDetail> => {
  const db = deps.db.orm;
  const [rows, apiKey, totalVerifications, last] = await Promise.all([
    tenantRows(deps, [tenant]),
    newestLiveKey(deps, tenant.id),
    totalStarted(db, tenant.id),
    lastVerifications(db, tenant.id, LAST),
  ]);
  const [row] = rows;
  if (!row) throw new ServiceError("TENANT_NOT_FOUND");
  return {
    ...row,
    apiKey,
    methods: tenant.methods,
    totalVerifications,
    lastVerifications: last.map((verification) => ({
      verificationId: verification.id,
      status: effectiveStatus(verification, deps.now()),
      createdAt: verification.createdAt,
      completedAt: verification.completedAt,
      method: verification.method,
    })),
  };
};

/** @throws TENANT_NOT_FOUND */
export const getTenant = async ({ deps }: Ctx, id: string): Promise<TenantDetail> => {
  const tenant = isId("tenant", id) ? await findTenant(deps.db.orm, id) : null;
  if (!tenant) throw new ServiceError("TENANT_NOT_FOUND");
  return tenantDetail(deps, tenant);
};
