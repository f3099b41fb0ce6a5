import { ServiceError } from "#core/errors.ts";
import { probe, type Reachability } from "#data/service/client.ts";
import { isDraining } from "#platform/draining.ts";
import type { Deps } from "#services/context.ts";

type Link = "connected" | "disconnected";

/** Why the service is degraded. */
type Degradation =
  | "database_unreachable"
  | "database_silent"
  | "database_read_only"
  | "cache_unreachable"
  | "process_broken"
  | "shutting_down";

type Health = {
  status: "ok" | "degraded";
  database: Link;
  cache: Link;
  /** Only if degraded. */
  reasons?: Degradation[];
};

const DATABASE_REASONS: Record<Reachability, Degradation | null> = {
  writable: null,
  read_only: "database_read_only",
  silent: "database_silent",
  unreachable: "database_unreachable",
};

/** Whether the database and the cache answer, the database accepts writes, and this process works. */
export const checkHealth = async (deps: Deps): Promise<Health> => {
  const [reachability, cache, fault] = await Promise.all([
    probe(deps.db),
    deps.rateLimiter.health(),
    deps.selfCheck(),
  ]);
  const reasons: Degradation[] = [];
  const ofDatabase = DATABASE_REASONS[reachability];
  if (ofDatabase) reasons.push(ofDatabase);
  if (cache !== "connected") reasons.push("cache_unreachable");
  if (fault !== null) reasons.push("process_broken");
  if (isDraining()) reasons.push("shutting_down");
  return {
    status: reasons.length === 0 ? "ok" : "degraded",
    database: ["writable", "read_only"].includes(reachability) ? "connected" : "disconnected",
    cache,
    ...(reasons.length === 0 ? {} : { reasons }),
  };
};

const RETRY_AFTER_SECONDS = 2;

const NOT_READY: Record<Degradation, string> = {
  database_unreachable: "the database does not answer",
  database_silent: "the database does not answer",
  database_read_only: "the database is read-only",
  cache_unreachable: "the cache is unavailable, and this deployment refuses requests without it",
  process_broken: "this process is broken and about to be replaced",
  shutting_down: "this process is about to stop",
};

/**
 * Whether this process should get requests, for load balancers and orchestrators.
 * @throws SERVICE_UNAVAILABLE with the reasons. An unavailable cache is one only if requests are refused without it.
 */
export const checkReadiness = async (deps: Deps): Promise<{ status: "ready" }> => {
  const { reasons = [] } = await checkHealth(deps);
  const inTheWay = reasons.filter(
    (reason) => reason !== "cache_unreachable" || deps.settings.refusesWithoutCache,
  );
  const [first] = inTheWay;
  if (first === undefined) return { status: "ready" };
  throw new ServiceError(
    "SERVICE_UNAVAILABLE",
    `Not ready: ${inTheWay.map((reason) => NOT_READY[reason]).join("; ")}.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
};
