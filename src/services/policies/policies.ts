import { timeText } from "#core/day.ts";
import { type Issue, refuseIssues, required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { codesOf } from "#core/policy/advice.ts";
import { lintPolicy } from "#core/policy/lints.ts";
import type { Supplies, Supply } from "#core/policy/offer.ts";
import { type MethodRule, type Policy, placeOf } from "#core/policy/policy.ts";
import { memberNames } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  findPolicy,
  holdTenant,
  insertPolicy,
  listPolicies,
  type PolicySummary,
  type PolicyVersion,
} from "#data/tenants/policies.ts";
import { findTenant, updateTenant } from "#data/tenants/tenants.ts";
import { actorName, idOfActor } from "#services/actor.ts";
import { recordAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import { liveSupplies } from "#services/check/offer.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";

// A tenant's method policies: versions that never change (docs/adr/0030).

type WithName<Version> = Version & {
  /** Set if a known member published it. */
  publishedByName: string | null;
  /** Whether new verifications pin it. */
  isCurrent: boolean;
};

const shownBy = async <Version extends PolicySummary>(
  db: Db,
  versions: readonly Version[],
  currentId: string | null,
): Promise<WithName<Version>[]> => {
  const memberOf = ({ publishedBy }: PolicySummary) => idOfActor(publishedBy) ?? "";
  const names = await memberNames(db, versions.map(memberOf));
  return versions.map((version) => ({
    ...version,
    publishedByName: names.get(memberOf(version)) ?? null,
    isCurrent: version.id === currentId,
  }));
};

/** The cached tenant may be a few seconds old. */
const currentIdOf = async (db: Db, tenantId: string): Promise<string | null> =>
  (await findTenant(db, tenantId))?.policyId ?? null;

/** The version that new verifications pin, and every version, newest first. @throws PERMISSION_DENIED */
export const policyOverview = async (
  ctx: MemberCtx,
  { limit, cursor }: PageInput,
): Promise<{
  current: WithName<PolicyVersion> | null;
  versions: WithName<PolicySummary>[];
  nextCursor: string | null;
}> => {
  requirePermission(ctx, "policies.read");
  const db = ctx.deps.db.orm;
  const currentId = await currentIdOf(db, ctx.tenant.id);
  const { page, nextCursor } = await pageOf(limit, (rows) => listPolicies(db, ctx.tenant.id, rows, cursor));
  const found = currentId === null ? null : await findPolicy(db, ctx.tenant.id, currentId);
  const [current = null] = await shownBy(db, found ? [found] : [], currentId);
  return { current, versions: await shownBy(db, page, currentId), nextCursor };
};

/**
 * What a policy can be made of here: the deployment's methods and the tenant's identity providers, and the tenant's settings as
 * a first policy.
 */
export const policyMethods = async (
  ctx: MemberCtx,
): Promise<{ methods: ({ id: string } & Supply)[]; starting: Policy }> => {
  requirePermission(ctx, "policies.read");
  const { deps, tenant } = ctx;
  const supplies = await liveSupplies(deps, deps.db.orm, tenant.id);
  const enabled = tenant.methods.map((id): MethodRule => ({ id, use: "offer" }));
  const { minimumAge, maxAttempts: attemptsInAll } = tenant;
  return {
    methods: [...supplies].map(([id, supply]) => ({ id, ...supply })),
    starting: { default: { minimumAge, attemptsInAll, methods: enabled }, regions: [] },
  };
};

const requirePolicy = async (db: Db, tenantId: string, id: string): Promise<PolicyVersion> =>
  required(isId("policy", id) ? await findPolicy(db, tenantId, id) : null, "POLICY_NOT_FOUND");

/** One version with its content. @throws PERMISSION_DENIED, POLICY_NOT_FOUND */
export const getPolicy = async (ctx: MemberCtx, { id }: { id: string }): Promise<WithName<PolicyVersion>> => {
  requirePermission(ctx, "policies.read");
  const db = ctx.deps.db.orm;
  const version = await requirePolicy(db, ctx.tenant.id, id);
  const [shown] = await shownBy(db, [version], await currentIdOf(db, ctx.tenant.id));
  return required(shown ?? null, "POLICY_NOT_FOUND");
};

const methodIssues = (known: readonly string[], policy: Policy): Issue[] => {
  const rules = [
    { path: "default", rule: policy.default },
    ...policy.regions.map((rule, index) => ({ path: `regions.${index}`, rule })),
  ];
  return rules.flatMap(({ path, rule: { methods = [] } }) =>
    methods.flatMap(({ id }, index) =>
      known.includes(id)
        ? []
        : [{ path: `policy.${path}.methods.${index}.id`, message: `expected one of ${known.join(", ")}` }],
    ),
  );
};

const AND = new Intl.ListFormat("en-GB");

/**
 * Checks a policy before it is published: every method must be one of this deployment or of the tenant's
 * providers, and the lints must pass.
 * @returns the codes of its warnings, all of them accepted
 * @throws INVALID_REQUEST_BODY naming each unknown method, each fault that blocks and each warning that is not
 * accepted with all that is part of it
 */
const judge = (supplies: Supplies, policy: Policy, accepted: readonly string[]): string[] => {
  refuseIssues(methodIssues([...supplies.keys()], policy));
  const lints = lintPolicy(policy, supplies);
  refuseIssues(
    lints.flatMap((lint) => {
      const { code, level, place, message } = lint;
      const missing = codesOf(lint).filter((one) => !accepted.includes(one));
      if (level === "warn" && missing.length === 0) return [];
      const how = ` (to publish it so, name ${AND.format(missing)} in acceptedWarnings)`;
      return [{ path: `policy.${place}`, message: `${code}: ${message}${level === "warn" ? how : ""}` }];
    }),
  );
  return [...new Set(lints.flatMap(codesOf))].sort((a, b) => (a < b ? -1 : 1));
};

type PolicyInput = {
  policy: Policy;
  /** Codes. */
  acceptedWarnings?: readonly string[] | undefined;
  note?: string | null | undefined;
  packIds?: readonly string[] | undefined;
  /** The version that applied when the draft began; null: none did; omitted: whatever applies is replaced. */
  basedOn?: string | null | undefined;
};

/**
 * A publication is replaced only by someone who has seen it. Called while the tenant is held. @throws CONFLICT with the newer
 * publication, who made it and when
 */
const refuseStale = async (db: Db, tenantId: string, basedOn: string | null): Promise<void> => {
  const currentId = await currentIdOf(db, tenantId);
  if (currentId === basedOn) return;
  const found = currentId === null ? null : await findPolicy(db, tenantId, currentId);
  const [since] = await shownBy(db, found ? [found] : [], currentId);
  const what = since
    ? `Version ${since.number} was published by ${since.publishedByName ?? since.publishedBy} on ${timeText(since.createdAt)}`
    : "The policy was removed";
  throw new ServiceError(
    "CONFLICT",
    `${what}, after this draft began. Nothing was published: look at what holds now first.`,
  );
};

/**
 * Publishes a version in the caller's transaction: verifications that start from now on pin it. The caller makes the
 * key cache forget the tenant afterwards.
 * @throws INVALID_REQUEST_BODY, CONFLICT; then nothing was written
 */
export const publishIn = async (
  ctx: Ctx,
  db: Db,
  tenantId: string,
  { policy, acceptedWarnings = [], note = null, packIds = [], basedOn }: PolicyInput,
  rolledBackTo?: number,
): Promise<string> => {
  const { deps } = ctx;
  // Before it is judged, so that no provider or vendor is removed between that and the writing.
  await holdTenant(db, tenantId);
  if (basedOn !== undefined) await refuseStale(db, tenantId, basedOn);
  const warnings = judge(await liveSupplies(deps, db, tenantId), policy, acceptedWarnings);
  const createdAt = deps.now();
  const id = newId(deps, "policy", createdAt);
  const number = await insertPolicy(db, {
    id,
    tenantId,
    policy,
    note,
    packIds: [...packIds],
    acceptedWarnings: warnings,
    publishedBy: actorName(ctx.actor),
    createdAt,
  });
  await updateTenant(db, tenantId, { policyId: id }, createdAt);
  await recordAudit(ctx, db, {
    tenantId,
    action: rolledBackTo === undefined ? "policy.publish" : "policy.rollback",
    target: id,
    changes: {
      number,
      places: ["default", ...policy.regions.map(placeOf)].join(", "),
      acceptedWarnings: warnings.join(", "),
      ...(packIds.length > 0 ? { packIds: packIds.join(", ") } : {}),
      ...(rolledBackTo === undefined ? {} : { rolledBackTo }),
      ...(note === null ? {} : { note }),
    },
  });
  return id;
};

/** Removes the tenant's policy, in the caller's transaction; its versions stay. */
export const removePolicyIn = async (ctx: Ctx, db: Db, tenantId: string): Promise<void> => {
  await updateTenant(db, tenantId, { policyId: null }, ctx.deps.now());
  await recordAudit(ctx, db, { tenantId, action: "policy.remove", target: tenantId });
};

/**
 * Publishes a policy: it applies to what starts from now on, at once in this process, everywhere within 10 seconds.
 * @throws PERMISSION_DENIED: only an owner may take over packs
 * @throws INVALID_REQUEST_BODY: an unknown method, a fault that blocks, or a warning that is not accepted
 * @throws CONFLICT: the current version is no longer `basedOn`
 */
export const publishPolicy = async (ctx: MemberCtx, input: PolicyInput): Promise<WithName<PolicyVersion>> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "policies.write");
  if (input.packIds && input.packIds.length > 0) requirePermission(ctx, "policies.accept");
  const id = await inTransaction(deps.db, (db) => publishIn(ctx, db, tenant.id, input));
  forgetCached(deps, tenant.id);
  return getPolicy(ctx, { id });
};

/**
 * Publishes the content of an earlier version again, as the newest one. What was accepted then counts as accepted.
 * @throws PERMISSION_DENIED, POLICY_NOT_FOUND, CONFLICT
 * @throws INVALID_REQUEST_BODY: a method of it is gone, or the lints have learned something since
 */
export const rollBackPolicy = async (
  ctx: MemberCtx,
  {
    id,
    acceptedWarnings = [],
    note,
    basedOn,
  }: { id: string } & Pick<PolicyInput, "acceptedWarnings" | "note" | "basedOn">,
): Promise<WithName<PolicyVersion>> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "policies.accept");
  const newest = await inTransaction(deps.db, async (db) => {
    const { policy, number, packIds, ...old } = await requirePolicy(db, tenant.id, id);
    const accepted = [...old.acceptedWarnings, ...acceptedWarnings];
    const input = { policy, packIds, note, acceptedWarnings: accepted, basedOn };
    return publishIn(ctx, db, tenant.id, input, number);
  });
  forgetCached(deps, tenant.id);
  return getPolicy(ctx, { id: newest });
};
