import type { ChooseVendorSelfie, RenameVendor } from "#contracts/console/vendors.ts";
import { required, ServiceError } from "#core/errors.ts";
import { methodOfVendor, type VendorAccount } from "#core/identity/vendor.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  countVendorSessions,
  deleteVendor,
  listVendors,
  lockVendor,
  updateVendor,
  type VendorRow,
} from "#data/tenants/vendors.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { isMethodNamed, refuseNamed } from "#services/named-method.ts";
import { requirePermission } from "#services/permissions.ts";
import { requireAsSeen } from "#services/seen.ts";
import { accountOf } from "#services/vendor-account.ts";
import { type ListedVendor, requireUseful, requireVendor, sealedOf, selfieAt, toListed } from "./accounts.ts";

type Target = { id: string };

/**
 * Changes the name on the hosted page's button and in the practice statement. The method's id stays.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; CONFLICT: it is not called as it was seen
 */
export const renameVendor = async (
  ctx: MemberCtx,
  { id, name, seen }: RenameVendor,
): Promise<ListedVendor> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const row = await inTransaction(deps.db, async (db) => {
    await lockVendor(db, tenant.id, id);
    const found = await requireVendor(db, tenant.id, id);
    const what = { what: "this vendor", target: id };
    await requireAsSeen(ctx, db, { stored: { name: found.name }, given: { name }, seen, ...what });
    await updateVendor(db, tenant.id, id, { name }, deps.now());
    const names = { before: { name: found.name }, after: { name } };
    const also = { method: methodOfVendor(found.kind) };
    await recordOwnAudit(ctx, db, { action: "vendor.rename", target: id, ...names, also });
    return found;
  });
  return toListed(deps, { ...row, name });
};

/**
 * Chooses whether a vendor compares the person's face with the document. People who went there before get an answer to what was
 * asked then: without a selfie it no longer counts once one is asked for, and they are sent again.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; INVALID_REQUEST_BODY: the vendor offers no such choice, or refuses it to
 *   this account; VENDOR_UNAVAILABLE: it does not answer; CONFLICT: its keys cannot be read
 */
export const chooseVendorSelfie = async (
  ctx: MemberCtx,
  { id, asksSelfie }: ChooseVendorSelfie,
): Promise<ListedVendor> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const accountIn = (row: VendorRow): VendorAccount => {
    const unreadable = "The keys of this vendor cannot be read. Enter them again first.";
    const account = required(accountOf(deps, row), "CONFLICT", unreadable);
    return { ...account, asksSelfie: selfieAt(account.kind, asksSelfie) };
  };
  const wanted = accountIn(await requireVendor(deps.db.orm, tenant.id, id));
  if (asksSelfie) await requireUseful(deps, wanted, "asksSelfie");
  const row = await inTransaction(deps.db, async (db) => {
    // Keys that were replaced during the try are not put back.
    await lockVendor(db, tenant.id, id);
    const found = await requireVendor(db, tenant.id, id);
    const credentialSealed = sealedOf(deps, accountIn(found));
    await updateVendor(db, tenant.id, id, { credentialSealed }, deps.now());
    const action = asksSelfie ? "vendor.selfie_on" : "vendor.selfie_off";
    await recordOwnAudit(ctx, db, { action, target: id, changes: { method: methodOfVendor(found.kind) } });
    return { ...found, credentialSealed };
  });
  return toListed(deps, row);
};

/** Whether the settings or the policy name a vendor's method, and mean this vendor. */
const isNeeded = async (db: Db, tenantId: string, row: VendorRow): Promise<boolean> => {
  const method = methodOfVendor(row.kind);
  const isNamed = await isMethodNamed(db, tenantId, method);
  if (!isNamed || row.mode === "live") return isNamed;
  // Pages of test keys offer every vendor anyway: the live one is meant, if there is one.
  const others = await listVendors(db, tenantId);
  return !others.some(({ kind, mode }) => kind === row.kind && mode === "live");
};

/**
 * Removes a vendor with its keys. Verifications that it decided stay as they are: its method always means this vendor.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; CONFLICT: the settings or the policy name it, or it still has to erase
 *   what it collected, for which its keys are needed
 */
export const removeVendor = async (ctx: MemberCtx, { id }: Target): Promise<void> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    // No one is sent there between the count and the end: their session would go with the row, and never be erased.
    await lockVendor(db, tenant.id, id);
    const row = await requireVendor(db, tenant.id, id);
    const { kind, mode, name, accountId, isActive } = row;
    const method = methodOfVendor(kind);
    if (await isNeeded(db, tenant.id, row)) refuseNamed(method);
    if ((await countVendorSessions(db, tenant.id, id)) > 0)
      throw new ServiceError(
        "CONFLICT",
        `${name} has yet to erase what it collected, and is asked with these keys. ${isActive ? "Switch it off now, and remove" : "Remove"} it in three days.`,
      );
    await deleteVendor(db, tenant.id, id);
    const changes = { method, mode, name, accountId };
    await recordOwnAudit(ctx, db, { action: "vendor.remove", target: id, changes });
  });
};
