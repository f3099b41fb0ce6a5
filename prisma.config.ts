import { defineConfig } from "prisma/config";

// Read by `npm run generate` only. Migrations do not go through Prisma's command line: see scripts/migrate.ts.
export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });
