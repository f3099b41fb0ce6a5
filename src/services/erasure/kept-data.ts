import { addDays } from "#core/day.ts";
import { DAYS_KEPT, type DataPage, type KeptData } from "#core/erasure-request.ts";
import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { ERASURES, sentencesOf, withheldAs } from "#core/practice/stored.ts";
import { isFinal, type Verification } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import { findSettings, findTenant } from "#data/tenants/tenants.ts";
import { assuranceOf } from "#data/verifications/age-keys.ts";
import { listAttempts } from "#data/verifications/checks.ts";
import { findRequestAbout, findRequestOfPage } from "#data/verifications/erasure-requests.ts";
import { type StoredRow, storedAbout } from "#data/verifications/redaction.ts";
import { findVerification } from "#data/verifications/verifications.ts";
import { findByEach, hashesOf } from "#platform/secrets.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { verificationNotFound } from "#services/check/end.ts";
import { loadPage, type PageCtx, statusOf } from "#services/check/page.ts";
import { isSessionSecret } from "#services/check/page-secret.ts";
import { ruleOf } from "#services/check/rule.ts";
import type { At, Ctx, MemberCtx } from "#services/context.ts";
import { isOwnSite } from "#services/hosts/site.ts";
import { requirePermission } from "#services/permissions.ts";
import { withoutMethods } from "./hidden-method.ts";
import { receiptOf } from "./receipts.ts";

// The person's page of their check, `/v/<secret>/data`: what is kept, and the outcome of asking for erasure.

/** A row as its person sees it. @param isTenants whether the tenant's own backend decided: its reason is the tenant's to show */
const shownRow = ({ model, row }: StoredRow, isTenants: boolean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof row === "object" && row !== null ? row : {}).map(([field, value]) => {
      const isOwnReason = isTenants && model === "Verification" && field === "reason" && value !== null;
      const withheld = isOwnReason ? "the website's own record" : withheldAs(model, field);
      if (withheld === null) return [field, value];
      return [field, value === null || value === false ? null : `(${withheld})`];
    }),
  );

const byTable = (rows: readonly StoredRow[], isTenants: boolean): Record<string, Record<string, unknown>[]> =>
  Object.fromEntries(
    Object.keys(ERASURES).flatMap((table) => {
      const own = rows.filter(({ model }) => model === table).map((row) => shownRow(row, isTenants));
      return own.length > 0 ? [[table, own]] : [];
    }),
  );

/** Whether it is the verification's row, with a keyed hash of a network address. */
const hasAddressHash = ({ model, row }: StoredRow): boolean =>
  model === "Verification" &&
  typeof row === "object" &&
  row !== null &&
  "ipHash" in row &&
  row.ipHash === true;

