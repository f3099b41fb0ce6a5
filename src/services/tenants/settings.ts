import type { Disclosure } from "#core/age-over.ts";
import { checkBrandColour, checkLogo } from "#core/brand.ts";
import { isCallbackHost } from "#core/callback-hosts.ts";
import { addDays } from "#core/day.ts";
import { type Issue, invalid, refuseIssues, required } from "#core/errors.ts";
import { leadsSomewhere, type Offer, offerOf } from "#core/policy/offer.ts";
import type { WalletProofs } from "#core/tenant.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { pinnedPolicy } from "#data/tenants/policies.ts";
import {
  findLogo,
  findSettings,
  setLogo as setRow,
  type TenantSettings,
  updateSettings as updateRow,
} from "#data/tenants/tenants.ts";
import { forgetDocumentUses, shortenDocumentUses } from "#data/verifications/document-uses.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { pngUrl } from "#services/brand.ts";
import { forgetCached } from "#services/cached.ts";
import { liveSupplies } from "#services/check/offer.ts";
import type { MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import { requireAsSeen } from "#services/seen.ts";

type SettingsView = Omit<
  TenantSettings,
  "disclosure" | "erasesAtOnce" | "resultRetentionDays" | "uniqueReferences" | "walletProofs"
> & {
  /** Null: what counts is the deployment's. Absent: so it is, and the deployment can take no zero-knowledge proofs. */
  walletProofs?: WalletProofs | null;
  /** Of tenants that have not chosen. Absent: the deployment can take none. */
  walletProofsByDefault?: WalletProofs;
  /** Absent: the age, as before thresholds existed. */
  disclosure?: Disclosure;
  /** Absent: a person's request waits for a member. */
  erasesAtOnce?: true;
  /** Absent: any number of verifications can have one reference. */
  uniqueReferences?: true;
  /** Absent: no verification is erased automatically. */
  resultRetentionDays?: number;
  tenantId: string;
  isActive: boolean;
  /** `data:image/png;base64,…` */
  logo: string | null;
  /** Methods that the tenant can choose for its live verifications. */
  availableMethods: string[];
  /** The policy that decides on methods and attempts instead; null: none does. */
  policy: { number: number } | null;
  /** Those of the methods that are not shown now, and why. */
  notOffered: Offer["missing"];
};

/** What the tenant has set. @throws PERMISSION_DENIED */
export const getSettings = async (ctx: MemberCtx): Promise<SettingsView> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  const [settings, logo] = await Promise.all([
    findSettings(deps.db.orm, tenant.id),
    findLogo(deps.db.orm, tenant.id),
  ]);
  const { policyId } = tenant;
  const [supplies, pinned] = await Promise.all([
    liveSupplies(deps, deps.db.orm, tenant.id),
    policyId === null ? null : pinnedPolicy(deps.db.orm, tenant.id, policyId),
  ]);
  const { disclosure, erasesAtOnce, resultRetentionDays, uniqueReferences, walletProofs, ...others } =
    required(settings, "TENANT_NOT_FOUND");
  const { proofs } = deps.wallet;
  return {
    ...others,
    ...(disclosure === "age" ? {} : { disclosure }),
    ...(erasesAtOnce ? { erasesAtOnce } : {}),
    ...(uniqueReferences ? { uniqueReferences } : {}),
    ...(proofs || walletProofs !== null ? { walletProofs } : {}),
    ...(proofs ? { walletProofsByDefault: proofs.policy } : {}),
    ...(resultRetentionDays === null ? {} : { resultRetentionDays }),
    tenantId: tenant.id,
    isActive: tenant.isActive,
    logo: pngUrl(logo),
    policy: pinned && { number: pinned.number },
    availableMethods: [...supplies.keys()],
    notOffered: offerOf(supplies, {
      mode: "live",
      methods: [...supplies.keys()],
      minimumAge: tenant.minimumAge,
    }).missing,
  };
};

type SettingsChanges = { [Key in keyof TenantSettings]?: TenantSettings[Key] | undefined };

