import type { Deps } from "#services/context.ts";

// Apart from http/pages.ts: instrumentation.ts imports this, and Next builds that for its edge runtime too.
const digestOf = (error: unknown): string | null => {
  const digest: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "digest") : null;
  return typeof digest === "string" ? digest : null;
};

// A credential follows these: the page's secret or a hand-off code.
const loggable = (path: string): string =>
  (path.split("?")[0] ?? "").replace(/^\/(v|c)\/[^/]+/, "/$1/[secret]");

/** Logs a failed page under the id that its reader sees (Next's, unless another is given), without the query. */
export const logPageError = (
  { log }: Pick<Deps, "log">,
  error: unknown,
  path: string,
  requestId = digestOf(error),
): void => log.error("a page broke", { requestId, path: loggable(path), error });
