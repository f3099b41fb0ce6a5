import { type PlanTable, readOverrides } from "#core/billing/plan.ts";
import type { StatementContent } from "#core/billing/statement.ts";
import { presetOf } from "#core/identity/presets.ts";
import type { ShownProvider } from "#core/identity/provider.ts";
import { isJsonObject } from "#core/json.ts";
import type { Policy } from "#core/policy/policy.ts";
import { type History, NO_HISTORY } from "#core/policy/progress.ts";
import type { KeptElsewhere } from "#core/practice/page-facts.ts";
import type { Tenant } from "#core/tenant.ts";
import type { MetadataValue } from "#core/verification.ts";

// JSON columns come back untyped, and only this file gives them types. Columns that a trigger protects from
// changes, or that a statement builds, are as this service wrote them. The others can be edited by hand: one
// spoilt row must not break a whole list, so unreadable values are left out, and never read as more than was
// granted.

export const overridesFromJson = (json: unknown): Pick<Tenant, "overrides" | "unreadableOverrides"> => {
  const { overrides, unreadable } = readOverrides(json);
  return {
    overrides: defined(overrides),
    ...(unreadable.length > 0 ? { unreadableOverrides: unreadable } : {}),
  };
};

const isMetadataValue = (value: unknown): value is MetadataValue =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

/** Null: none. */
export const metadataFromJson = (json: unknown): Record<string, MetadataValue> | null => {
  if (!isJsonObject(json)) return null;
  const readable: Record<string, MetadataValue> = {};
  for (const [key, value] of Object.entries(json)) if (isMetadataValue(value)) readable[key] = value;
  return readable;
};

/** Null: unreadable; nothing may be billed by it. */
export const plansFromJson = (json: unknown): PlanTable | null => {
  const plans = isJsonObject(json) ? [json.free, json.growth, json.scale] : [undefined];
  const isReadable = plans.every((plan) => isJsonObject(plan) && readOverrides(plan).unreadable.length === 0);
  return isReadable ? (json as PlanTable) : null;
};

/** A webhook secret that was replaced and still signs until its own time. */
type OlderSecret = { sealed: string; until: string };

const isOlderSecret = (value: unknown): value is OlderSecret =>
  isJsonObject(value) && typeof value.sealed === "string" && typeof value.until === "string";

export const olderSecretsFromJson = (json: unknown): OlderSecret[] =>
  Array.isArray(json) ? json.filter(isOlderSecret) : [];

type StoredHistory = {
  tries: (Omit<History["tries"][number], "at"> & { at: string })[];
  closed: { methods: string[]; until: string }[];
  busyUntil: string | null;
  isNamed: boolean;
};

/** Null: the verification has no policy. */
export const historyFromJson = (json: unknown): History => {
  const stored = json as StoredHistory | null;
  if (stored === null) return NO_HISTORY;
  return {
    tries: stored.tries.map(({ at, ...tried }) => ({ ...tried, at: new Date(at) })),
    closed: stored.closed.map(({ methods, until }) => ({ methods, until: new Date(until) })),
    busyUntil: stored.busyUntil === null ? null : new Date(stored.busyUntil),
    isNamed: stored.isNamed,
  };
};

type StoredProvider = Omit<ShownProvider, "needsScript" | "seesFace"> & { preset: string | null };

/** Null: none. */
export const providersFromJson = (json: unknown): readonly ShownProvider[] =>
  ((json ?? []) as readonly StoredProvider[]).map(({ preset, ...shown }) =>
    presetOf(preset ?? "")?.isByFragment ? { ...shown, needsScript: true } : shown,
  );

/** Null: it was not asked for. */
export const keptElsewhereFromJson = (json: unknown): KeptElsewhere | null => json as KeptElsewhere | null;

export const policyFromJson = (json: unknown): Policy => json as Policy;

/** A JWK Set of public keys (RFC 7517 §5). */
export type PublicKeys = { keys: PublicKey[] };

type PublicKey = { kty: string; [member: string]: unknown };

const isPublicKey = (value: unknown): value is PublicKey =>
  isJsonObject(value) && typeof value.kty === "string";

/** Null: none. A client with an empty key set cannot prove itself. */
export const publicKeysFromJson = (json: unknown): PublicKeys | null => {
  if (json === null) return null;
  const keys: unknown = isJsonObject(json) ? json.keys : null;
  return { keys: Array.isArray(keys) ? keys.filter(isPublicKey) : [] };
};

type StoredStatement = Omit<StatementContent, "billing"> & {
  billing: Omit<StatementContent["billing"], "period"> & { period: { start: string; end: string } };
};

export const statementFromJson = (json: unknown): StatementContent => {
  const stored = json as StoredStatement;
  const { start, end } = stored.billing.period;
  return {
    ...stored,
    billing: { ...stored.billing, period: { start: new Date(start), end: new Date(end) } },
  };
};

/**
 * A page of a list and the days that it is limited to: ids sort by time. `fromId` is inclusive, the others
 * are exclusive.
 */
export type IdRange = { fromId?: string | undefined; beforeId?: string | undefined };

/** The condition on `id`; `after` is the last id of the previous page, newest first. */
export const idsWithin = (
  { fromId, beforeId }: IdRange,
  after: string | undefined,
): { id?: { gte?: string; lt?: string } } => {
  const ends = [beforeId, after].filter((id) => id !== undefined).sort((a, b) => (a < b ? -1 : 1));
  if (fromId === undefined && ends.length === 0) return {};
  return { id: { ...(fromId !== undefined && { gte: fromId }), ...(ends[0] && { lt: ends[0] }) } };
};

/**
 * The columns of a model that its row does not show. A new column that is neither in the row nor among these does not compile, so
 * none leaves the layer because it was added to a table.
 */
export type HiddenOf<Model, Row> = { readonly [Column in Exclude<keyof Model, keyof Row>]: true };

/** The condition on rows that have neither been ended nor reached their time. */
export const running = (now: Date) => ({ endedAt: null, expiresAt: { gt: now } });

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that are given: Prisma's types accept an absent field, but not an undefined one. */
export const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
