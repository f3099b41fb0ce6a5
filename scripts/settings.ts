// npm run settings -- <address> [<database>]: the settings of a new installation, with fresh secrets, for an .env file.

import { randomBytes } from "node:crypto";
import { ConfigError, loadConfig } from "#config/config.ts";
import { runScript } from "./lib/foreseen.ts";
import { newSecrets } from "./local/secrets.ts";

const HELP = `(umask 077; npm run --silent settings -- https://age.example.com postgresql://user:password@host:5432/lintel > .env)
(umask 077; npm run --silent settings -- https://age.example.com > .env)     for compose.yaml, which runs its own PostgreSQL

Prints the settings that have no default, with new secrets. Every other setting is explained in .env.example.`;

const HEADER =
  "# Made for this installation alone. Keep it secret, keep a copy: docs/operations.md, Secrets.";

/** The database of compose.yaml, whose password is made here: its PostgreSQL reads the second line. */
const databaseOfCompose = (): Record<string, string> => {
  const password = randomBytes(24).toString("base64url");
  return {
    DATABASE_URL: `postgresql://lintel:${password}@postgres:5432/lintel`,
    POSTGRES_PASSWORD: password,
  };
};

const main = async ([address, database, ...more]: string[]): Promise<number> => {
  if (address === undefined || address.startsWith("-") || more.length > 0) {
    console.error(HELP);
    return 1;
  }
  const settings: Record<string, string> = {
    PUBLIC_URL: address,
    ...(database === undefined ? databaseOfCompose() : { DATABASE_URL: database }),
    ...(await newSecrets()),
  };
  loadConfig(settings);
  // Without quotation marks: systemd, Compose and Node would take them off, kubectl and `docker run --env-file` would not.
  console.log([HEADER, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)].join("\n"));
  return 0;
};

await runScript(() => main(process.argv.slice(2)), ConfigError);
