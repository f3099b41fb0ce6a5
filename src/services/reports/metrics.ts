import { countTenants } from "#data/tenants.ts";
import { totalStarted } from "#data/usage.ts";
import type { Ctx } from "../context.ts";
import { checkHealth, type Link } from "./health.ts";

export type Metrics = {
  uptimeSeconds: number;
  dbStatus: Link;
  cacheStatus: Link;
  totalTenants: number;
  totalVerifications: number;
  requestLogLinesDropped: number;
};

/** Numbers of the whole deployment. */
export const serviceMetrics = async ({ deps }: Ctx): Promise<Metrics> => {
  const [health, totalTenants, totalVerifications] = await Promise.all([
    checkHealth(deps),
    countTenants(deps.db.orm),
    totalStarted(deps.db.orm),
  ]);
  return {
    uptimeSeconds: Math.floor((deps.now().getTime() - deps.settings.startedAt.getTime()) / 1000),
    dbStatus: health.database,
    cacheStatus: health.cache,
    totalTenants,
    totalVerifications,
    requestLogLinesDropped: deps.requestLog.dropped(),
  };
};
