import { ping } from "#data/client.ts";
import type { Deps } from "../context.ts";

export type Link = "connected" | "disconnected";

export type Health = { status: "ok" | "degraded"; database: Link; cache: Link };

/** Whether the database and the cache answer. */
export const checkHealth = async (deps: Deps): Promise<Health> => {
  const [databaseAnswers, cache] = await Promise.all([ping(deps.db), deps.gate.health()]);
  const database: Link = databaseAnswers ? "connected" : "disconnected";
  const isWell = database === "connected" && cache === "connected";
  return { status: isWell ? "ok" : "degraded", database, cache };
};
