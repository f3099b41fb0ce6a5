import { mayDo } from "#core/access/permissions.ts";
import { type DayRange, idsOfDays } from "#core/day.ts";
import { required } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { isJsonObject } from "#core/json.ts";
import { sealedAddressOf } from "#data/members/invitations.ts";
import type { IdRange } from "#data/service/columns.ts";
import {
  type AuditEntryRow,
  type AuditFilter,
  findAuditEntry,
  namesOf,
  namesOfAny,
} from "#data/tenants/audit.ts";
import { idOfActor } from "#services/actor.ts";
import { MADE_BY, TARGET_NAME } from "#services/audit-log.ts";
import { type Ctx, fromReplica, type MemberCtx } from "#services/context.ts";
import { openEmail } from "#services/members/members.ts";
import type { PageInput } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { newestEntries } from "./trail.ts";

// The audit trail as people read it: with the names of those who acted and of what they changed.

type ShownEntry = {
  id: string;
  at: Date;
  /** "member:mem_…", "tenant:key_…", "admin", "admin:adk_…", "operator:mem_…", "system". */
  actor: string;
  action: string;
  target: string;
  changes: unknown;
  requestId: string;
};

type AuditLine = ShownEntry & {
  /** Set if the actor is a known member, or a key; never for the operator. */
  actorName: string | null;
  /** For a key that acted: the member who had made it, if one did. */
  keyMaker: { id: string; name: string | null } | null;
  /** The target's name, if it has one: of what can be pointed elsewhere, the one that it had then. */
  targetName: string | null;
};

type AuditPage = { entries: AuditLine[]; nextCursor: string | null };

/** What a trail is filtered by: as its rows are, by days where those go by ids. */
export type TrailFilter = Omit<AuditFilter, "byOperators" | keyof IdRange> & DayRange;

type Namer = (id: string | null) => string | null;

const namerOf =
  (names: ReadonlyMap<string, string>): Namer =>
  (id) =>
    id === null ? null : (names.get(id) ?? null);

/** An entry, and what `changes` holds besides the changes. */
const openedOf = ({
  id,
  actor,
  action,
  target,
  requestId,
  createdAt: at,
  changes: stored,
}: AuditEntryRow) => {
  const { [MADE_BY]: madeBy, [TARGET_NAME]: then, ...changes } = isJsonObject(stored) ? stored : {};
  const nameThen = typeof then === "string" ? then : null;
  const makerId = typeof madeBy === "string" ? idOfActor(madeBy) : null;
  return { entry: { id, actor, action, target, requestId, at, changes }, nameThen, makerId };
};

const linesOf = async ({ deps, tenant }: MemberCtx, rows: readonly AuditEntryRow[]): Promise<AuditLine[]> => {
  const opened = rows.map(openedOf);
  const ids = opened.flatMap(({ entry, makerId }) =>
    [entry.target, idOfActor(entry.actor) ?? [], makerId ?? []].flat(),
  );
  const nameOf = namerOf(await namesOf(deps.db.orm, tenant.id, ids));
  return opened.map(({ entry, nameThen, makerId }) => ({
    ...entry,
    targetName: nameThen ?? nameOf(entry.target),
    // The tenant does not learn which of the operator's people it was.
    actorName: entry.actor.startsWith("operator:") ? null : nameOf(idOfActor(entry.actor)),
    keyMaker: makerId === null ? null : { id: makerId, name: nameOf(makerId) },
  }));
};

/** Who did what in the tenant, newest first. @throws PERMISSION_DENIED */
export const listAudit = async (
  ctx: MemberCtx,
  { from, to, zone, ...asked }: PageInput & TrailFilter,
): Promise<AuditPage> => {
  requirePermission(ctx, "audit.read");
  return fromReplica(ctx, async (reading) => {
    const filter = { ...asked, ...idsOfDays("audit", { from, to, zone }) };
    const { page, nextCursor } = await newestEntries(reading, ctx.tenant.id, filter);
    return { entries: await linesOf(reading, page), nextCursor };
  });
};

const invitedEmailOf = async ({ deps, tenant, role }: MemberCtx, target: string): Promise<string | null> => {
  if (!isId("invitation", target) || !mayDo(role, "members.read")) return null;
  return openEmail(deps, await sealedAddressOf(deps.db.orm, tenant.id, target), target);
};

type AuditEntryShown = AuditLine & {
  /** The address that an entry's invitation is for; null: none, since deleted, or the reader may not see members. */
  invitedEmail: string | null;
};

/**
 * One entry, in full, with the address of an invitation. The trail itself never holds the address, so lists and exports do not
 * have it.
 * @throws PERMISSION_DENIED, NOT_FOUND: absent or another tenant's, all alike
 */
export const auditEntry = async (
  ctx: MemberCtx,
  { entryId }: { entryId: string },
): Promise<AuditEntryShown> => {
  requirePermission(ctx, "audit.read");
  const row = await findAuditEntry(ctx.deps.db.orm, ctx.tenant.id, entryId);
  const [line] = await linesOf(ctx, row === null ? [] : [row]);
  const entry = required(line ?? null, "NOT_FOUND", "There is no such entry in the audit trail.");
  return { ...entry, invitedEmail: await invitedEmailOf(ctx, entry.target) };
};

type OperatorsLine = ShownEntry & {
  /** The person's; null: a key, the service, or someone who was deleted. */
  actorName: string | null;
  /** Null: it is about the deployment. */
  tenant: { id: string; name: string | null } | null;
  targetName: string | null;
};

type OperatorsFilter = Omit<TrailFilter, "target"> & { tenantId?: string | undefined };

/** The operators' own trail: what they and the keys of /admin did, in every tenant and to the deployment, newest first. */
export const operatorsTrail = (
  ctx: Ctx,
  { from, to, zone, tenantId, ...asked }: PageInput & OperatorsFilter,
): Promise<{ entries: OperatorsLine[]; nextCursor: string | null }> =>
  fromReplica(ctx, async (reading) => {
    const filter = { ...asked, ...idsOfDays("audit", { from, to, zone }), byOperators: true } as const;
    const { page, nextCursor } = await newestEntries(reading, tenantId ?? null, filter);
    const ids = page.flatMap(({ actor, target, tenantId: of }) =>
      [idOfActor(actor) ?? [], target, of ?? []].flat(),
    );
    const nameOf = namerOf(await namesOfAny(reading.deps.db.orm, ids));
    return {
      entries: page.map(({ id, tenantId: of, actor, action, target, changes, requestId, createdAt }) => ({
        ...{ id, actor, action, target, changes, requestId },
        at: createdAt,
        actorName: nameOf(idOfActor(actor)),
        tenant: of === null ? null : { id: of, name: nameOf(of) },
        targetName: nameOf(target),
      })),
      nextCursor,
    };
  });
