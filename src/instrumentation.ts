import type { Instrumentation } from "next";

/** Next calls this for every page that breaks while it is rendered. */
export const onRequestError: Instrumentation.onRequestError = async (error, { path }) => {
  const [{ getDeps }, { logPageError }] = await Promise.all([
    import("#runtime.ts"),
    import("#http/log-page-error.ts"),
  ]);
  logPageError(await getDeps(), error, path);
};
