import { createHash } from "node:crypto";
import type { PracticeDraft } from "#contracts/console/settings.ts";
import type { ReadStatementQuery } from "#contracts/public/practice.ts";
import { epochSeconds } from "#core/day.ts";
import { required } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import {
  canonicalJson,
  type PracticeChange,
  type PracticeStatement,
  practiceChanges,
} from "#core/practice/statement.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import {
  addPracticeKey,
  addVersion,
  DEPLOYMENT,
  findPracticeSettings,
  findPracticeTenant,
  findVersion,
  listPracticeKeys,
  listVersions,
  type PracticeSettings,
  type PracticeTenantRow,
  type PracticeVersion,
  publishedTenants,
  setPractice,
} from "#data/service/practice.ts";
import { publicPartOf, signTyped } from "#platform/keys/signing-key.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { keyRing } from "#services/key-ring.ts";
import { everyRow } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { requireAsSeen } from "#services/seen.ts";
import { basisOf, statementNow } from "./statement-now.ts";

// Practice statements: versions that are made when the practice changes, signed, and kept (docs/adr/0037).

const STATEMENT_TYPE = "practice-statement+jwt";
const TENANTS_PER_PAGE = 200;
/** If two processes write the same number, one of them reads again. */
const TRIES = 3;

const keysOf = keyRing("practiceKey", listPracticeKeys, addPracticeKey);

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

const sealVersion = async (
  ctx: Ctx,
  db: Db,
  fresh: Pick<PracticeVersion, "scope" | "number" | "content" | "hash" | "basis">,
): Promise<PracticeVersion> => {
  const { deps } = ctx;
  const [key] = await keysOf(deps, db);
  const createdAt = deps.now();
  const claims = {
    iss: deps.settings.publicUrl,
    sub: fresh.scope,
    iat: epochSeconds(createdAt),
    version: fresh.number,
    statement: JSON.parse(fresh.content),
  };
  return {
    ...fresh,
    id: newId(deps, "practiceStatement", createdAt),
    tenantId: fresh.scope === DEPLOYMENT ? null : fresh.scope,
    jws: await signTyped(key, STATEMENT_TYPE, claims),
    basisFrom: deps.settings.startedAt,
    createdAt,
  };
};

/** How long an upgrade takes at most. */
const UPGRADE_MS = 3_600_000;

/** During an upgrade, old processes leave what new ones have written: otherwise versions would alternate. */
const isOfNewerProcess = (newest: PracticeVersion, basis: string, { deps }: Ctx): boolean =>
  newest.basis !== basis &&
  newest.basisFrom > deps.settings.startedAt &&
  // A new process that was tried and stopped again must not freeze the statement.
  deps.now().getTime() - newest.createdAt.getTime() < UPGRADE_MS;

/**
 * The version that says what applies now: the newest, or a new one where the practice has changed since.
 * @param tenantId null: the deployment's
 * @throws TENANT_NOT_FOUND
 */
const currentVersion = async (ctx: Ctx, db: Db, tenantId: string | null): Promise<PracticeVersion> => {
  const scope = tenantId ?? DEPLOYMENT;
  const basis = sha256(canonicalJson(basisOf(ctx)));
  for (let tried = 1; ; tried += 1) {
    const newest = await findVersion(db, scope);
    // Read after the newest: anything read before it could be older than what another process has just
    // written.
    const row =
      tenantId === null ? null : required(await findPracticeTenant(db, tenantId), "TENANT_NOT_FOUND");
    const content = canonicalJson(await statementNow(ctx, row));
    const hash = sha256(content);
    if (newest && (newest.hash === hash || isOfNewerProcess(newest, basis, ctx))) return newest;
    const fresh = { scope, number: (newest?.number ?? 0) + 1, content, hash, basis };
    const version = await sealVersion(ctx, db, fresh);
    if (await addVersion(db, version)) return version;
    if (tried >= TRIES)
      throw new TypeError("another process writes each version of a practice statement first");
  }
};

/**
 * Writes every version that is due: for the deployment, and for each tenant that publishes its own. For the
 * worker.
 */
export const publishAll = async (ctx: Ctx): Promise<void> => {
  const db = ctx.deps.db.orm;
  await currentVersion(ctx, db, null);
  const published = (after: string) => publishedTenants(db, after, TENANTS_PER_PAGE);
  for await (const { id } of everyRow(TENANTS_PER_PAGE, published))
    await currentVersion(ctx, db, id).catch((error: unknown) => {
      if (isDatabaseError(error)) throw error;
      // A statement that cannot be made must not hold up the others.
      ctx.deps.log.error("a practice statement could not be made", { tenantId: id, error });
    });
};

