import type { Program } from "#program.ts";
import type { Deps } from "#services/context.ts";

/**
 * The program of this process, which src/server made before Next, or src/instrumentation.ts under `next start`. Files that Next bundles take every value below them
 * from here and import those layers as types only: a class or a cache of a second copy is another one (ADR 39).
 * @throws Error where Next's build asks for it, or its start failed
 */
export const program = (): Program => {
  const made = globalThis.lintelProgram;
  if (!made) throw new Error("There is no program in this process: start the service with `npm run serve`.");
  return made;
};

type Params = Record<string, string>;
type Answer = (deps: Deps, request: Request, params: Params) => Promise<Response>;

/**
 * A route's handler.
 * @param pick what decides everything about the answer; it knows nothing of Next. Asked for by the request, not before:
 *   the build reads route files in a process without a program
 */
export const route =
  (pick: (program: Program) => Answer) =>
  async (request: Request, { params }: { params: Promise<Params | undefined> }): Promise<Response> => {
    const made = program();
    // Next resolves to nothing where the address has no parameters.
    return pick(made)(await made.getDeps(), request, (await params) ?? {});
  };

/** A route handler for an answer that reads the address by itself. */
export const routeBelow =
  (pick: (program: Program) => (deps: Deps, request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const made = program();
    return pick(made)(await made.getDeps(), request);
  };

const interfaceRoute = routeBelow((made) => made.rest);

/** The exports of a route file of the public interface: all methods, so that a wrong one gets our answer and not Next's. */
export const rest = {
  GET: interfaceRoute,
  HEAD: interfaceRoute,
  POST: interfaceRoute,
  PUT: interfaceRoute,
  PATCH: interfaceRoute,
  DELETE: interfaceRoute,
  OPTIONS: interfaceRoute,
};
