import type { AddVendor, RotateVendor } from "#contracts/console/vendors.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import {
  isStripeKey,
  methodOfVendor,
  VENDOR_KINDS,
  VENDOR_NAMES,
  VENDOR_RETURN,
  type VendorAccount,
  type VendorKind,
} from "#core/identity/vendor.ts";
import { isId } from "#core/ids.ts";
import { Sealed } from "#core/sealed.ts";
import type { Mode } from "#core/verification.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  findVendor,
  insertVendor,
  listVendors,
  lockVendor,
  updateVendor,
  type VendorRow,
} from "#data/tenants/vendors.ts";
import { faultOfKeys, REFUSALS } from "#methods/vendor/didit/didit.ts";
import { vendorCallbackPath } from "#methods/vendor/vendor-method.ts";
import { isNotificationKey } from "#methods/vendor/yoti.ts";
import { isPrivateKey, serviceKeyIn } from "#methods/vendor/yoti-token.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { markOf } from "#services/sealing.ts";
import { ANOTHER, requireAsSeen } from "#services/seen.ts";
import { vendorContext } from "./sessions.ts";

/** A vendor as members see it: never with a key. */
export type ListedVendor = Omit<VendorRow, "tenantId" | "credentialSealed" | "updatedAt"> & {
  /** As in settings, policies and answers: `vendor:<kind>`. */
  method: string;
  /** Where the vendor calls: registered at Stripe and Didit, told to Yoti with each session. */
  callbackUrl: string;
  /** Which keys are in use, without a word of them. */
  keysMark: string;
};

/** A vendor without its keys, column by column. */
export const toListed = ({ settings }: Pick<Deps, "settings">, row: VendorRow): ListedVendor => {
  const { id, kind, mode, name, accountId, isActive, createdAt } = row;
  const callbackUrl = settings.publicUrl + vendorCallbackPath(id);
  const keysMark = markOf(row.credentialSealed);
  return {
    ...{ id, kind, method: methodOfVendor(kind), mode, name, accountId, callbackUrl, keysMark },
    ...{ isActive, createdAt },
  };
};

/** @throws NOT_FOUND: absent or another tenant's, all alike */
export const requireVendor = async (db: Db, tenantId: string, id: string): Promise<VendorRow> =>
  required(
    isId("vendor", id) ? await findVendor(db, tenantId, id) : null,
    "NOT_FOUND",
    "There is no such vendor.",
  );

/** The tenant's vendors. @throws PERMISSION_DENIED */
export const listTenantVendors = async (ctx: MemberCtx): Promise<ListedVendor[]> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  return (await listVendors(deps.db.orm, tenant.id)).map((row) => toListed(deps, row));
};

type Keys = Pick<AddVendor, "accountId" | "apiKey" | "callbackKey">;

/**
 * The text to be sealed.
 * @throws INVALID_REQUEST_BODY: a key that is not this vendor's, or is of the other mode
 */
const credentialOf = (kind: string, mode: Mode, { accountId, apiKey, callbackKey }: Keys): string => {
  if (kind === "stripe") {
    if (!isStripeKey(apiKey, mode))
      throw invalid(
        "apiKey",
        `expected a key such as rk_${mode}_…: a ${mode} vendor takes ${mode} keys only`,
      );
    if (!/^whsec_\w{16,200}$/.test(callbackKey ?? ""))
      throw invalid("callbackKey", "expected the webhook's signing secret, whsec_…");
    if (accountId !== undefined) throw invalid("accountId", "expected none for Stripe");
  } else if (kind === "didit") {
    const fault = faultOfKeys({ accountId, callbackKey });
    if (fault) throw invalid(fault.field, fault.says);
  } else {
    if (accountId === undefined) throw invalid("accountId", "expected the SDK id from the Yoti Hub");
    if (mode === "test" && !isPrivateKey(apiKey))
      throw invalid(
        "apiKey",
        "expected the sandbox service's private key in PEM: the sandbox takes no API key",
      );
    if (isPrivateKey(apiKey) && !serviceKeyIn(apiKey))
      throw invalid("apiKey", "expected an RSA private key in PEM, without a password");
    if (callbackKey === undefined && mode === "test")
      throw invalid(
        "callbackKey",
        "expected the public key of Yoti's sandbox: only the live one is published",
      );
    if (callbackKey !== undefined && !isNotificationKey(callbackKey))
      throw invalid("callbackKey", "expected a public key in PEM: -----BEGIN PUBLIC KEY-----");
  }
  return JSON.stringify([apiKey, callbackKey ?? null]);
};

/** What trying the keys has shown, by vendor and the try's result. */
const USELESS: Readonly<Record<VendorKind, Readonly<Record<string, string>>>> = {
  stripe: {
    client_refused: "Stripe refuses this key: it needs write access to the verification sessions of Identity",
    results_refused:
      "Stripe does not let this key read sensitive verification results, so no birth date would come: give the restricted key that right",
    request_refused: "Stripe makes no verification session: switch Identity on for this account",
  },
  yoti: {
    client_refused:
      "Yoti gives no access token for this key: compare it with the SDK id, and see in the Yoti Hub whether the organisation is verified",
  },
  didit: REFUSALS,
};

