import type { AddVendor, RotateVendor } from "#contracts/console/vendors.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import {
  hasSelfieChoice,
  methodOfVendor,
  VENDOR_KINDS,
  VENDOR_NAMES,
  VENDOR_RETURN,
  type VendorAccount,
  type VendorKind,
} from "#core/identity/vendor.ts";
import { isId } from "#core/ids.ts";
import { Sealed } from "#core/sealed.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  findVendor,
  insertVendor,
  listVendors,
  lockVendor,
  updateVendor,
  type VendorRow,
} from "#data/tenants/vendors.ts";
import { vendorCallbackPath } from "#methods/vendor/vendor-method.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { markOf, sealedFor } from "#services/sealing.ts";
import { ANOTHER, requireAsSeen } from "#services/seen.ts";
import { accountOf, credentialText } from "#services/vendor-account.ts";

/** A vendor as members see it: never with a key. */
export type ListedVendor = Omit<VendorRow, "tenantId" | "credentialSealed" | "updatedAt"> & {
  /** As in settings, policies and answers: `vendor:<kind>`. */
  method: string;
  /** Where the vendor calls: registered at Stripe and Didit, told to Yoti with each session. */
  callbackUrl: string;
  /** Which keys are in use, without a word of them. */
  keysMark: string;
  /**
   * Whether the person's face is compared with the document; null: the vendor offers no such choice, or its keys cannot be opened.
   */
  asksSelfie: boolean | null;
};

/**
 * The mark of an account's keys, 64 hexadecimal digits: another choice about the selfie leaves it as it is. Of keys that cannot be
 * opened, what is stored is marked.
 */
const keysMarkOf = (
  { secrets }: Pick<Deps, "secrets">,
  { id, credentialSealed }: Pick<VendorRow, "id" | "credentialSealed">,
  account: VendorAccount | null,
): string => {
  if (account === null) return markOf(credentialSealed);
  const keys = [id, account.accountId, account.apiKey.open(), account.callbackKey.open()];
  return secrets.fingerprint("vendor-keys", JSON.stringify(keys)).toString("hex");
};

