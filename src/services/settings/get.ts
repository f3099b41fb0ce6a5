import { ServiceError } from "#core/errors.ts";
import { findLogo, findSettings, type TenantSettings } from "#data/tenant-settings.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

export type SettingsView = TenantSettings & {
  tenantId: string;
  isActive: boolean;
  /** `data:image/png;base64,…` */
  logo: string | null;
  /** Methods of this deployment that a live verification can offer. */
  availableMethods: string[];
};

/** Methods that a tenant may offer: those of live mode; the sandbox is there for test keys by itself. */
export const availableMethods = ({ deps }: { deps: Pick<MemberCtx["deps"], "methods"> }): string[] =>
  [...deps.methods.values()].filter(({ modes }) => modes.includes("live")).map(({ id }) => id);

const dataUrlOf = (png: Uint8Array | null): string | null =>
  png && `data:image/png;base64,${Buffer.from(png).toString("base64")}`;

/** What the tenant has set. @throws PERMISSION_DENIED */
export const getSettings = async (ctx: MemberCtx): Promise<SettingsView> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  const [settings, logo] = await Promise.all([
    findSettings(deps.db.orm, tenant.id),
    findLogo(deps.db.orm, tenant.id),
  ]);
  if (!settings) throw new ServiceError("TENANT_NOT_FOUND");
  return {
    ...settings,
    tenantId: tenant.id,
    isActive: tenant.isActive,
    logo: dataUrlOf(logo),
    availableMethods: availableMethods(ctx),
  };
};