/** The tenant whose statement is public. @throws NOT_FOUND: absent, or it publishes none; both look alike */
export const publicTenant = async (db: Db, id: string): Promise<PracticeTenantRow> => {
  const row = isId("tenant", id) ? await findPracticeTenant(db, id) : null;
  return required(
    row?.isActive && row.practicePublished ? row : null,
    "NOT_FOUND",
    "There is no such practice statement.",
  );
};

/** A version as everyone may read it, and which others there are. */
export type PublicStatement = {
  version: number;
  createdAt: Date;
  hash: string;
  statement: PracticeStatement;
  jws: string;
  keys: ReturnType<typeof publicPartOf>[];
  versions: { version: number; createdAt: Date; hash: string }[];
  /** Whether there are monthly numbers to read beside it. */
  hasNumbers: boolean;
};

/**
 * The statement of the deployment or of a tenant: the one that applies now, or an earlier version. @throws
 * NOT_FOUND
 */
export const readStatement = async (
  ctx: Ctx,
  { tenant, version }: ReadStatementQuery,
): Promise<PublicStatement> => {
  const { deps } = ctx;
  const db = deps.db.orm;
  const row = tenant === undefined ? null : await publicTenant(db, tenant);
  const current = await currentVersion(ctx, db, row?.id ?? null);
  const { scope } = current;
  const earlier = version === undefined ? current : await findVersion(db, scope, version);
  const shown = required(earlier, "NOT_FOUND", "There is no such version of this practice statement.");
  const [keys, versions] = await Promise.all([keysOf(deps, db), listVersions(db, scope)]);
  return {
    version: shown.number,
    createdAt: shown.createdAt,
    hash: shown.hash,
    statement: JSON.parse(shown.content),
    jws: shown.jws,
    keys: keys.map(publicPartOf),
    versions: versions.map(({ number, ...other }) => ({ version: number, ...other })),
    hasNumbers: row ? row.numbersPublished : deps.settings.publishesNumbers,
  };
};

type Overview = {
  settings: PracticeSettings;
  /** Where it is, or will be. */
  address: string;
  /** The newest version; null: none has been published yet. */
  newest: { version: number; createdAt: Date } | null;
  /** What publishing the given settings changes, compared with the newest version. */
  changes: PracticeChange[];
};

const settingsOf = (row: PracticeTenantRow): PracticeSettings => {
  const { practicePublished, numbersPublished, practiceContact, complaintUrl } = row;
  return { practicePublished, numbersPublished, practiceContact, complaintUrl };
};

const ownRow = async (ctx: MemberCtx, db: Db): Promise<PracticeTenantRow> =>
  required(await findPracticeTenant(db, ctx.tenant.id), "TENANT_NOT_FOUND");

/**
 * What a tenant publishes, and how the statement would differ from the version before.
 * @param draft unsaved settings, shown as if saved
 * @throws PERMISSION_DENIED
 */
export const practiceOverview = async (ctx: MemberCtx, draft: PracticeDraft = {}): Promise<Overview> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  const db = deps.db.orm;
  const row = await ownRow(ctx, db);
  const { practiceContact = row.practiceContact, complaintUrl = row.complaintUrl } = draft;
  const newest = await findVersion(db, tenant.id);
  const next = await statementNow(ctx, { ...row, practiceContact, complaintUrl });
  const before: unknown = newest && JSON.parse(newest.content);
  return {
    settings: settingsOf(row),
    address: `${deps.settings.publicUrl}/practice/${tenant.id}`,
    newest: newest && { version: newest.number, createdAt: newest.createdAt },
    changes: practiceChanges(before, next),
  };
};

type PracticeChanges = { [Name in keyof PracticeSettings]?: PracticeSettings[Name] | undefined };

/**
 * Starts or stops publishing the statement, and changes what is said in it; versions that were shown are kept.
 * @throws PERMISSION_DENIED; CONFLICT: a given field is not as it was seen
 */
export const setPracticeSettings = async (
  ctx: MemberCtx,
  { seen, ...wanted }: PracticeChanges & { seen?: PracticeChanges | undefined },
): Promise<Overview> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const { practicePublished } = await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const before = await findPracticeSettings(db, tenant.id);
    const given = defined(wanted);
    const what = { what: "the practice statement", target: tenant.id };
    await requireAsSeen(ctx, db, { stored: before, given, seen, ...what });
    const after = { ...before, ...given };
    await setPractice(db, tenant.id, after, deps.now());
    const entry = { action: "practice.update", target: tenant.id } as const;
    if (Object.keys(given).length > 0) await recordOwnAudit(ctx, db, { ...entry, before, after: given });
    return after;
  });
  const db = deps.db.orm;
  if (practicePublished) await currentVersion(ctx, db, tenant.id);
  return practiceOverview(ctx);
};