/** How many rows of each category, as receipts call them. */
const countsOf = (rows: readonly StoredRow[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(ERASURES).flatMap(([table, erasure]) => {
      const count = rows.filter(({ model }) => model === table).length;
      return erasure && count > 0 && table !== "Verification" ? [[erasure.category, count]] : [];
    }),
  );

/** A sentence for each of the tables. */
const explanationsOf = (stored: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.keys(stored).map((table) => [table, sentencesOf(table).join("; ")]));

const keptBy = async (ctx: PageCtx): Promise<DataPage> => {
  const { deps, page } = ctx;
  const { verification, tenant } = page;
  const { id, tenantId, appealOf } = verification;
  const db = deps.db.orm;
  const [settings, rows, request, tries, assurance] = await Promise.all([
    findSettings(db, tenantId),
    storedAbout(deps.db, tenantId, id),
    findRequestAbout(db, tenantId, appealOf ?? id),
    listAttempts(db, tenantId, id),
    assuranceOf(db, tenantId, id),
  ]);
  const status = statusOf(ctx);
  const stored = byTable(rows, verification.method === "tenant");
  const { mode, minimumAge, verified, method, createdAt, openedAt, completedAt, expiresAt } = verification;
  const { thresholds, disclosure, locale, requestId, callbackUrl, policyPlace, overturnedAt } = verification;
  const { verifiedAge, ageAtLeast, ageBelow, confidence, documentType, documentReused, errorCode } =
    verification;
  return {
    state: "kept",
    erasesAtOnce: settings?.erasesAtOnce ?? false,
    isOver: isFinal(status),
    isAppeal: appealOf !== null,
    kept: {
      verificationId: id,
      tenantName: tenant.displayName ?? tenant.name,
      mode,
      status,
      minimumAge,
      verified,
      method,
      createdAt,
      openedAt,
      completedAt,
      expiresAt,
      attempts: verification.attempts,
      asked: { thresholds, disclosure, locale, requestId, callbackUrl, policyPlace },
      // A phone that took over may be someone else's, or be handed back.
      result:
        page.device === "phone"
          ? null
          : {
              verifiedAge,
              ageAtLeast,
              ageBelow,
              confidence,
              documentType,
              documentReused,
              assurance,
              // What the tenant's backend wrote about its decision is the tenant's to show.
              reason: method === "tenant" ? null : verification.reason,
              errorCode,
              overturnedAt,
            },
      tries: tries.map(({ method: by, finding, reason, createdAt: at }) => ({
        method: by,
        finding,
        reason,
        at,
      })),
      entries: Object.keys(verification.metadata ?? {}).length + (verification.reference === null ? 0 : 1),
      hasAddressHash: rows.some(hasAddressHash),
      startDataUntil: addDays(createdAt, settings?.metadataRetentionDays ?? 0),
      rows: countsOf(rows),
      stored: page.device === "phone" ? null : stored,
      request: request && {
        status: request.status,
        askedAt: request.createdAt,
        dueAt: request.dueAt,
        atOnce: request.atOnce,
        endedAt: request.endedAt,
        reply: request.reply,
      },
    },
  };
};

type StoredData = {
  verificationId: string;
  downloadedAt: Date;
  /** What the tenant's own backend supplied with it. */
  metadata: Verification["metadata"];
  reference: Verification["reference"];
  /** The tenant's policy hides the method: tables that would reveal it are left out. */
  hidesMethod: boolean;
  /** What each of these tables is for. */
  explained: Record<string, string>;
  /** Every row about it, by table; secrets and hashes are named in words. */
  stored: Record<string, Record<string, unknown>[]>;
};

/**
 * All that is stored about one verification, for a member who answers its person's request for access (GDPR Article 15).
 * The audit trail says who took it.
 * @throws PERMISSION_DENIED, VERIFICATION_NOT_FOUND
 */
export const downloadStored = async (
  ctx: MemberCtx,
  { verificationId }: { verificationId: string },
): Promise<StoredData> => {
  requirePermission(ctx, "verifications.export");
  const { deps, tenant } = ctx;
  const found = isId("verification", verificationId)
    ? await findVerification(deps.db.orm, tenant.id, verificationId)
    : null;
  if (!found) throw verificationNotFound();
  const [rule, rows] = await Promise.all([
    ruleOf(deps, found),
    storedAbout(deps.db, tenant.id, verificationId),
  ]);
  await inTransaction(deps.db, (db) =>
    recordOwnAudit(ctx, db, { action: "verifications.download", target: verificationId }),
  );
  const all = byTable(rows, false);
  const hidesMethod = rule?.hideMethod ?? false;
  const stored = hidesMethod ? withoutMethods(all) : all;
  return {
    verificationId,
    downloadedAt: deps.now(),
    metadata: found.metadata,
    reference: found.reference,
    hidesMethod,
    explained: explanationsOf(stored),
    stored,
  };
};

/** The request made on a page that has since been erased. */
export const doneRequest = async ({ deps, site }: At, secret: string) => {
  const { db, secrets } = deps;
  if (!isSessionSecret(secret)) return null;
  const asked = await findByEach(hashesOf(secrets, secret), (hash) => findRequestOfPage(db.orm, hash));
  return asked?.status === "done" && isOwnSite({ site }, asked.tenantId) ? asked : null;
};

const erasedBy = async (ctx: At, secret: string): Promise<DataPage | null> => {
  const { deps } = ctx;
  const { db } = deps;
  const asked = await doneRequest(ctx, secret);
  if (!asked) return null;
  const { tenantId, verificationId } = asked;
  const found = await receiptOf(deps, db.orm, tenantId, verificationId);
  if (!found) return null;
  const tenant = await findSettings(db.orm, tenantId);
  const { redactedAt: erasedAt, receipt, salt } = found;
  const shownUntil = addDays(asked.endedAt ?? erasedAt, DAYS_KEPT);
  return {
    state: "erased",
    erased: {
      verificationId,
      tenantName: tenant && (tenant.displayName ?? tenant.name),
      erasedAt,
      receipt,
      salt,
      shownUntil,
    },
  };
};

/** What is kept about the check with this page, or that it was erased when the person asked; null: no such page. */
const dataPage = async (ctx: Ctx, secret: string): Promise<DataPage | null> => {
  const found = await loadPage(ctx, secret);
  return found ? keptBy(found) : erasedBy(ctx, secret);
};

/**
 * `dataPage` for drawing: a database failure is returned, not thrown, because a page that throws is empty in
 * a browser without scripts.
 */
export const drawnData = async (
  ctx: Ctx,
  secret: string,
): Promise<{ page: DataPage | null } | { failure: unknown }> => {
  try {
    return { page: await dataPage(ctx, secret) };
  } catch (failure) {
    if (isDatabaseError(failure)) return { failure };
    throw failure;
  }
};

/** What is kept about a check, as a file for the person. @throws VERIFICATION_NOT_FOUND also when the check was erased */
export const dataCopy = async (ctx: Ctx, secret: string): Promise<KeptData> => {
  const found = await loadPage(ctx, secret);
  const page = found && (await keptBy(found));
  if (page?.state !== "kept") throw new ServiceError("VERIFICATION_NOT_FOUND");
  return page.kept;
};

/** The hosts that may embed the page of an erased check; null: there is no such page. */
export const embedHostsOfErased = async (
  ctx: At,
  secret: string,
): Promise<readonly string[] | null> => {
  const asked = await doneRequest(ctx, secret);
  return asked && ((await findTenant(ctx.deps.db.orm, asked.tenantId))?.callbackHosts ?? []);
};