/** A vendor without its keys, column by column. */
export const toListed = (deps: Pick<Deps, "settings" | "secrets">, row: VendorRow): ListedVendor => {
  const { id, kind, mode, name, accountId, isActive, createdAt } = row;
  const callbackUrl = deps.settings.publicUrl + vendorCallbackPath(id);
  const account = accountOf(deps, row);
  const keysMark = keysMarkOf(deps, row, account);
  const asksSelfie = account && hasSelfieChoice(account.kind) ? account.asksSelfie : null;
  return {
    ...{ id, kind, method: methodOfVendor(kind), mode, name, accountId, callbackUrl, keysMark },
    ...{ asksSelfie, isActive, createdAt },
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

/** @throws INVALID_REQUEST_BODY: a key that is not this vendor's, or is of the other mode */
const requireOwnKeys = (
  { vendors }: Pick<Deps, "vendors">,
  { kind, mode }: Pick<VendorAccount, "kind" | "mode">,
  keys: Keys,
): void => {
  const fault = vendors[kind].faultOfKeys(mode, keys);
  if (fault) throw invalid(fault.field, fault.says);
};

/**
 * Tries an account at the vendor, so that no one pays for a check whose result cannot be read.
 * @param field what was entered, for the refusal
 * @throws INVALID_REQUEST_BODY: the vendor refuses it; VENDOR_UNAVAILABLE: it does not answer
 */
export const requireUseful = async (
  { vendors, settings }: Pick<Deps, "vendors" | "settings">,
  account: VendorAccount,
  field: "apiKey" | "asksSelfie",
): Promise<void> => {
  const { kind } = account;
  const reason = await vendors[kind].tryAccount(account, settings.publicUrl + VENDOR_RETURN);
  if (reason === null) return;
  const refusal = vendors[kind].refusals[reason];
  if (refusal !== undefined) throw invalid(field, refusal);
  throw new ServiceError(
    "VENDOR_UNAVAILABLE",
    `${VENDOR_NAMES[kind]} does not answer as it should, so the keys could not be tried. Try again in a moment.`,
  );
};

/** What is stored of an account's keys, and of its choice about the selfie. */
export const sealedOf = ({ secrets }: Pick<Deps, "secrets">, account: VendorAccount): string =>
  secrets.seal(credentialText(account), sealedFor("vendorCredential", account.id));

/**
 * Whether a selfie is asked for: by default yes, where the vendor offers the choice.
 * @throws INVALID_REQUEST_BODY: it offers none
 */
export const selfieAt = (kind: VendorKind, chosen: boolean | undefined): boolean => {
  const hasChoice = hasSelfieChoice(kind);
  if (chosen === true && !hasChoice)
    throw invalid("asksSelfie", `expected none for ${VENDOR_NAMES[kind]}: it offers no such choice`);
  return chosen ?? hasChoice;
};

/** The choice as the audit trail has it: only where there is one. */
const choiceOf = ({ kind, asksSelfie }: VendorAccount) => (hasSelfieChoice(kind) ? { asksSelfie } : {});

type Made = Pick<VendorAccount, "id" | "kind" | "mode" | "accountId" | "asksSelfie">;

const withKeys = (made: Made, { apiKey, callbackKey }: Keys): VendorAccount => ({
  ...made,
  apiKey: new Sealed(apiKey),
  callbackKey: new Sealed(callbackKey ?? null),
});

/**
 * Adds a vendor. It is offered once the tenant's settings or its policy name its method; in test mode at once.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, CONFLICT: the tenant has it in this mode; INVALID_REQUEST_BODY: also what the
 *   vendor refuses; VENDOR_UNAVAILABLE: it does not answer
 */
export const addVendor = async (ctx: MemberCtx, input: AddVendor): Promise<ListedVendor> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const { kind, mode, name = VENDOR_NAMES[kind], accountId = null } = input;
  requireOwnKeys(deps, { kind, mode }, input);
  const asksSelfie = selfieAt(kind, input.asksSelfie);
  const createdAt = deps.now();
  const id = newId(deps, "vendor", createdAt);
  const account = withKeys({ id, kind, mode, accountId, asksSelfie }, input);
  await requireUseful(deps, account, "apiKey");
  const row = {
    id,
    tenantId: tenant.id,
    kind,
    mode,
    name,
    accountId,
    credentialSealed: sealedOf(deps, account),
    isActive: true,
    createdAt,
    updatedAt: createdAt,
  };
  await inTransaction(deps.db, async (db) => {
    if (!(await insertVendor(db, row)))
      throw new ServiceError("CONFLICT", `There is a vendor ${kind} for ${mode} mode already.`);
    const changes = { method: methodOfVendor(kind), mode, accountId, ...choiceOf(account) };
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
 * Replaces all keys of a vendor at once: answers under way are fetched with the new ones. What was chosen about the selfie stays,
 * but is lost with keys that cannot be opened: then none is asked for until a member chooses it.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, INVALID_REQUEST_BODY, VENDOR_UNAVAILABLE; CONFLICT: the keys are not those
 *   that were seen
 */
export const rotateVendorKeys = async (ctx: MemberCtx, input: RotateVendor): Promise<ListedVendor> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const { id, accountId = null, seen } = input;
  const row = await requireVendor(deps.db.orm, tenant.id, id);
  const { mode } = row;
  const kind = required(VENDOR_KINDS.find((known) => known === row.kind) ?? null, "NOT_FOUND");
  requireOwnKeys(deps, { kind, mode }, input);
  const accountNow = (stored: VendorRow): VendorAccount => {
    const asksSelfie = accountOf(deps, stored)?.asksSelfie ?? false;
    return withKeys({ id, kind, mode, accountId, asksSelfie }, input);
  };
  await requireUseful(deps, accountNow(row), "apiKey");
  const credentialSealed = await inTransaction(deps.db, async (db) => {
    await lockVendor(db, tenant.id, id);
    const found = await requireVendor(db, tenant.id, id);
    const stored = { keysMark: keysMarkOf(deps, found, accountOf(deps, found)) };
    // Each entry of the trail that has an account came with new keys.
    const what = { what: "this vendor", target: id, told: { keysMark: "accountId" } };
    await requireAsSeen(ctx, db, { stored, given: { keysMark: ANOTHER }, seen, ...what });
    const account = accountNow(found);
    const sealed = sealedOf(deps, account);
    await updateVendor(db, tenant.id, id, { accountId, credentialSealed: sealed }, deps.now());
    const changes = { method: methodOfVendor(row.kind), accountId, ...choiceOf(account) };
    await recordOwnAudit(ctx, db, { action: "vendor.rotate", target: id, changes });
    return sealed;
  });
  return toListed(deps, { ...row, accountId, credentialSealed });
};
