import { globSync } from "node:fs";

const APP = new URL("../../../src/app/", import.meta.url).pathname;

/** What stands in an address for a part that is open: a text, or several, each of which is tried. */
export type Parts = Readonly<Record<string, string | readonly string[]>>;

const choicesFor = (part: string, parts: Parts): readonly string[] => {
  const name = /^\[(?:\.\.\.)?(\w+)\]$/.exec(part)?.[1];
  return name === undefined ? [part] : [parts[name] ?? "unknown"].flat();
};

const addressesOf = (file: string, parts: Parts): string[] =>
  file
    .split("/")
    .slice(0, -1)
    .filter((part) => !part.startsWith("("))
    .reduce<string[]>(
      (paths, part) => paths.flatMap((path) => choicesFor(part, parts).map((choice) => `${path}/${choice}`)),
      [""],
    )
    .map((path) => path || "/");

/** Every address that a file of src/app serves: a new route is here without anybody's doing. */
export const servedAddresses = (parts: Parts): string[] => {
  const files = globSync("**/{route,page}.{ts,tsx}", { cwd: APP });
  return [...new Set(files.flatMap((file) => addressesOf(file, parts)))].sort();
};
