import type { Instrumentation } from "next";

/**
 * Next calls this for every page that breaks while it is rendered. It takes the runtime that is there and imports none:
 * Next builds this file for its edge runtime too, which could not hold it.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { path }) => {
  const runtime = await globalThis.lintelRuntime?.catch(() => undefined);
  if (runtime) globalThis.lintelProgram?.pages.logPageError(runtime.deps, error, path);
};
