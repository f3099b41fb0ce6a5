import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The names below a folder `node_modules`, those with a scope as `@scope/name`. */
const namesIn = (modules: string): string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
    );

/** The packages below a folder `node_modules`, those within packages too: as `name@version`, each once. */
export const packagesIn = (modules: string): string[] => {
  const packages = namesIn(modules).flatMap((name) => {
    const folder = join(modules, name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const below = join(folder, "node_modules");
    // A package may call itself v1.2.3, which npm writes without its letter.
    return [`${name}@${version.replace(/^v/, "")}`, ...(existsSync(below) ? packagesIn(below) : [])];
  });
  return [...new Set(packages)].toSorted();
};

/** What a path takes on the disk, in megabytes of a million bytes. */
const megabytes = (path: string): number => {
  const said = execFileSync("du", ["--summarize", "--block-size=1000", path], { encoding: "utf8" });
  return Number.parseInt(said, 10) / 1000;
};

/**
 * What the parts of the image take.
 * @param root its root file system
 * @returns megabytes in all, and a table of the largest parts
 */
export const sizesIn = (root: string): { total: number; table: string } => {
  const app = join(root, "app");
  const parts = [
    ...readdirSync(app).filter((name) => name !== "node_modules"),
    ...namesIn(join(app, "node_modules")).map((name) => `node_modules/${name}`),
  ].map((path): [string, number] => [path, megabytes(join(app, path))]);
  const total = megabytes(root);
  const ofApp = parts.reduce((sum, [, size]) => sum + size, 0);
  const rows = parts.toSorted(([, one], [, other]) => other - one).slice(0, 20);
  const table = [["the image", total] as const, ["Debian", total - ofApp] as const, ...rows]
    .map(([name, size]) => `${size.toFixed(1).padStart(8)} MB  ${name}`)
    .join("\n");
  return { total, table };
};
