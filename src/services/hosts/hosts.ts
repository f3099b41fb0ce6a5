import { domainToUnicode } from "node:url";
import type { PrimaryHost } from "#contracts/console/hosts.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import {
  HOSTS,
  type HostState,
  hostEnd,
  hostFault,
  hostState,
  plainHost,
  proofRecord,
} from "#core/tenant-host.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { inTransaction } from "#data/service/client.ts";
import {
  clearPrimary,
  deleteHost,
  findHost,
  findPrimaryHost,
  type HostRow,
  insertHost,
  listHosts as listRows,
  lockHostName,
  updateHost,
} from "#data/tenants/tenant-hosts.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requireWithin } from "#services/limits.ts";
import { requirePermission } from "#services/permissions.ts";
import { requireAsSeen } from "#services/seen.ts";
import { lookAtHost, type Outcome } from "./proof.ts";

// A tenant's own hosts, as members manage them.

const TOKEN_BYTES = 24;
const CHECKS = { limit: 30, windowSeconds: 60 } as const;

type Host = {
  id: string;
  /** In ASCII. */
  host: string;
  /** As people read it; equal to `host` unless the name is international. */
  readable: string;
  state: HostState;
  /** Whether new links lead to it, while it is on. */
  isPrimary: boolean;
  /** The TXT record that proves it. */
  record: { name: string; value: string };
  createdAt: Date;
  verifiedAt: Date | null;
  checkedAt: Date | null;
  /** "found", "absent", or the resolver's error, such as ESERVFAIL; null: the DNS has not been asked yet. */
  lastAnswer: string | null;
  missingSince: Date | null;
  /** When it is switched off unless its record is back; null: it is not going to be. */
  endsAt: Date | null;
};

type HostList = {
  hosts: Host[];
  /** The name that hosts point to. */
  target: string;
  /** How many a tenant can have. */
  most: number;
};

const toHost = (row: HostRow): Host => {
  const { id, host, txtToken, isPrimary, createdAt, verifiedAt, checkedAt, lastAnswer, missingSince } = row;
  const state = hostState(row);
  return {
    ...{ id, host, readable: domainToUnicode(host) || host, state, isPrimary },
    record: proofRecord(host, txtToken),
    ...{ createdAt, verifiedAt, checkedAt, lastAnswer, missingSince },
    endsAt: state === "warned" && missingSince ? hostEnd(missingSince) : null,
  };
};

/** The tenant's hosts, the oldest first. @throws PERMISSION_DENIED */
export const listHosts = async (ctx: MemberCtx): Promise<HostList> => {
  requirePermission(ctx, "settings.read");
  const { deps, tenant } = ctx;
  const rows = await listRows(deps.db.orm, tenant.id);
  return {
    hosts: rows.map(toHost),
    target: new URL(deps.settings.publicUrl).hostname,
    most: HOSTS.perTenant,
  };
};

const requireHost = async ({ deps, tenant }: MemberCtx, hostId: string): Promise<HostRow> =>
  required(await findHost(deps.db.orm, tenant.id, hostId), "NOT_FOUND");

/**
 * Notes a host that the tenant means to prove. It means nothing to others until then.
 * @throws PERMISSION_DENIED, TENANT_CLOSED; INVALID_REQUEST_BODY: no name that a tenant can have, or too many; CONFLICT: the
 *   tenant has it already
 */
export const addHost = async (ctx: MemberCtx, input: { host: string }): Promise<Host> => {
  requirePermission(ctx, "hosts.write");
  const { deps, tenant } = ctx;
  const host = plainHost(input.host);
  if (host === null)
    throw invalid("host", "enter only a host name, such as verify.shop.example: no https://, port or path");
  const fault = hostFault(host, new URL(deps.settings.publicUrl).hostname);
  if (fault !== null) throw invalid("host", fault);
  const createdAt = deps.now();
  const id = newId(deps, "host", createdAt);
  const txtToken = Buffer.from(deps.random(TOKEN_BYTES)).toString("base64url");
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    if ((await listRows(db, tenant.id)).length >= HOSTS.perTenant)
      throw invalid("host", `a tenant can have ${HOSTS.perTenant} hosts: remove one first`);
    if (!(await insertHost(db, { id, tenantId: tenant.id, host, txtToken, createdAt })))
      throw new ServiceError("CONFLICT", `${host} is in the list already.`);
    await recordOwnAudit(ctx, db, { action: "host.add", target: id, changes: { host } });
  });
  return toHost(await requireHost(ctx, id));
};

type Checked = { host: Host; outcome: Outcome };

