import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, relative } from "node:path";
import { z } from "zod";
import { Foreseen } from "./foreseen.ts";
import { npmLinks, projectLinks } from "./project-links.ts";
import { ROOT } from "./run.ts";

const packed = z.tuple([z.object({ name: z.string(), version: z.string(), filename: z.string() })]);

export type PackedPackage = { name: string; version: string; file: string };

/** Packages with a `package.json` in sdk/ that are published: `private` marks tools of the tests. */
const packageFolders = (): string[] =>
  globSync("sdk/*/package.json", { cwd: ROOT })
    .toSorted()
    .filter((path) => JSON.parse(readFileSync(join(ROOT, path), "utf8")).private !== true)
    .map((path) => dirname(join(ROOT, path)));

const npm = (at: string, ...args: string[]): string =>
  execFileSync("npm", args, {
    cwd: at,
    encoding: "utf8",
    env: {
      ...process.env,
      // The builds are TypeScript: they need the Node that runs this one, whatever else is on the path.
      PATH: [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter),
      npm_config_update_notifier: "false",
    },
  });

/**
 * Builds a package and packs a copy of its folder, whose package.json says where the project is.
 * @param cwd the package's folder
 * @param folder where the archive goes, as an absolute path or from where this runs
 * @param own what else the copy's package.json says in place of the package's
 * @throws Foreseen when it cannot be built or packed
 */
export function packPackage(cwd: string, folder: string, build: () => void, own: object = {}): PackedPackage {
  const copy = mkdtempSync(join(tmpdir(), "lintel-pack-"));
  try {
    build();
    cpSync(cwd, copy, { recursive: true, filter: (from) => basename(from) !== "node_modules" });
    const manifest = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    const links = npmLinks(projectLinks(), relative(ROOT, cwd));
    const written = { ...manifest, ...own, ...links };
    writeFileSync(join(copy, "package.json"), `${JSON.stringify(written, null, 2)}\n`);
    const said = npm(copy, "pack", "--json", "--ignore-scripts", "--pack-destination", folder);
    const [{ name, version, filename }] = packed.parse(JSON.parse(said.slice(said.indexOf("["))));
    return { name, version, file: join(folder, filename) };
  } catch (error) {
    if (error instanceof Foreseen) throw error;
    throw new Foreseen(
      `${cwd} could not be packed: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Builds (`prepack`) and packs the packages of sdk/ into a folder.
 * @param only the name of the one to pack; all by default
 * @throws Foreseen when a build fails
 */
export function packSdk(folder: string, only?: string): PackedPackage[] {
  return packageFolders()
    .filter(
      (cwd) =>
        only === undefined || JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")).name === only,
    )
    .map((cwd) => packPackage(cwd, folder, () => void npm(cwd, "run", "prepack", "--silent")));
}