/**
 * Tries keys at the vendor, so that no person pays for a check that nobody can read.
 * @throws INVALID_REQUEST_BODY: the vendor refuses them; VENDOR_UNAVAILABLE: it does not answer
 */
const requireUseful = async (
  { vendors, settings }: Pick<Deps, "vendors" | "settings">,
  account: Omit<VendorAccount, "apiKey" | "callbackKey">,
  { apiKey, callbackKey = null }: { apiKey: string; callbackKey?: string | null | undefined },
): Promise<void> => {
  const sealed = { apiKey: new Sealed(apiKey), callbackKey: new Sealed(callbackKey) };
  const returnUrl = settings.publicUrl + VENDOR_RETURN;
  const reason = await vendors[account.kind].tryAccount({ ...account, ...sealed }, returnUrl);
  if (reason === null) return;
  const refusal = USELESS[account.kind][reason];
  if (refusal !== undefined) throw invalid("apiKey", refusal);
  const { kind } = account;
  throw new ServiceError(
    "VENDOR_UNAVAILABLE",
    `${VENDOR_NAMES[kind]} does not answer as it should, so the keys could not be tried. Try again in a moment.`,
  );
};

/**
 * Adds a vendor. It is offered once the tenant's settings or its policy name its method; in test mode at once.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, CONFLICT: the tenant has it in this mode; INVALID_REQUEST_BODY: also what the
 *   vendor refuses; VENDOR_UNAVAILABLE: it does not answer
 */
export const addVendor = async (ctx: MemberCtx, input: AddVendor): Promise<ListedVendor> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const { kind, mode, name = VENDOR_NAMES[kind], accountId = null } = input;
  const credential = credentialOf(kind, mode, input);
  const createdAt = deps.now();
  const id = newId(deps, "vendor", createdAt);
  await requireUseful(deps, { id, kind, mode, accountId }, input);
  const row = {
    id,
    tenantId: tenant.id,
    kind,
    mode,
    name,
    accountId,
    credentialSealed: deps.secrets.seal(credential, vendorContext(id)),
    isActive: true,
    createdAt,
    updatedAt: createdAt,
  };
  await inTransaction(deps.db, async (db) => {
    if (!(await insertVendor(db, row)))
      throw new ServiceError("CONFLICT", `There is a vendor ${kind} for ${mode} mode already.`);
    const changes = { method: methodOfVendor(kind), mode, accountId };
    await recordOwnAudit(ctx, db, { action: "vendor.add", target: id, changes });
  });
  return toListed(deps, row);
};

type Target = { id: string };

/**
 * Switches a vendor off or on. Once off, it is no longer offered, and an answer under way counts for nothing;
 * what it collected is still erased.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const switchVendor = async (
  ctx: MemberCtx,
  { id, isActive }: Target & { isActive: boolean },
): Promise<void> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  await inTransaction(deps.db, async (db) => {
    const { kind } = await requireVendor(db, tenant.id, id);
    await updateVendor(db, tenant.id, id, { isActive }, deps.now());
    const action = isActive ? "vendor.switch_on" : "vendor.switch_off";
    await recordOwnAudit(ctx, db, { action, target: id, changes: { method: methodOfVendor(kind) } });
  });
};

/**
 * Replaces all keys of a vendor at once: answers under way are fetched with the new ones.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, INVALID_REQUEST_BODY, VENDOR_UNAVAILABLE; CONFLICT: the keys are not those
 *   that were seen
 */
export const rotateVendorKeys = async (ctx: MemberCtx, input: RotateVendor): Promise<ListedVendor> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const { id, accountId = null, seen } = input;
  const row = await requireVendor(deps.db.orm, tenant.id, id);
  const kind = required(VENDOR_KINDS.find((known) => known === row.kind) ?? null, "NOT_FOUND");
  const credential = credentialOf(kind, row.mode, input);
  await requireUseful(deps, { id, kind, mode: row.mode, accountId }, input);
  const credentialSealed = deps.secrets.seal(credential, vendorContext(id));
  await inTransaction(deps.db, async (db) => {
    await lockVendor(db, tenant.id, id);
    const stored = { keysMark: markOf((await requireVendor(db, tenant.id, id)).credentialSealed) };
    // Each entry of the trail that has an account came with new keys.
    const what = { what: "this vendor", target: id, told: { keysMark: "accountId" } };
    await requireAsSeen(ctx, db, { stored, given: { keysMark: ANOTHER }, seen, ...what });
    await updateVendor(db, tenant.id, id, { accountId, credentialSealed }, deps.now());
    const changes = { method: methodOfVendor(row.kind), accountId };
    await recordOwnAudit(ctx, db, { action: "vendor.rotate", target: id, changes });
  });
  return toListed(deps, { ...row, accountId, credentialSealed });
};
