import { judgeMigrations } from "#core/operator/findings.ts";
import { readMigrations } from "#data/operator/process-lives.ts";
import type { Database } from "#data/service/client.ts";
import type { Deps } from "./context.ts";

export type MigrationState = {
  applied: string[];
  /** Of this release, and not in the database, those included that began; null: this process has no list of them. */
  pending: string[] | null;
  /** Begun, and no end was recorded. */
  unfinished: string[];
  /** In the database, and not of this release: another has migrated it. */
  unknown: string[];
};

/** Which migrations the database has and lacks. @throws what the database throws */
export const migrationState = async ({
  db,
  settings,
}: Pick<Deps, "db" | "settings">): Promise<MigrationState> => {
  const known = settings.migrations();
  const { applied, unfinished } = (await readMigrations(db.orm)) ?? { applied: [], unfinished: [] };
  return {
    applied,
    unfinished,
    pending: known && known.filter((name) => !applied.includes(name)),
    unknown: known === null ? [] : applied.filter((name) => !known.includes(name)),
  };
};

/** The databases that this process found up to date: whatever a newer release adds to them, they stay so for this one. */
const upToDate = new WeakSet<Database>();

const asked = new WeakMap<Database, Promise<boolean>>();

const look = async (deps: Pick<Deps, "db" | "settings">): Promise<boolean> => {
  if (judgeMigrations(await migrationState(deps))?.isBehind) return true;
  upToDate.add(deps.db.root);
  return false;
};

/**
 * Whether the database lacks migrations of this release, so that this process cannot do its work. A no is kept for as long as the
 * process lives, and costs nothing from then on; until then, those who ask at the same time share one look.
 * @throws what the database throws
 */
export const isBehind = async (deps: Pick<Deps, "db" | "settings">): Promise<boolean> => {
  const { root } = deps.db;
  if (upToDate.has(root)) return false;
  let answer = asked.get(root);
  if (!answer) {
    answer = look(deps).finally(() => asked.delete(root));
    asked.set(root, answer);
  }
  return answer;
};
