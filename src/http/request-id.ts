import { saneRequestId } from "#core/ids.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/new-id.ts";

/** The caller's own X-Request-Id where it is sane, else a new one. Behind src/server there always is one. */
export const requestIdOf = (deps: Deps, request: Request): string =>
  saneRequestId(request.headers.get("x-request-id")) ?? newId(deps, "request");
