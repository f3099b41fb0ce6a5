import { hostname } from "node:os";
import { program } from "#program.ts";
import { endOnWrongSecrets, learnSecrets, outOfStep, type WrongSecretsError } from "#runtime/start-check.ts";

type Deps = Awaited<ReturnType<typeof program.getDeps>>;

const EVERY_MS = 15_000;
/** Until the first one is written: before it, the others do not know which secrets this process reads. */
const FIRST_MS = 1_000;

/**
 * Says every 15 seconds that this process serves, until the caller stops it; operators see it in their console, and the other
 * processes learn which secrets it reads. While the database is away nothing is said, and nothing fails. A process whose secrets
 * are out of step with the others' ends.
 * @param end ends a process whose secrets are out of step
 * @returns once the process may write, with its first sign or after `learnSecrets`: stops the signs and takes it out of the list
 */
export const giveSignsOfLife = async (
  deps: Deps,
  end: (error: WrongSecretsError) => void = endOnWrongSecrets,
): Promise<() => Promise<void>> => {
  const { newProcess, noteLife, endOfLife } = program.life;
  const life = newProcess(deps, "serve", hostname());
  const quietly = (saying: Promise<void>): Promise<void> =>
    saying.catch((error: unknown) => deps.log.debug("no sign of life was written", { error }));
  const say = async (): Promise<void> => {
    const faults = await noteLife(deps, life);
    if (faults.length === 0) return;
    await quietly(endOfLife(deps, life));
    end(outOfStep(faults));
  };
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let last = quietly(say());
  const sayAgain = (): void => {
    if (isOver) return;
    timer = setTimeout(
      () => {
        last = quietly(say());
        void last.then(sayAgain);
      },
      life.looks === null ? FIRST_MS : EVERY_MS,
    );
    // It keeps no finished server alive.
    timer.unref();
  };
  await last;
  await learnSecrets(deps, life, () => quietly(say()));
  sayAgain();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await last;
    await quietly(endOfLife(deps, life));
  };
};
