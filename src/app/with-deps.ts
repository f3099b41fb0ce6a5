import type { Served } from "#http/route.ts";
import { toRouteHandlers } from "#http/route-handlers.ts";
import { getDeps } from "#runtime.ts";
import type { Deps } from "#services/context.ts";

type Params = Record<string, string>;
type Answer = (deps: Deps, request: Request, params: Params) => Promise<Response>;

/**
 * A route's handler.
 * @param answer decides everything about the answer; it knows nothing of Next or of this process
 */
export const withDeps =
  (answer: Answer) =>
  async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> =>
    answer(await getDeps(), request, await params);

/** The exports of an endpoint's route file. */
export const routeOf = (...served: Served[]) => toRouteHandlers(getDeps, ...served);
