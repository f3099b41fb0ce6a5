import type { Db } from "./client.ts";

/**
 * Running totals that workers write and /admin/metrics reads; the totals of webhook attempts are in
 * delivery-results.ts.
 */
type CounterName = "verifications_expired" | "verifications_purged" | "events_purged";

/** Adds to a total, in the transaction whose work it counts. */
export const addToCounter = async (db: Db, name: CounterName, value: number): Promise<void> => {
  if (value === 0) return;
  await db.$executeRaw`
    insert into service_counter as c (name, value) values (${name}, ${value})
    on conflict (name) do update set value = c.value + excluded.value`;
};

/** All totals by name. */
export const readCounters = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.serviceCounter.findMany();
  return new Map(rows.map((row) => [row.name, Number(row.value)]));
};
