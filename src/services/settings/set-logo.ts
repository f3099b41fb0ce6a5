import { invalid } from "#core/errors.ts";
import { checkLogo } from "#core/logo.ts";
import { inTransaction } from "#data/client.ts";
import { setLogo as setRow } from "#data/tenant-settings.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

/**
 * Puts a logo on the hosted page, or takes it away (null).
 * @param png base64 of a PNG; an SVG may hold scripts and is not taken
 * @throws PERMISSION_DENIED, INVALID_REQUEST_BODY: not a small, whole PNG
 */
export const setLogo = async (ctx: MemberCtx, png: string | null): Promise<void> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "settings.write");
  const bytes = png === null ? null : new Uint8Array(Buffer.from(png, "base64"));
  const checked = bytes && checkLogo(bytes);
  if (checked && !checked.ok) throw invalid("png", checked.message);
  await inTransaction(deps.db, async (db) => {
    await setRow(db, tenant.id, bytes, deps.now());
    await recordAudit(ctx, db, {
      tenantId: tenant.id,
      action: bytes ? "logo.set" : "logo.remove",
      target: tenant.id,
    });
  });
};
