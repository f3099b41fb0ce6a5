import type { Deps } from "#services/context.ts";

const digestOf = (error: unknown): string | null => {
  const digest: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "digest") : null;
  return typeof digest === "string" ? digest : null;
};

// What follows these is a key: the page's secret, or a hand-off's code.
const loggable = (path: string): string =>
  (path.split("?")[0] ?? "").replace(/^\/(v|c)\/[^/]+/, "/$1/[secret]");

/** Notes a page that broke under the very id that its reader is shown (Next's, unless another is given); the address without its query. */
export const logPageError = (
  { log }: Pick<Deps, "log">,
  error: unknown,
  path: string,
  requestId = digestOf(error),
): void => log.error("a page broke", { requestId, path: loggable(path), error });
