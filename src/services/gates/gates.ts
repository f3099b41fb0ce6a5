import type { CreateGate, RotateGateSecret, UpdateGate } from "#contracts/console/gates.ts";
import { addDays, dayName, dayOf, HOUR_MS } from "#core/day.ts";
import { type Issue, invalid, refuseIssues, required, ServiceError } from "#core/errors.ts";
import { forwardedPrefix, startAddress } from "#core/gates/addresses.ts";
import type { GateCount } from "#core/gates/counts.ts";
import { cookieNameOf, GATES, hostOf, openPathFault, originFault, thresholdOf } from "#core/gates/gate.ts";
import { isId } from "#core/ids.ts";
import { isRegionOf } from "#core/policy/policy.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import * as rows from "#data/tenants/gates.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { markOf, newSiteSecret } from "#services/sealing.ts";
import { requireAsSeen, requireSecretAsSeen } from "#services/seen.ts";

// The gates of a tenant, as members manage them. The permissions are those of API keys: a gate's secret is a key too.

const gateNotFound = (): ServiceError => new ServiceError("NOT_FOUND", "There is no such gate.");

const gateIn = async (db: Db, tenantId: string, siteId: string): Promise<rows.StoredGate> => {
  const found = isId("gate", siteId) ? await rows.findGate(db, tenantId, siteId) : null;
  if (!found) throw gateNotFound();
  return found;
};

/** A gate of the tenant's. @throws NOT_FOUND */
export const requireGate = ({ deps, tenant }: MemberCtx, siteId: string): Promise<rows.StoredGate> =>
  gateIn(deps.db.orm, tenant.id, siteId);

type Counts = Record<GateCount, number>;

const NONE: Counts = { passes: 0, refusals: 0, starts: 0, approvals: 0 };

/** A gate as the console shows it. */
type Gate = Omit<rows.GateSummary, "id" | "secretSealed"> & {
  siteId: string;
  /** Which secret is in use, without a word of it. */
  secretMark: string;
  /** What cookies are bound to. */
  host: string;
  /** The age, or `policy`. */
  threshold: string;
  cookieName: string;
  /** On the site's own host. */
  startAddress: string;
  /** What was counted since midnight UTC. */
  today: Counts;
};

type Row = Awaited<ReturnType<typeof rows.gateDaysSince>>[number];

const countsOf = ({ passes, refusals, starts, approvals }: Row): Counts => ({
  passes: Number(passes),
  refusals: Number(refusals),
  starts: Number(starts),
  approvals: Number(approvals),
});

const toGate = ({ now }: Pick<Deps, "now">, row: rows.GateSummary, today: Counts): Gate => {
  // One by one: a stored gate has its secrets too.
  const { id: siteId, mode, name, origin, minimumAge, country, region } = row;
  const { lifetimeSeconds, openPaths, createdAt, secretSealed, previousSecretUntil: until } = row;
  return {
    ...{ mode, name, origin, minimumAge, country, region, lifetimeSeconds, openPaths, createdAt },
    siteId,
    previousSecretUntil: until !== null && until > now() ? until : null,
    secretMark: markOf(secretSealed),
    host: hostOf(origin),
    threshold: thresholdOf(row),
    cookieName: cookieNameOf(row),
    startAddress: startAddress(origin + forwardedPrefix(siteId), "/"),
    today,
  };
};

/** What was counted today. */
const todayOf = async ({ deps, tenant }: MemberCtx): Promise<Map<string, Counts>> => {
  const days = await rows.gateDaysSince(deps.db.orm, { tenantId: tenant.id }, dayOf(deps.now()));
  return new Map(days.map((day) => [day.gateId, countsOf(day)]));
};

/** The tenant's gates of both modes, newest first, without their secrets. @throws PERMISSION_DENIED */
export const listGates = async (ctx: MemberCtx): Promise<Gate[]> => {
  requirePermission(ctx, "keys.read");
  const [gates, today] = await Promise.all([rows.listGates(ctx.deps.db.orm, ctx.tenant.id), todayOf(ctx)]);
  return gates.map((gate) => toGate(ctx.deps, gate, today.get(gate.id) ?? NONE));
};

const pathIssues = ({ openPaths = [] }: Pick<UpdateGate, "openPaths">): Issue[] =>
  openPaths.flatMap((path, index) => {
    const message = openPathFault(path);
    return message === null ? [] : [{ path: `openPaths.${index}`, message }];
  });

/** @throws INVALID_REQUEST_BODY: a region without its country */
const checkPlace = ({ country, region }: Pick<UpdateGate, "country" | "region">): void => {
  if (region && !(country && isRegionOf(region, country)))
    throw invalid("region", "expected a region of the country, for example US-UT with US");
};

type Site = Parameters<typeof rows.isSiteTaken>[1];

/** @throws CONFLICT: another gate of the tenant's has the same site and age */
const refuseTwin = async (db: Db, site: Site, id: string | null): Promise<void> => {
  if (await rows.isSiteTaken(db, site, id))
    throw new ServiceError(
      "CONFLICT",
      `There is a gate for this age at ${site.origin} already: change that one.`,
    );
};

/**
 * Puts a gate before a site. Its secret is in this answer only.
 * @throws PERMISSION_DENIED, TENANT_CLOSED; INVALID_REQUEST_BODY: an unusable address or path, or too many gates; CONFLICT:
 *   there is one for this age already
 */
