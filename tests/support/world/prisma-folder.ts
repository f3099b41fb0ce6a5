import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export const NO_MODELS = 'datasource db {\n  provider = "postgresql"\n}\n';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-prisma-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A prisma/ folder of the test's own, with the given migrations; it is removed when the test ends. */
export async function folderWith(migrations: Record<string, string>, schema = NO_MODELS) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "schema.prisma"), schema);
  const write = async (name: string, sql: string) => {
    await mkdir(join(folder, "migrations", name), { recursive: true });
    await writeFile(join(folder, "migrations", name, "migration.sql"), sql);
  };
  await mkdir(join(folder, "migrations"));
  for (const [name, sql] of Object.entries(migrations)) await write(name, sql);
  return { folder, write };
}

/** The names of our own migrations, in their order. */
export async function ourMigrations(): Promise<string[]> {
  const names = await readdir("prisma/migrations");
  return names.filter((name) => /^\d/.test(name)).sort();
}

/** A copy of our own prisma/ folder up to, and without, the named migration. */
export async function ourFolderBefore(migration: string): Promise<string> {
  const folder = await temporaryFolder();
  await cp("prisma", folder, { recursive: true });
  for (const name of await ourMigrations())
    if (name >= migration) await rm(join(folder, "migrations", name), { recursive: true });
  return folder;
}
