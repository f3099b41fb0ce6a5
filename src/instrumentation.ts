import type { Instrumentation } from "next";
import type * as nextAlone from "#server/next-alone.ts";

/**
 * Next calls this before its first request. Under src/server/main.ts the program is already there; under
 * `next start` alone, Node loads it here, by a name that the bundler does not see, so that it is in no chunk
 * (ADR 39).
 */
export const register = async (): Promise<void> => {
  if (globalThis.lintelProgram) return;
  // Next also builds this file for its edge runtime, which has no Node modules.
  const node = globalThis.process?.getBuiltinModule?.("node:module");
  if (!node) return;
  const load = node.createRequire(`${process.cwd()}/package.json`);
  const { startNextAlone }: typeof nextAlone = load("#server/next-alone.ts");
  await startNextAlone();
};

/**
 * Next calls this for every page that breaks while it is rendered. It uses the runtime that is there and
 * imports none: Next also builds this file for its edge runtime, which could not hold it.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { path }) => {
  const runtime = await globalThis.lintelRuntime?.catch(() => undefined);
  if (runtime) globalThis.lintelProgram?.pages.logPageError(runtime.deps, error, path);
};