const look = async (ctx: MemberCtx, hostId: string, mayStart: boolean): Promise<Checked> => {
  const row = await requireHost(ctx, hostId);
  await requireWithin(
    ctx.deps,
    { key: `hosts-check:${ctx.tenant.id}`, ...CHECKS },
    (seconds) => `The DNS was asked too many times in a minute. Try again in ${seconds} s.`,
  );
  const outcome = required(await lookAtHost(ctx, row, { mayStart }), "NOT_FOUND");
  return { host: toHost(await requireHost(ctx, hostId)), outcome };
};

/** Asks the DNS for a host's record now. @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, RATE_LIMIT_EXCEEDED */
export const checkHost = async (ctx: MemberCtx, { hostId }: { hostId: string }): Promise<Checked> => {
  requirePermission(ctx, "hosts.write");
  return look(ctx, hostId, false);
};

const requireProven = async (ctx: MemberCtx, hostId: string): Promise<HostRow> => {
  const row = await requireHost(ctx, hostId);
  if (row.verifiedAt === null) throw new ServiceError("CONFLICT", `${row.host} is not proven yet.`);
  return row;
};

/**
 * Switches a proven host off, at once, or on again where its record is still there.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND, RATE_LIMIT_EXCEEDED; CONFLICT: it is not proven
 */
export const switchHost = async (
  ctx: MemberCtx,
  { hostId, isOn }: { hostId: string; isOn: boolean },
): Promise<Checked> => {
  requirePermission(ctx, "hosts.write");
  const { deps, tenant } = ctx;
  const row = await requireProven(ctx, hostId);
  if (isOn) return look(ctx, hostId, true);
  await inTransaction(deps.db, async (db) => {
    // A look that has begun must not switch it on again.
    await lockHostName(db, row.host);
    if (!(await updateHost(db, tenant.id, hostId, { offAt: deps.now() })))
      throw new ServiceError("NOT_FOUND");
    await recordOwnAudit(ctx, db, {
      action: "host.switch_off",
      target: hostId,
      changes: { host: row.host },
    });
  });
  forgetCached(deps, hostId);
  return { host: toHost(await requireHost(ctx, hostId)), outcome: "found" };
};

/**
 * Chooses the host that new links lead to. Links made before keep their host.
 * @param hostId null: the main one
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; CONFLICT: it is not proven, or off, or links lead elsewhere than was seen
 */
export const makePrimary = async (ctx: MemberCtx, { hostId, seen }: PrimaryHost): Promise<void> => {
  requirePermission(ctx, "hosts.write");
  const { deps, tenant } = ctx;
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const row = hostId === null ? null : required(await findHost(db, tenant.id, hostId), "NOT_FOUND");
    if (row && !["on", "warned"].includes(hostState(row)))
      throw new ServiceError(
        "CONFLICT",
        `${row.host} is not on. Links can lead to a host that is proven and on.`,
      );
    const before = await findPrimaryHost(db, tenant.id);
    const stored = { hostId: before?.id ?? null };
    const target = stored.hostId ?? tenant.id;
    const what = { what: "the host in new links", target, told: { hostId: "host" } };
    await requireAsSeen(ctx, db, { stored, given: { hostId }, seen, ...what });
    await clearPrimary(db, tenant.id);
    if (row) await updateHost(db, tenant.id, row.id, { isPrimary: true });
    await recordOwnAudit(ctx, db, {
      action: "host.make_primary",
      target: row?.id ?? tenant.id,
      before: { host: before?.host ?? null },
      after: { host: row?.host ?? null },
    });
  });
  forgetCached(deps, tenant.id);
};

/**
 * Removes a host. One that was ever proven answers nothing for as long as a certificate lives, unless another tenant proves it.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const removeHost = async (ctx: MemberCtx, { hostId }: { hostId: string }): Promise<void> => {
  requirePermission(ctx, "hosts.write");
  const { deps, tenant } = ctx;
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const { host } = required(await findHost(db, tenant.id, hostId), "NOT_FOUND");
    await lockHostName(db, host);
    const row = required(await findHost(db, tenant.id, hostId), "NOT_FOUND");
    const removedAt = deps.now();
    const ended = { removedAt, offAt: row.offAt ?? removedAt, isPrimary: false };
    if (row.verifiedAt === null && row.offAt === null) await deleteHost(db, tenant.id, hostId);
    else await updateHost(db, tenant.id, hostId, ended);
    await recordOwnAudit(ctx, db, { action: "host.remove", target: hostId, changes: { host } });
  });
  forgetCached(deps, hostId);
  forgetCached(deps, tenant.id);
};
