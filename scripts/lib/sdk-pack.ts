import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { z } from "zod";
import { Foreseen } from "./foreseen.ts";
import { ROOT } from "./run.ts";

const packed = z.tuple([z.object({ name: z.string(), version: z.string(), filename: z.string() })]);

export type PackedPackage = { name: string; version: string; file: string };

/** Packages with a `package.json` in sdk/ that are published: `private` marks tools of the tests. */
const packageFolders = (): string[] =>
  globSync("sdk/*/package.json", { cwd: ROOT })
    .toSorted()
    .filter((path) => JSON.parse(readFileSync(join(ROOT, path), "utf8")).private !== true)
    .map((path) => dirname(join(ROOT, path)));

/**
 * Builds (`prepack`) and packs the packages of sdk/ into a folder.
 * @param only the name of the one to pack; all by default
 * @throws Foreseen when a build fails
 */
export function packSdk(folder: string, only?: string): PackedPackage[] {
  // The builds are TypeScript: they need the Node that runs this one, whatever else is on the path.
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  return packageFolders()
    .filter(
      (cwd) =>
        only === undefined || JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")).name === only,
    )
    .map((cwd) => {
      try {
        const said = execFileSync(
          "npm",
          ["pack", "--json", "--pack-destination", folder, "--foreground-scripts=false"],
          {
            cwd,
            encoding: "utf8",
            env: { ...process.env, PATH: path, npm_config_update_notifier: "false" },
          },
        );
        const [{ name, version, filename }] = packed.parse(JSON.parse(said.slice(said.indexOf("["))));
        return { name, version, file: join(folder, filename) };
      } catch (error) {
        throw new Foreseen(
          `${cwd} could not be packed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    });
}
