import type { At, Deps } from "#services/context.ts";
import { NOWHERE, siteOf } from "#services/hosts/site.ts";
import { toResponse } from "./respond.ts";
import { notFound } from "./unserved.ts";

// Requests and the host that they came to. Where src/server is not in front, Next's files ask the same here.

export { mayServeHost } from "#services/hosts/ask.ts";

/** Whether a request's host does not have its address, so that it gets the answer of any unknown one. */
export const isNowhere = async (deps: Deps, host: string | undefined, path: string): Promise<boolean> =>
  (await siteOf(deps, host, path)) === NOWHERE;

/** Answers a request at its site; at a tenant's host, an address that only the main one has is unknown. */
export const atItsSite = async (
  getDeps: () => Promise<Deps>,
  request: Request,
  answer: (at: At) => Promise<Response>,
): Promise<Response> => {
  const deps = await getDeps();
  const site = await siteOf(deps, request.headers.get("host"), new URL(request.url).pathname);
  return site === NOWHERE ? toResponse(await notFound(deps, request)) : answer({ deps, site });
};

/**
 * Where a page is drawn. src/proxy.ts has already decided that the site has the page.
 * @throws Error: the host went off in between
 */
export const pageAt = async (getDeps: () => Promise<Deps>, host: string | null): Promise<At> => {
  const deps = await getDeps();
  const site = await siteOf(deps, host, null);
  if (site === NOWHERE) throw new Error("the host of a page was switched off while it was drawn");
  return { deps, site };
};
