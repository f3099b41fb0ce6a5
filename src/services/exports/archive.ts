import { required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { ARCHIVED, archiveRows } from "#data/service/archive.ts";
import { inTransaction } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";

// A tenant's whole data as JSON lines: docs/exports.md.

const FORMAT = "lintel-archive/1";

/** Each holds a connection and a snapshot for as long as its reader takes. */
const AT_ONCE = 2;

const running = new WeakMap<object, number>();

async function* linesOf({ deps }: Ctx, tenantId: string, takenAt: Date): AsyncGenerator<string> {
  const { db } = deps;
  running.set(db, (running.get(db) ?? 0) + 1);
  try {
    const types = ARCHIVED.map(({ type }) => type);
    yield `${JSON.stringify({ type: "manifest", format: FORMAT, tenantId, takenAt, types })}\n`;
    const counts: Record<string, number> = Object.fromEntries(types.map((type) => [type, 0]));
    for await (const { type, rows } of archiveRows(db, tenantId)) {
      counts[type] = (counts[type] ?? 0) + rows.length;
      yield rows.map((row) => `${JSON.stringify({ type, ...renamed(row) })}\n`).join("");
    }
    // A file without this line is not complete.
    yield `${JSON.stringify({ type: "end", counts })}\n`;
  } finally {
    running.set(db, (running.get(db) ?? 1) - 1);
  }
}

/** An event's type would hide the line's. */
const renamed = ({ type, ...row }: Record<string, unknown>): Record<string, unknown> =>
  type === undefined ? row : { eventType: type, ...row };

const archiveOf = async (ctx: Ctx, tenantId: string): Promise<AsyncGenerator<string>> => {
  const { deps } = ctx;
  if ((running.get(deps.db) ?? 0) >= AT_ONCE)
    throw new ServiceError(
      "RATE_LIMIT_EXCEEDED",
      "Other archives are being written. Try again in a minute.",
      {
        retryAfterSeconds: 60,
      },
    );
  await inTransaction(deps.db, (db) =>
    recordAudit(ctx, db, { tenantId, action: "tenant.export", target: tenantId }),
  );
  return linesOf(ctx, tenantId, deps.now());
};

/**
 * Everything of a tenant's, live and test, as of one moment, without secrets and hashes; for the operator. It becomes an entry
 * of the tenant's audit trail.
 * @throws TENANT_NOT_FOUND; RATE_LIMIT_EXCEEDED: others are being written
 */
export const archiveOfTenant = async (ctx: Ctx, tenantId: string): Promise<AsyncGenerator<string>> => {
  required(isId("tenant", tenantId) ? await findTenant(ctx.deps.db.orm, tenantId) : null, "TENANT_NOT_FOUND");
  return archiveOf(ctx, tenantId);
};

/** Everything of a member's tenant, for its owners, also of a closed one. @throws PERMISSION_DENIED; RATE_LIMIT_EXCEEDED */
export const exportEverything = async (ctx: MemberCtx): Promise<AsyncGenerator<string>> => {
  requirePermission(ctx, "tenant.export");
  return archiveOf(ctx, ctx.tenant.id);
};
