// For Prisma's own command line: `npx prisma generate`, `migrate`, `db seed`, `studio`. `npm run migrate` needs none of it.
import { existsSync } from "node:fs";
import { defineConfig } from "prisma/config";
import { databaseUrl } from "./scripts/lib/database.ts";

if (existsSync(".env")) process.loadEnvFile(".env");
const url = databaseUrl();

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations", seed: "node --env-file-if-exists=.env prisma/seed.ts" },
  // A command that needs a database says so where there is none; `generate` needs none.
  ...(url === undefined ? {} : { datasource: { url } }),
});