export const createGate = async (
  ctx: MemberCtx,
  input: CreateGate,
): Promise<{ gate: Gate; secret: string }> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  const { mode, name, minimumAge, country = null, region = null, openPaths = [] } = input;
  const fault = originFault(input.origin, mode);
  refuseIssues([...(fault === null ? [] : [{ path: "origin", message: fault }]), ...pathIssues(input)]);
  checkPlace(input);
  const { origin } = new URL(input.origin);
  const createdAt = deps.now();
  const id = newId(deps, "gate", createdAt);
  const { secret, secretSealed } = newSiteSecret(deps, "gateSecret", id);
  const { lifetimeSeconds = GATES.lifetimeSeconds.default } = input;
  const gate = { id, tenantId: tenant.id, mode, name, origin, minimumAge, country, region };
  await inTransaction(deps.db, async (db) => {
    if ((await rows.countGates(db, tenant.id)) >= GATES.most)
      throw new ServiceError("INVALID_REQUEST_BODY", `A tenant can have at most ${GATES.most} gates.`);
    await refuseTwin(db, gate, null);
    await rows.insertGate(db, {
      ...gate,
      ...{ lifetimeSeconds, openPaths, secretSealed, createdAt, updatedAt: createdAt },
    });
    const { mode: _mode, origin: _origin, ...given } = input;
    await recordOwnAudit(ctx, db, {
      action: "gate.create",
      target: id,
      changes: { ...given, mode, origin },
    });
  });
  forgetCached(deps, id);
  const made = required(await rows.findGate(deps.db.orm, tenant.id, id), "NOT_FOUND");
  return { gate: toGate(deps, made, NONE), secret };
};

/**
 * Changes the given settings of a gate; every process follows them within 5 seconds. Another age ends every proof.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; INVALID_REQUEST_BODY, CONFLICT as above; CONFLICT: a given field is not as
 *   it was seen
 */
export const updateGate = async (ctx: MemberCtx, { siteId, seen, ...given }: UpdateGate): Promise<Gate> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  await requireGate(ctx, siteId);
  refuseIssues(pathIssues(given));
  const changes = defined(given);
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const before = await gateIn(db, tenant.id, siteId);
    const what = { what: "this gate", target: siteId };
    await requireAsSeen(ctx, db, { stored: before, given, seen, ...what });
    checkPlace({ ...before, ...changes });
    await refuseTwin(db, { ...before, ...changes }, siteId);
    if (!(await rows.updateGate(db, tenant.id, siteId, changes, deps.now()))) throw gateNotFound();
    await recordOwnAudit(ctx, db, { action: "gate.update", target: siteId, before, after: changes });
  });
  forgetCached(deps, siteId);
  const [gate, today] = await Promise.all([requireGate(ctx, siteId), todayOf(ctx)]);
  return toGate(deps, gate, today.get(siteId) ?? NONE);
};

/**
 * Gives a gate a new secret, which is in this answer only; the old one stays valid for the hours given. Without any, every
 * visitor proves their age again.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; CONFLICT: the secret is not the one that was seen
 */
export const rotateGateSecret = async (
  ctx: MemberCtx,
  { siteId, overlapHours, seen }: RotateGateSecret,
): Promise<{ secret: string; previousSecretUntil: Date | null }> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  await requireGate(ctx, siteId);
  const { secret, secretSealed } = newSiteSecret(deps, "gateSecret", siteId);
  const now = deps.now();
  const previousSecretUntil = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * HOUR_MS);
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const { secretSealed: current } = await gateIn(db, tenant.id, siteId);
    await requireSecretAsSeen(ctx, db, current, { seen, what: "this gate", target: siteId });
    const previousSecretSealed = previousSecretUntil && current;
    const changes = { secretSealed, previousSecretSealed, previousSecretUntil };
    if (!(await rows.updateGate(db, tenant.id, siteId, changes, now))) throw gateNotFound();
    await recordOwnAudit(ctx, db, {
      action: "gate.rotate_secret",
      target: siteId,
      changes: { overlapHours },
    });
  });
  forgetCached(deps, siteId);
  return { secret, previousSecretUntil };
};

/**
 * Removes a gate: within 5 seconds its checks answer 403, so the site is closed until its server stops asking. The
 * verifications that it started stay.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const removeGate = async (ctx: MemberCtx, { siteId }: { siteId: string }): Promise<void> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  const { name } = await requireGate(ctx, siteId);
  await inTransaction(deps.db, async (db) => {
    if (!(await rows.deleteGate(db, tenant.id, siteId))) throw gateNotFound();
    await recordOwnAudit(ctx, db, { action: "gate.remove", target: siteId, changes: { name } });
  });
  forgetCached(deps, siteId);
};

/**
 * What was counted at a gate on each of the last days (UTC), today last; days without a visitor have zeros.
 * @throws PERMISSION_DENIED, NOT_FOUND
 */
export const gateTraffic = async (
  ctx: MemberCtx,
  { siteId, days }: { siteId: string; days: number },
): Promise<{ days: ({ day: string } & Counts)[] }> => {
  requirePermission(ctx, "keys.read");
  const { deps, tenant } = ctx;
  await requireGate(ctx, siteId);
  const first = addDays(dayOf(deps.now()), 1 - days);
  const found = await rows.gateDaysSince(deps.db.orm, { tenantId: tenant.id, gateId: siteId }, first);
  const byDay = new Map(found.map((row) => [dayName(row.day), countsOf(row)]));
  const names = Array.from({ length: days }, (_, index) => dayName(addDays(first, index)));
  return { days: names.map((day) => ({ day, ...(byDay.get(day) ?? NONE) })) };
};
