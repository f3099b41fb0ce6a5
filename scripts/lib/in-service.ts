import { type Config, loadConfig } from "#config.ts";
import { ServiceError } from "#core/errors.ts";
import { createRuntime, systemCtx } from "#runtime.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import type { Ctx } from "#services/context.ts";
import { explainDatabaseError } from "./database.ts";
import { Foreseen } from "./foreseen.ts";

/**
 * Runs a command's work as one more process of the service, with its settings, and ends it.
 * @throws Foreseen: the settings are of another database, it does not answer, or the work was refused
 */
export async function inService<Result>(
  work: (ctx: Ctx) => Promise<Result>,
  config: Config = loadConfig(),
): Promise<Result> {
  const { deps, close } = await createRuntime(config);
  try {
    const wrong = await findWrongSecrets(deps.db.orm, deps.secrets);
    if (wrong.length > 0) throw new Foreseen(`Not this database's: ${wrong.join(" and ")}.`);
    return await work(systemCtx(deps));
  } catch (error) {
    if (error instanceof ServiceError) throw new Foreseen(error.message);
    throw explainDatabaseError(error, config.DATABASE_URL);
  } finally {
    await close();
  }
}
