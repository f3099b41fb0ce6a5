// npm run rotate -- [now]: which step comes next in the rotation of each secret. docs/operations.md, "Rotating secrets", says more.
import { ConfigError } from "#config/config.ts";
import type { SecretKind } from "#core/operator/rotation.ts";
import { isWaiting, type RotationStep } from "#core/operator/rotation-steps.ts";
import type { Ctx } from "#services/context.ts";
import { type Rotations, rotations } from "#services/operator/rotation.ts";
import { signAtOnce } from "#services/secrets-in-use.ts";
import { Foreseen, parseCommand, runScript } from "./lib/foreseen.ts";
import { inService } from "./lib/in-service.ts";

const HELP = `npm run rotate          which step comes next in the rotation of SECRETS_KEY, KEY_PEPPER and TOKEN_SIGNING_KEYS; it changes
                        nothing, and ends with 1 while a step waits for processes or for time
npm run rotate -- now   the first of TOKEN_SIGNING_KEYS signs at once: after a theft, or with a database from a backup. Processes
                        without that key end
It takes the settings of the service, those that the processes get at their next restart.`;

const formerOf = (kind: SecretKind): string =>
  kind === "TOKEN_SIGNING_KEYS" ? "behind the first key" : `as ${kind}_PREVIOUS`;

const toBegin = (kind: SecretKind): string =>
  kind === "TOKEN_SIGNING_KEYS"
    ? "put the new key first and keep the present one behind it"
    : `set the new value as ${kind} and the present one as ${kind}_PREVIOUS`;

const swapped = (kind: SecretKind): string =>
  kind === "TOKEN_SIGNING_KEYS" ? "put it first" : `swap ${kind} and ${kind}_PREVIOUS`;

/** What a step says; the processes that it waits for are listed behind it. */
const sentence = (kind: SecretKind, step: RotationStep): string => {
  switch (step.is) {
    case "rest":
      return `One value, and all processes have it. To rotate it, ${toBegin(kind)}, and restart all processes.`;
    case "foreign":
      return `The processes write with a value that these settings do not have. Set it ${formerOf(kind)}.${
        kind === "TOKEN_SIGNING_KEYS" ? " After a theft: npm run rotate -- now." : ""
      }`;
    case "start":
      return "New, and no process runs. Start them: they go over to it by themselves.";
    case "restart":
      return "Restart these processes with these settings. Until then, all write with the present value.";
    case "wait":
      return step.until === null
        ? "Every process is ready. They go over to the new value once one of them has run for three minutes. Wait."
        : `Every process publishes the new key. It signs from ${step.until.toISOString()}. Wait.`;
    case "swap":
      return [
        step.isSure
          ? "Every process reads the other value. "
          : "If the other value is a former one, remove it when the guide says so; one that was stolen, at once. If it is a new one, every process reads it. ",
        `${step.from === null ? "Now" : `From ${step.from.toISOString()}`}, ${swapped(kind)} and restart all processes.`,
      ].join("");
    case "settle":
      return "These processes may still write with the former value, or do not say what they write with. Wait: 15 seconds, or three minutes for one that was killed.";
    case "reseal":
      return "All processes write with the new value. Run npm run reseal.";
    case "keep":
      return `Keep the former one ${formerOf(kind)} until ${step.until.toISOString()}${
        step.unusedKeys > 0 ? `, and for ${step.unusedKeys} working API keys that were not used since` : ""
      }.`;
    case "remove":
      return "The former value is needed no more: remove it, and restart all processes.";
    case "removed":
      return "Restart these processes: they still have the former value.";
  }
};

const idsOf = (step: RotationStep): readonly string[] => ("ids" in step ? step.ids : []);

const print = ({ steps, processes }: Rotations): void => {
  for (const { kind, step } of steps) {
    console.log(`${kind.padEnd(19)} ${sentence(kind, step)}`);
    const waitedFor = processes.filter(({ id }) => idsOf(step).includes(id));
    for (const { id, kind: what, version, startedAt } of waitedFor)
      console.log(`${" ".repeat(20)}${what} ${id}, ${version}, since ${startedAt.toISOString()}`);
  }
};

const show = async ({ deps }: Ctx): Promise<number> => {
  const found = await rotations(deps);
  print(found);
  return found.steps.some(({ step }) => isWaiting(step)) ? 1 : 0;
};

const now = async (ctx: Ctx): Promise<number> => {
  console.log(
    (await signAtOnce(ctx.deps))
      ? "The first key signs from now on. Processes without it end within 15 seconds: start them with these settings. Restart the others too, within a day."
      : "The first key signs already.",
  );
  return 0;
};

const main = async (): Promise<number> => {
  const { positionals } = parseCommand({}, HELP);
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== undefined && command !== "now")) throw new Foreseen(HELP);
  return inService(command === "now" ? now : show, { writes: false });
};

await runScript(main, ConfigError);
