import type { Deps } from "#services/context.ts";

const digestOf = (error: unknown): string | null => {
  const digest: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "digest") : null;
  return typeof digest === "string" ? digest : null;
};

/** Notes a page that broke under the very id that its reader is shown; the address without its query. */
export const logPageError = ({ log }: Pick<Deps, "log">, error: unknown, path: string): void =>
  log.error("a page broke", { requestId: digestOf(error), path: path.split("?")[0], error });
