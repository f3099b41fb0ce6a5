import { ServiceError } from "#core/errors.ts";
import { type Database, inProbeTime, probe, type Reachability } from "#data/service/client.ts";
import { isForbidden } from "#data/service/errors.ts";
import { isDraining } from "#platform/draining.ts";
import type { Deps } from "./context.ts";
import { isBehind } from "./migrations.ts";

type Link = "connected" | "disconnected";

/** What all processes share, and miss at the same time. */
type SharedFault = "database_unreachable" | "database_silent" | "database_read_only" | "cache_unreachable";

/** What is wrong only with this process: the others can be well. */
type OwnFault = "process_broken" | "shutting_down";

/** Why the service is degraded. */
type Degradation = SharedFault | OwnFault;

/** Why a process gets no requests. */
type Absence = OwnFault | "starting";

/** Why a process is not ready. */
type Unreadiness = Degradation | "migrations_pending";

type Health = {
  status: "ok" | "degraded";
  database: Link;
  cache: Link;
  /** Only if degraded. */
  reasons?: Degradation[];
};

const DATABASE_REASONS: Record<Reachability, SharedFault | null> = {
  writable: null,
  read_only: "database_read_only",
  silent: "database_silent",
  unreachable: "database_unreachable",
};

/** The databases that this process could write to once. */
const reached = new WeakSet<Database>();

/** To call after a write, so that a process that no proxy has asked yet knows that it has its database. */
export const noteReached = ({ db }: Pick<Deps, "db">): void => {
  reached.add(db.root);
};

const look = async (deps: Pick<Deps, "db">): Promise<Reachability> => {
  const found = await probe(deps.db);
  if (found === "writable") noteReached(deps);
  return found;
};

/** Whether this process could never write to its database: its settings may be wrong, where other processes' are right. */
const isStarting = async (deps: Pick<Deps, "db">): Promise<boolean> =>
  !reached.has(deps.db.root) && (await look(deps)) !== "writable";

const ownFaults = async ({ selfCheck }: Pick<Deps, "selfCheck">): Promise<OwnFault[]> => {
  const faults: OwnFault[] = [];
  if ((await selfCheck()) !== null) faults.push("process_broken");
  if (isDraining()) faults.push("shutting_down");
  return faults;
};

/** Whether the database and the cache answer, the database accepts writes, and this process works. */
export const checkHealth = async (deps: Deps): Promise<Health> => {
  const [reachability, cache, ofProcess] = await Promise.all([
    look(deps),
    deps.rateLimiter.health(),
    ownFaults(deps),
  ]);
  const reasons: Degradation[] = [];
  const ofDatabase = DATABASE_REASONS[reachability];
  if (ofDatabase) reasons.push(ofDatabase);
  if (cache !== "connected") reasons.push("cache_unreachable");
  reasons.push(...ofProcess);
  return {
    status: reasons.length === 0 ? "ok" : "degraded",
    database: ["writable", "read_only"].includes(reachability) ? "connected" : "disconnected",
    cache,
    ...(reasons.length === 0 ? {} : { reasons }),
  };
};

const RETRY_AFTER_SECONDS = 2;

const IN_WORDS: Record<Unreadiness | Absence, string> = {
  database_unreachable: "the database does not answer",
  database_silent: "the database does not answer",
  database_read_only: "the database is read-only",
  cache_unreachable: "the cache is unavailable, and this deployment refuses requests without it",
  process_broken: "this process is broken and about to be replaced",
  shutting_down: "this process is about to stop",
  starting: "this process is starting, and could not write to the database yet",
  migrations_pending: "migrations of this release are pending (npm run migrate)",
};

/** @throws SERVICE_UNAVAILABLE with the reasons, if there are any */
const refuseFor = (reasons: readonly (Unreadiness | Absence)[], what: string): void => {
  if (reasons.length === 0) return;
  throw new ServiceError(
    "SERVICE_UNAVAILABLE",
    `${what}: ${reasons.map((reason) => IN_WORDS[reason]).join("; ")}.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
};

/** A history that this role may not read says nothing against the process: its requests may well succeed. */
const faultOfMigrations = async (
  deps: Pick<Deps, "db" | "settings">,
): Promise<"migrations_pending" | "database_silent" | null> => {
  try {
    const found = await inProbeTime(isBehind(deps));
    if (found === "silent") return "database_silent";
    return found ? "migrations_pending" : null;
  } catch (error) {
    return isForbidden(error) ? null : "database_silent";
  }
};

/**
 * Whether this process can do everything, for upgrades and monitoring; known after about two seconds.
 * @throws SERVICE_UNAVAILABLE with the reasons. An unavailable cache is one only if requests are refused without it.
 */
export const checkReadiness = async (deps: Deps): Promise<{ status: "ready" }> => {
  const [{ database, reasons = [] }, ofMigrations] = await Promise.all([
    checkHealth(deps),
    faultOfMigrations(deps),
  ]);
  const unmet: Unreadiness[] = reasons.filter(
    (reason) => reason !== "cache_unreachable" || deps.settings.refusesWithoutCache,
  );
  // Where the database is not there, that is said already.
  if (database === "connected" && ofMigrations) unmet.push(ofMigrations);
  refuseFor(unmet, "Not ready");
  return { status: "ready" };
};

/**
 * Whether this process should get requests, for proxies: from the moment that it could write to its database. One that goes
 * away later is not a reason against it: all processes miss it at the same time, and much is answered without it.
 * @throws SERVICE_UNAVAILABLE with the reasons
 */
export const checkServing = async (deps: Pick<Deps, "db" | "selfCheck">): Promise<{ status: "serving" }> => {
  const [starts, faults] = await Promise.all([isStarting(deps), ownFaults(deps)]);
  const reasons: Absence[] = starts ? ["starting", ...faults] : faults;
  refuseFor(reasons, "Not serving");
  return { status: "serving" };
};
