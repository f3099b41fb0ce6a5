// npm run restored -- list|begin|redo: what is due after a restore from a backup. docs/operations.md, "After a restore", says when.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConfigError } from "#config.ts";
import {
  DUE_AFTER_RESTORE,
  dueByCause,
  type LostEntry,
  type LostLines,
  lostLinesOf,
  RESTORE_CAUSES,
} from "#core/operator/restored.ts";
import { newestRowAt } from "#data/operator/restored.ts";
import type { Ctx } from "#services/context.ts";
import { processStates } from "#services/operator/facts.ts";
import { beginAgain, lostEntries, type Redone, redoAll } from "#services/operator/restored.ts";
import { Foreseen, runScript } from "./lib/foreseen.ts";
import { inService } from "./lib/in-service.ts";

const HELP = `npm run restored                            what is due after a restore, by cause; it changes nothing
npm run restored -- list <file> …           the same, for what these files say was done after the backup
npm run restored -- begin [--receipts 4711] before serve and workers start: receipts go on behind the highest number that
                                            was given (or far behind), new keys for "Sign in with age", sessions end
npm run restored -- redo <file> …           erases, revokes and removes again what these files name
A file has lines of the exported audit trail, and ids of erased verifications (ver_…), one a line.
It takes the settings of the service. list and redo can be repeated.`;

const OPTIONS = { receipts: { type: "string" } } as const;

const parse = () => {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch {
    throw new Foreseen(HELP);
  }
};

const numberOf = (given: string | undefined): number | null => {
  if (given === undefined) return null;
  const number = Number(given);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Foreseen(`--receipts: expected the highest number of a receipt, such as 4711\n${HELP}`);
};

const readAll = async (ctx: Ctx, paths: readonly string[]): Promise<Omit<LostLines, "unread">> => {
  const lines = lostLinesOf(
    paths
      .map((path) => {
        try {
          return readFileSync(path, "utf8");
        } catch {
          throw new Foreseen(`${path} cannot be read.`);
        }
      })
      .join("\n"),
  );
  if (lines.unread > 0)
    console.log(`Lines that are neither an audit entry nor an id: ${lines.unread}. They are left out.`);
  const entries = await lostEntries(ctx, lines.entries);
  const known = lines.entries.length - entries.length;
  if (known > 0)
    console.log(`Entries that this database has, of before the backup: ${known}. They are left out.`);
  return { entries, erasedIds: lines.erasedIds };
};

const shown = ({ action, target, tenantId }: Pick<LostEntry, "action" | "target" | "tenantId">): string =>
  `  ${action.padEnd(32)} ${target}${tenantId === null ? "" : ` of ${tenantId}`}`;

const printCauses = (): void => {
  for (const [cause, { back, again }] of Object.entries(RESTORE_CAUSES)) {
    console.log(`\n${back}. ${again}`);
    const actions = Object.entries(DUE_AFTER_RESTORE).filter(([, due]) => due === cause);
    console.log(`  in the audit trail: ${actions.map(([action]) => action).join(", ")}`);
  }
};

const list = async (ctx: Ctx, paths: readonly string[]): Promise<void> => {
  const at = await newestRowAt(ctx.deps.db.orm);
  console.log(
    at === null ? "This database is empty." : `The newest row of this database is of ${at.toISOString()}.`,
  );
  if (paths.length === 0) return printCauses();
  const { entries, erasedIds } = await readAll(ctx, paths);
  for (const { cause, entries: due } of dueByCause(entries)) {
    console.log(`\n${RESTORE_CAUSES[cause].back}. ${RESTORE_CAUSES[cause].again}`);
    for (const entry of due) console.log(shown(entry));
  }
  if (erasedIds.length > 0) console.log(`\nIds of erased verifications: ${erasedIds.length}.`);
};

const begin = async (ctx: Ctx, lastNumber: number | null): Promise<void> => {
  const running = (await processStates(ctx.deps)).filter(({ isSilent }) => !isSilent);
  if (running.length > 0)
    console.log(
      `Processes with a sign of life in the last three minutes, before the backup or now: ${running.length}. Stop those that run: they sign receipts with numbers that were given before.`,
    );
  const { receipts, sessions } = await beginAgain(ctx, { lastNumber });
  console.log(
    `The log of erasures ended with receipt ${receipts.after} and goes on with ${receipts.number}.`,
  );
  console.log('"Sign in with age" has new keys, which sign at once; all others are deleted.');
  console.log(`Sessions at the console that have ended: ${sessions}.`);
  console.log("Next: npm run restored -- redo <file> …, and what npm run restored lists.");
};

const WORDS: Record<Redone["is"], string> = {
  done: "done again",
  nothing: "nothing to do",
  by_hand: "by hand",
  left: "not yet",
};

/** @returns the exit code: 1 while something could not be done yet */
const redo = async (ctx: Ctx, paths: readonly string[]): Promise<number> => {
  const { entries, erasedIds } = await readAll(ctx, paths);
  const due = entries.filter(({ action }) => DUE_AFTER_RESTORE[action] !== null);
  let left = 0;
  await redoAll(ctx, { entries: due, erasedIds }, (what, redone) => {
    if (redone.is === "left") left += 1;
    const code = redone.is === "left" ? ` (${redone.code})` : "";
    console.log(`${shown(what)}: ${WORDS[redone.is]}${code}`);
  });
  if (left > 0) console.log(`Not done yet: ${left}. Run this again.`);
  return left > 0 ? 1 : 0;
};

const main = async (): Promise<number> => {
  const { positionals, values } = parse();
  const [command = "list", ...paths] = positionals;
  const lastNumber = numberOf(values.receipts);
  if (command !== "begin" && lastNumber !== null) throw new Foreseen(HELP);
  switch (command) {
    case "list":
      await inService((ctx) => list(ctx, paths));
      return 0;
    case "begin":
      if (paths.length > 0) throw new Foreseen(HELP);
      await inService((ctx) => begin(ctx, lastNumber));
      return 0;
    case "redo":
      if (paths.length === 0) throw new Foreseen(HELP);
      return inService((ctx) => redo(ctx, paths));
    default:
      throw new Foreseen(HELP);
  }
};

await runScript(main, ConfigError);
