// npm run restored -- list|begin|redo: what is due after a restore from a backup. docs/operations.md, "After a restore", says when.
import { readFileSync } from "node:fs";
import { ConfigError } from "#config/config.ts";
import { isId } from "#core/ids.ts";
import {
  DUE_AFTER_RESTORE,
  dueByCause,
  type LostEntry,
  lostLinesOf,
  RESTORE_CAUSES,
} from "#core/operator/restored.ts";
import { newestRowAt, tenantOfVerification } from "#data/operator/restored.ts";
import type { Ctx } from "#services/context.ts";
import { processStates } from "#services/operator/facts.ts";
import { beginAgain, lostEntries, type Redone, redoAll, type ToRedo } from "#services/operator/restored.ts";
import { Foreseen, parseCommand, runScript } from "./lib/foreseen.ts";
import { inService } from "./lib/in-service.ts";

const HELP = `npm run restored                            what is due after a restore, by cause; it changes nothing
npm run restored -- list <file> …           the same, for what these files say was done after the backup
npm run restored -- begin [--receipts 4711] before serve and workers start: receipts go on behind the highest number that
                                            was given (or far behind), new keys for "Sign in with age", sessions end
npm run restored -- redo <file> …           erases, revokes and removes again what these files name
A file has lines of the audit trail from your own collector. Of files that a tenant or its people gave you, add whose they are:
--tenant ten_… takes from them ids of erased verifications (ver_…), one a line or in lines of the tenant's trail, and nothing else.
Entries of before the backup are left out. --since 2026-03-01T12:00:00Z takes those since then instead.
It takes the settings of the service. list and redo can be repeated.`;

const OPTIONS = {
  receipts: { type: "string" },
  tenant: { type: "string" },
  since: { type: "string" },
} as const;

const parse = () => parseCommand(OPTIONS, HELP);

const numberOf = (given: string | undefined): number | null => {
  if (given === undefined) return null;
  const number = Number(given);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Foreseen(`--receipts: expected the highest number of a receipt, such as 4711\n${HELP}`);
};

const tenantOf = (given: string | undefined): string | null => {
  if (given === undefined) return null;
  if (isId("tenant", given)) return given;
  throw new Foreseen(`--tenant: expected the id of a tenant, such as ten_…\n${HELP}`);
};

const timeOf = (given: string | undefined): Date | null => {
  if (given === undefined) return null;
  const at = new Date(given);
  if (!Number.isNaN(at.getTime())) return at;
  throw new Foreseen(`--since: expected a time, such as 2026-03-01T12:00:00Z\n${HELP}`);
};

/** Whose files they are, null for the operator's own; and since when their entries count, null for since the backup. */
type From = { paths: readonly string[]; tenantId: string | null; since: Date | null };

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Foreseen(`${path} cannot be read.`);
  }
};

const sayLeftOut = (count: number, what: string): void => {
  if (count > 0) console.log(`${what}: ${count}. They are left out.`);
};

const readAll = async (ctx: Ctx, { paths, tenantId, since }: From): Promise<ToRedo> => {
  const lines = lostLinesOf(paths.map(textOf).join("\n"), tenantId !== null);
  sayLeftOut(lines.unread, "Lines that are neither an audit entry nor an id");
  sayLeftOut(
    lines.leftOut,
    tenantId === null
      ? "Lines that do not say whose they are, as those that a tenant gave you (--tenant ten_…)"
      : "Lines that are not erasures, which a tenant cannot ask for here",
  );
  const found = await lostEntries(ctx, lines.entries, since);
  sayLeftOut(found.known, "Entries that this database has, of before the backup");
  if (found.since !== null)
    sayLeftOut(
      found.earlier,
      `Entries of before ${found.since.toISOString()}, which an earlier restore had lost (--since takes others)`,
    );
  const erased = tenantId === null ? null : { tenantId, ids: lines.erasedIds };
  return { entries: found.entries, erased };
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

/** Each id with the tenant whose verification it is. */
const listErased = async (ctx: Ctx, { tenantId, ids }: NonNullable<ToRedo["erased"]>): Promise<void> => {
  console.log(`\nErased verifications that ${tenantId} names:`);
  for (const id of ids) {
    const owner = await tenantOfVerification(ctx.deps.db.orm, id);
    const refused = owner === null || owner === tenantId ? "" : ": refused";
    console.log(`  ${id} ${owner === null ? "is not in this database" : `of ${owner}`}${refused}`);
  }
};

const list = async (ctx: Ctx, from: From): Promise<void> => {
  const at = await newestRowAt(ctx.deps.db.orm);
  console.log(
    at === null ? "This database is empty." : `The newest row of this database is of ${at.toISOString()}.`,
  );
  if (from.paths.length === 0) return printCauses();
  const { entries, erased } = await readAll(ctx, from);
  for (const { cause, entries: due } of dueByCause(entries)) {
    console.log(`\n${RESTORE_CAUSES[cause].back}. ${RESTORE_CAUSES[cause].again}`);
    for (const entry of due) console.log(shown(entry));
  }
  if (erased !== null) await listErased(ctx, erased);
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
  foreign: "refused, another tenant's",
  by_hand: "by hand",
  left: "not yet",
};

/** @returns the exit code: 1 while something could not be done yet, or was refused */
const redo = async (ctx: Ctx, from: From): Promise<number> => {
  const { entries, erased } = await readAll(ctx, from);
  const due = entries.filter(({ action }) => DUE_AFTER_RESTORE[action] !== null);
  const counts = { left: 0, foreign: 0 };
  await redoAll(ctx, { entries: due, erased }, (what, redone) => {
    const { is } = redone;
    if (is === "left" || is === "foreign") counts[is] += 1;
    const code = "code" in redone && redone.code !== null ? ` (${redone.code})` : "";
    console.log(`${shown(what)}: ${WORDS[is]}${code}`);
  });
  if (counts.left > 0) console.log(`Not done yet: ${counts.left}. Run this again.`);
  if (counts.foreign > 0) console.log(`Refused: ${counts.foreign}. Ask where these ids are from.`);
  return counts.left + counts.foreign > 0 ? 1 : 0;
};

const main = async (): Promise<number> => {
  const { positionals, values } = parse();
  const [command = "list", ...paths] = positionals;
  const lastNumber = numberOf(values.receipts);
  const from: From = { paths, tenantId: tenantOf(values.tenant), since: timeOf(values.since) };
  const isOfFiles = from.tenantId !== null || from.since !== null;
  if ((command !== "begin" && lastNumber !== null) || (isOfFiles && paths.length === 0))
    throw new Foreseen(HELP);
  switch (command) {
    case "list":
      await inService((ctx) => list(ctx, from));
      return 0;
    case "begin":
      if (paths.length > 0) throw new Foreseen(HELP);
      await inService((ctx) => begin(ctx, lastNumber));
      return 0;
    case "redo":
      if (paths.length === 0) throw new Foreseen(HELP);
      return inService((ctx) => redo(ctx, from));
    default:
      throw new Foreseen(HELP);
  }
};

await runScript(main, ConfigError);
