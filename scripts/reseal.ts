// npm run reseal: seals everything with SECRETS_KEY, after an exchange of keys. docs/operations.md says when.
import { parseArgs } from "node:util";
import { ConfigError, databaseOf, loadConfig, secretsOf } from "#config.ts";
import { connect } from "#data/service/client.ts";
import { reachTestWord } from "#data/service/secret-check.ts";
import { createSecrets } from "#platform/secrets.ts";
import { believeExtraCa } from "#runtime-authorities.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { type ColumnCount, resealAll } from "#services/reseal.ts";
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
