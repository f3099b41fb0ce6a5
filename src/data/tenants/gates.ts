import type { GateCounts } from "#core/gates/counts.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Gate, GateDay } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { type HiddenOf, overridesFromJson } from "#data/service/columns.ts";
import { GATE_BY_ID, GATE_COUNTS_ADD } from "#data/sql/gates.ts";
import { jsonOf } from "#data/sql/rows.ts";
import { run, runForOne } from "#data/sql/statement.ts";
import { GATE_COUNTS } from "#data/sql/tables.ts";

/** A gate as it is stored, its secrets sealed. */
export type StoredGate = Gate;

/** What members see of a gate is made of; its secret is sealed, and for its mark. */
export type GateSummary = Pick<
  Gate,
  | ("id" | "mode" | "name" | "origin" | "minimumAge" | "country" | "region" | "secretSealed")
  | ("lifetimeSeconds" | "openPaths" | "previousSecretUntil" | "createdAt")
>;

const HIDDEN = {
  tenantId: true,
  previousSecretSealed: true,
  updatedAt: true,
} as const satisfies HiddenOf<Gate, GateSummary>;

/** A gate and its tenant, which must be open. */
export const findOpenGate = async (database: Database, siteId: string) => {
  const row = await runForOne(database, GATE_BY_ID, [siteId]);
  if (!row) return null;
  const {
    siteId: id,
    gateMode: mode,
    gateName: name,
    gateAge: minimumAge,
    origin,
    country,
    region,
    lifetimeSeconds,
    shownName,
    secretSealed,
    previousSecretSealed,
    previousSecretUntil,
    overrides,
    ...tenant
  } = row;
  return {
    ...{ id, mode, name, origin, minimumAge, country, region, lifetimeSeconds, shownName },
    ...{ secretSealed, previousSecretSealed, previousSecretUntil },
    tenant: { ...tenant, ...overridesFromJson(overrides) } satisfies Tenant,
  };
};

/** A gate as visitors meet it, its secrets sealed. */
export type OpenGateRow = NonNullable<Awaited<ReturnType<typeof findOpenGate>>>;

export const insertGate = async (
  db: Db,
  gate: Omit<Gate, "previousSecretSealed" | "previousSecretUntil">,
): Promise<void> => {
  await db.gate.create({ data: gate, select: { id: true } });
};

export const countGates = (db: Db, tenantId: string): Promise<number> =>
  db.gate.count({ where: { tenantId } });

/** The tenant's gates, newest first. */
export const listGates = (db: Db, tenantId: string): Promise<GateSummary[]> =>
  db.gate.findMany({ where: { tenantId }, orderBy: { id: "desc" }, omit: HIDDEN });

/** One of the tenant's gates. */
export const findGate = (db: Db, tenantId: string, id: string): Promise<StoredGate | null> =>
  db.gate.findFirst({ where: { id, tenantId } });

/** Whether the tenant has another gate for this age before the site: the two would overwrite each other's cookie. */
export const isSiteTaken = async (
  db: Db,
  { tenantId, mode, origin, minimumAge }: Pick<Gate, "tenantId" | "mode" | "origin" | "minimumAge">,
  exceptId: string | null,
): Promise<boolean> =>
  (await db.gate.findFirst({
    where: { tenantId, mode, origin, minimumAge, ...(exceptId === null ? {} : { id: { not: exceptId } }) },
    select: { id: true },
  })) !== null;

type GateChanges = Partial<Omit<Gate, "id" | "tenantId" | "mode" | "origin" | "createdAt" | "updatedAt">>;

/** Changes a gate; false if the tenant does not have it. */
export const updateGate = async (
  db: Db,
  tenantId: string,
  id: string,
  changes: GateChanges,
  now: Date,
): Promise<boolean> => {
  const data = { ...changes, updatedAt: now };
  return (await db.gate.updateMany({ where: { id, tenantId }, data })).count === 1;
};

/** Deletes a gate and what was counted there; false if the tenant did not have it. */
export const deleteGate = async (db: Db, tenantId: string, id: string): Promise<boolean> =>
  (await db.gate.deleteMany({ where: { id, tenantId } })).count === 1;

/** Adds to the stored counts, without waiting for the disk. */
export const addGateCounts = async (database: Database, counts: readonly GateCounts[]): Promise<void> => {
  await run(database, GATE_COUNTS_ADD, [jsonOf(GATE_COUNTS, counts)]);
};

/** The counts of the tenant's gates, or of one of them, from a UTC day on. */
export const gateDaysSince = (
  db: Db,
  { tenantId, gateId }: { tenantId: string; gateId?: string },
  day: Date,
): Promise<Omit<GateDay, "tenantId">[]> =>
  db.gateDay.findMany({
    where: { tenantId, day: { gte: day }, ...(gateId === undefined ? {} : { gateId }) },
    orderBy: { day: "asc" },
    omit: { tenantId: true },
  });
