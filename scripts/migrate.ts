// npm run migrate [status | resolve | diff | new]: see `npm run migrate help`.
import { mkdir, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "#config/config.ts";
import { believeExtraCa } from "#runtime/authorities.ts";
import { explainDatabaseError, findDatabaseUrl, databaseUrl as knownDatabaseUrl } from "./lib/database.ts";
import { Foreseen, runScript } from "./lib/foreseen.ts";
import { applyMigrations, migrationStatus, resolveMigration, schemaDrift } from "./lib/migrations.ts";
import { startPostgres } from "./local/postgres.ts";

const HELP = `npm run migrate                    apply what is missing; after a crash, finish what it left
npm run migrate status             what is missing, edited, or begun and not ended (exit 1 unless all is well)
npm run migrate diff               the SQL between the migrations and prisma/schema.prisma (exit 1 if any)
npm run migrate new <verb_object>  write that SQL as a new migration, to be reviewed by hand
npm run migrate resolve <name> applied | rolled-back
                                   say how a migration ended, where \`npm run migrate\` cannot find out and asks`;

const COMMANDS: Record<string, (databaseUrl: string, rest: string[]) => Promise<number>> = {
  async apply(databaseUrl) {
    const applied = await applyMigrations(databaseUrl, undefined, console.log);
    for (const name of applied) console.log(`applied  ${name}`);
    console.log(
      applied.length === 0 ? "Nothing to apply: the database is up to date." : `${applied.length} applied.`,
    );
    return 0;
  },

  async status(databaseUrl) {
    const status = await migrationStatus(databaseUrl);
    for (const [what, names] of Object.entries(status))
      for (const name of names) console.log(`${what}\t${name}`);
    const isClean = Object.values(status).every((names) => names.length === 0);
    if (isClean) console.log("The database is up to date.");
    return isClean ? 0 : 1;
  },

  async resolve(databaseUrl, [name = "", outcome]) {
    if (name === "" || (outcome !== "applied" && outcome !== "rolled-back"))
      throw new Foreseen("Usage: npm run migrate resolve <name> applied | rolled-back");
    await resolveMigration(databaseUrl, name, outcome);
    console.log(
      outcome === "applied"
        ? `${name} is recorded as applied.`
        : `${name} is recorded as rolled back: the next \`npm run migrate\` runs it.`,
    );
    return 0;
  },

  async diff(databaseUrl) {
    const sql = await schemaDrift(databaseUrl);
    if (sql === "") {
      console.log("prisma/schema.prisma and prisma/migrations agree.");
      return 0;
    }
    console.log(sql);
    console.error(
      "\nprisma/schema.prisma says more than the migrations: `npm run migrate new <verb_object>` writes the above.",
    );
    return 1;
  },

  async new(databaseUrl, [name = ""]) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name)) {
      throw new Foreseen(
        "A migration is named by a verb and an object: npm run migrate new add_webhook_endpoint",
      );
    }
    const sql = await schemaDrift(databaseUrl);
    if (sql === "") throw new Foreseen("Nothing to write: prisma/schema.prisma and prisma/migrations agree.");
    const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const folder = fileURLToPath(new URL(`../prisma/migrations/${stamp}_${name}`, import.meta.url));
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/migration.sql`, `${sql}\n`);
    console.log(
      `${relative(process.cwd(), folder)}/migration.sql: read it, add what Prisma cannot say, then \`npm run migrate\`.`,
    );
    return 0;
  },
};

async function main([name = "apply", ...rest]: string[]): Promise<number> {
  const command = COMMANDS[name];
  if (command === undefined) {
    console.log(HELP);
    return name === "help" || name === "--help" ? 0 : 1;
  }
  believeExtraCa(process.env.EXTRA_CA_FILE || undefined);
  await using stack = new AsyncDisposableStack();
  const databaseUrl = await findDatabase(NEEDS_NO_DATA.has(name), stack);
  try {
    return await command(databaseUrl, rest);
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  }
}

// These compare files, and want a server only to lay them out in a scratch database.
const NEEDS_NO_DATA = new Set(["diff", "new"]);

async function findDatabase(anyWillDo: boolean, stack: AsyncDisposableStack): Promise<string> {
  if (!anyWillDo || knownDatabaseUrl() !== undefined) return findDatabaseUrl();
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  return postgres.url("postgres");
}

await runScript(() => main(process.argv.slice(2)), ConfigError);