const colourIssues = (colour: string | null | undefined): Issue[] => {
  const check = colour ? checkBrandColour(colour) : { ok: true as const };
  return check.ok ? [] : [{ path: "brandColour", message: check.message }];
};

/**
 * Methods that neither this deployment nor the tenant has, and an age key without another method. Asked in the transaction that
 * writes them, while the tenant is held: until it ends, no provider or vendor is removed.
 */
export const methodIssues = async (
  { deps }: Pick<MemberCtx, "deps">,
  db: Db,
  tenantId: string,
  methods: readonly string[],
): Promise<Issue[]> => {
  const known = [...(await liveSupplies(deps, db, tenantId, methods)).keys()];
  if (methods.length > 0 && !leadsSomewhere(methods))
    return [
      {
        path: "methods",
        message: "an age key is kept from an earlier proof: expected another method beside it",
      },
    ];
  return methods.flatMap((method, index) =>
    known.includes(method)
      ? []
      : [{ path: `methods.${index}`, message: `expected one of ${known.join(", ") || "none"}` }],
  );
};

const hostIssues = (hosts: readonly string[]): Issue[] =>
  hosts.flatMap((host, index) =>
    isCallbackHost(host)
      ? []
      : [
          {
            path: `callbackHosts.${index}`,
            message: "expected a host such as shop.example.com or *.example.com",
          },
        ],
  );

/** A choice that the deployment cannot keep; to ask for none is always possible. */
const proofIssues = ({ deps }: MemberCtx, chosen: WalletProofs | null | undefined): Issue[] =>
  !chosen || chosen === "off" || deps.wallet.proofs
    ? []
    : [
        {
          path: "walletProofs",
          message:
            "Zero-knowledge proofs are not available on this deployment. Its operator has to set them up first.",
        },
      ];

/**
 * Changes the given settings; at once in this process, everywhere within 10 seconds.
 * @throws PERMISSION_DENIED, INVALID_REQUEST_BODY: too little contrast, an unknown method, an invalid host or proofs that
 *   the deployment cannot take; CONFLICT: a given one is not as it was seen
 */
export const updateSettings = async (
  ctx: MemberCtx,
  { seen, ...changes }: SettingsChanges & { seen?: SettingsChanges | undefined },
): Promise<SettingsView> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "settings.write");
  const given = defined(changes);
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    refuseIssues([
      ...colourIssues(changes.brandColour),
      ...(await methodIssues(ctx, db, tenant.id, changes.methods ?? [])),
      ...hostIssues(changes.callbackHosts ?? []),
      ...proofIssues(ctx, changes.walletProofs),
    ]);
    const before = required(await findSettings(db, tenant.id), "TENANT_NOT_FOUND");
    const what = { what: "these settings", target: tenant.id };
    await requireAsSeen(ctx, db, { stored: before, given, seen, ...what });
    await updateRow(db, tenant.id, given, deps.now());
    if (given.documentReuseDays === null) await forgetDocumentUses(db, tenant.id);
    if (typeof changes.documentReuseDays === "number") {
      await shortenDocumentUses(db, tenant.id, addDays(deps.now(), changes.documentReuseDays));
    }
    await recordOwnAudit(ctx, db, { action: "settings.update", target: tenant.id, before, after: given });
  });
  forgetCached(deps, tenant.id);
  return getSettings(ctx);
};

/**
 * Sets the logo of the hosted page, or removes it (null).
 * @param png a PNG in base64; an SVG can contain scripts and is refused
 * @throws PERMISSION_DENIED, INVALID_REQUEST_BODY: not a small, complete PNG
 */
export const setLogo = async (ctx: MemberCtx, png: string | null): Promise<void> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "settings.write");
  const bytes = png === null ? null : new Uint8Array(Buffer.from(png, "base64"));
  const checked = bytes && checkLogo(bytes);
  if (checked && !checked.ok) throw invalid("png", checked.message);
  await inTransaction(deps.db, async (db) => {
    await setRow(db, tenant.id, bytes, deps.now());
    await recordOwnAudit(ctx, db, { action: bytes ? "logo.set" : "logo.remove", target: tenant.id });
  });
};
