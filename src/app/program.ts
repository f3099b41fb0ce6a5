import type { Program } from "#program.ts";
import type { At, Deps } from "#services/context.ts";

/**
 * This process's program, made by src/server before Next starts, or by src/instrumentation.ts under `next
 * start`. Files that Next bundles take every value below them from here and import those layers as types
 * only: a second copy would have its own classes and caches (ADR 39).
 * @throws Error when Next's build asks for it, or when its start failed
 */
export const program = (): Program => {
  const made = globalThis.lintelProgram;
  if (!made) throw new Error("There is no program in this process: start the service with `npm run serve`.");
  return made;
};

/**
 * What a page's use cases need, and the site that its request came to.
 * @param headers of the request
 */
export const pageAt = (headers: Pick<Headers, "get">): Promise<At> => program().pageAt(headers.get("host"));

type Params = Record<string, string>;
type Answer = (at: At, request: Request, params: Params) => Promise<Response>;

/**
 * The handler of a page's route.
 * @param pick picks the function that decides the whole answer and knows nothing of Next. It is called per
 *   request, not before: the build reads route files in a process without a program
 */
export const route =
  (pick: (program: Program) => Answer) =>
  async (request: Request, { params }: { params: Promise<Params | undefined> }): Promise<Response> => {
    const made = program();
    // Next resolves to nothing when the address has no parameters.
    const given = (await params) ?? {};
    return made.atItsSite(request, (at) => pick(made)(at, request, given));
  };

/** A route handler whose answer reads the address itself, and depends on no site. */
export const routeBelow =
  (pick: (program: Program) => (deps: Deps, request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const made = program();
    return made.atItsSite(request, ({ deps }) => pick(made)(deps, request));
  };

/** The exports of a route file that answers all HTTP methods, so that a wrong one gets our answer, not Next's. */
export const everyMethod = (pick: Parameters<typeof routeBelow>[0]) => {
  const handle = routeBelow(pick);
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
};

/** The exports of a route file of the public interface. */
export const rest = everyMethod((made) => made.rest);
