import { type Config, loadConfig } from "#config/config.ts";
import { ServiceError } from "#core/errors.ts";
import { reachTestWord } from "#data/service/secret-check.ts";
import { createRuntime, systemCtx } from "#runtime/runtime.ts";
import { outOfStep } from "#runtime/start-check.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { writeAsOthers } from "#services/secrets-in-use.ts";
import { explainDatabaseError } from "./database.ts";
import { Foreseen } from "./foreseen.ts";

/** @throws Foreseen: the secrets are of another database */
async function refuseWrong({ db, secrets }: Pick<Deps, "db" | "secrets">): Promise<void> {
  const wrong = await findWrongSecrets(db.orm, secrets);
  if (wrong.length > 0) throw new Foreseen(`Not this database's: ${wrong.join(" and ")}.`);
}

/** Writes with the secrets that the running processes write with. @throws Foreseen: the settings do not have them */
async function writeInStep(deps: Pick<Deps, "db" | "secrets" | "signingKeys">): Promise<void> {
  const faults = await writeAsOthers(deps);
  if (faults.length > 0) throw new Foreseen(outOfStep(faults).message);
}

/**
 * Runs a command's work as one more process of the service, with its settings, and ends it.
 * @param options.writes false: it seals, hashes and signs nothing, so that it runs with any of the database's secrets
 * @throws Foreseen: the settings are of another database or out of step, it does not answer, or the work was refused
 */
export async function inService<Result>(
  work: (ctx: Ctx) => Promise<Result>,
  options: { config?: Config; writes?: boolean } = {},
): Promise<Result> {
  const { config = loadConfig(), writes = true } = options;
  const { deps, close } = await createRuntime(config);
  try {
    await reachTestWord(deps.db);
    await refuseWrong(deps);
    if (writes) await writeInStep(deps);
    return await work(systemCtx(deps));
  } catch (error) {
    if (error instanceof ServiceError) throw new Foreseen(error.message);
    throw explainDatabaseError(error, config.DATABASE_URL);
  } finally {
    await close();
  }
}
