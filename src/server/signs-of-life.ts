import { hostname } from "node:os";
import { program } from "#program.ts";

type Deps = Awaited<ReturnType<typeof program.getDeps>>;

const EVERY_MS = 15_000;

/**
 * Says every 15 seconds that this process serves, until the caller stops it; operators see it in their console. While the
 * database is away nothing is said, and nothing fails.
 * @returns stops the signs and takes the process out of the list
 */
export const giveSignsOfLife = (deps: Deps, everyMs = EVERY_MS): (() => Promise<void>) => {
  const { newProcess, noteLife, endOfLife } = program.life;
  const life = newProcess(deps, "serve", hostname());
  const quietly = (saying: Promise<void>): Promise<void> =>
    saying.catch((error: unknown) => deps.log.debug("no sign of life was written", { error }));
  let last = quietly(noteLife(deps, life));
  const timer = setInterval(() => {
    last = last.then(() => quietly(noteLife(deps, life)));
  }, everyMs);
  // It keeps no finished server alive.
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
    await quietly(endOfLife(deps, life));
  };
};
