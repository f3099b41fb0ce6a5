// npm run reseal: seals everything with SECRETS_KEY, after an exchange of keys. docs/operations.md says when.
import { parseArgs } from "node:util";
import { ConfigError, databaseOf, loadConfig, secretsOf } from "#config/config.ts";
import { connect } from "#data/service/client.ts";
import { reachTestWord } from "#data/service/secret-check.ts";
import { loadSigningKeys } from "#platform/keys/signing-keys.ts";
import { createSecrets } from "#platform/secrets.ts";
import { believeExtraCa } from "#runtime/authorities.ts";
import { outOfStep } from "#runtime/start-check.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import type { Deps } from "#services/context.ts";
import { type ColumnCount, resealAll } from "#services/reseal.ts";
import { followSecrets, stillWritten } from "#services/secrets-in-use.ts";
import { explainDatabaseError } from "./lib/database.ts";
import { Foreseen, runScript } from "./lib/foreseen.ts";

const HELP = `npm run reseal   seals every sealed text with SECRETS_KEY; the service may keep running
It takes the settings of the service, SECRETS_KEY_PREVIOUS and KEY_PEPPER_PREVIOUS too. Run it again after an interruption.`;

const print = ({ column, written, unreadable, missed }: ColumnCount): void => {
  const faults = [
    unreadable > 0 ? `, ${unreadable} that no key opens` : "",
    missed > 0 ? `, ${missed} in use: run this again` : "",
  ];
  console.log(`${column.padEnd(42)} ${String(written).padStart(8)} written${faults.join("")}`);
};

/** What a process writes with a former value after this would stay so. @throws Foreseen: a process may still do that */
const refuseTooEarly = async (deps: Pick<Deps, "db" | "secrets" | "signingKeys">): Promise<void> => {
  // Where no process runs, it goes over to the new value itself.
  const faults = await followSecrets(deps, null);
  if (faults.length > 0) throw new Foreseen(outOfStep(faults).message);
  const early = (await stillWritten(deps)).filter((kind) => kind !== "TOKEN_SIGNING_KEYS");
  if (early.length > 0)
    throw new Foreseen(
      `Too early: processes may still write with another value of ${early.join(" and ")} than these settings. \`npm run rotate\` names them.`,
    );
};

/** @returns whether nothing is left to do */
const reseal = async (): Promise<boolean> => {
  const config = loadConfig();
  believeExtraCa(config.EXTRA_CA_FILE);
  const db = connect({ ...databaseOf(config), poolSize: 1, onPoolError: () => {} });
  const secrets = createSecrets(secretsOf(config));
  try {
    await reachTestWord(db);
    const wrong = await findWrongSecrets(db.orm, secrets);
    if (wrong.length > 0) {
      const names = wrong.join(" and ");
      throw new Foreseen(
        `Not this database's: ${names}. Run this with the settings that the service runs with: docs/operations.md, Rotating secrets.`,
      );
    }
    await refuseTooEarly({ db, secrets, signingKeys: await loadSigningKeys(config.TOKEN_SIGNING_KEYS) });
    const { isSealedAnew, unusedKeys } = await resealAll({ db, secrets, now: () => new Date() }, print);
    if (isSealedAnew) console.log("Everything that can be opened is sealed with SECRETS_KEY.");
    if (unusedKeys !== null) {
      console.log(
        `${unusedKeys} working API keys have not been used since the pepper was exchanged; each needs KEY_PEPPER_PREVIOUS until its next use.`,
      );
    }
    return isSealedAnew;
  } catch (error) {
    throw explainDatabaseError(error, config.DATABASE_URL);
  } finally {
    await db.close();
  }
};

const main = async (): Promise<number> => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 0) throw new Foreseen(HELP);
  return (await reseal()) ? 0 : 1;
};

await runScript(main, ConfigError);
