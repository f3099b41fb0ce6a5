// What the last whole hunt found, kept out of the repository: a release asks for it.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readJson } from "./run.ts";

const RECORD = ".local/hunt.json";
const ROUNDS_WANTED = 10;

const schema = z.object({
  /** Of the commit that was hunted; empty where something was not committed. */
  tree: z.string(),
  rounds: z.int(),
  hasClocks: z.boolean(),
  red: z.array(z.string()),
});

export type Hunt = z.infer<typeof schema>;

const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();

/** The id of the tree that is checked out, by its content; empty where something is not committed, or there is no git. */
export function treeOf(): string {
  try {
    return git("status", "--porcelain") === "" ? git("rev-parse", "HEAD^{tree}") : "";
  } catch {
    return "";
  }
}

export function writeHunt(hunt: Hunt, folder = process.cwd()): void {
  const file = join(folder, RECORD);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(hunt, null, 2)}\n`);
}

/**
 * Why the last hunt does not speak for this tree, in words for the person who cuts a release; null: it was clean.
 * @param tree as `treeOf` says
 */
export function faultOfHunt(tree: string, folder = process.cwd()): string | null {
  const hunt = readJson(join(folder, RECORD), schema);
  if (hunt === undefined) return "no whole hunt has ended in this clone";
  if (hunt.tree === "" || hunt.tree !== tree) return "the last hunt was of another tree";
  if (hunt.rounds < ROUNDS_WANTED)
    return `the last hunt had ${hunt.rounds} rounds, and ${ROUNDS_WANTED} are asked for`;
  if (!hunt.hasClocks) return "the last hunt had no other clocks: install faketime";
  if (hunt.red.length > 0) return `the last hunt found ${hunt.red.length} tests red: ${hunt.red.join(", ")}`;
  return null;
}
