import type { Instrumentation } from "next";
import { logPageError } from "#http/log-page-error.ts";

/**
 * Next calls this for every page that breaks while it is rendered. It takes the runtime that is there and imports none:
 * Next builds this file for its edge runtime too, which could not hold it.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { path }) => {
  const runtime = await globalThis.lintelRuntime?.catch(() => undefined);
  if (runtime) logPageError(runtime.deps, error, path);
};
