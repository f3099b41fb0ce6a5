import type { Deps } from "#services/context.ts";
import { newId } from "#services/new-id.ts";

const SANE = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,99}$/;

/** The caller's own X-Request-Id where it is sane, else a new one. */
export const requestIdOf = (deps: Deps, request: Request): string => {
  const given = request.headers.get("x-request-id");
  return given !== null && SANE.test(given) ? given : newId(deps, "request");
};
