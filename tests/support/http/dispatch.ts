import * as endpoints from "#http/endpoints.ts";
import type { Served } from "#http/route.ts";
import { allowedMethods, methodNotAllowed, notFound } from "#http/route-handlers.ts";
import type { Deps } from "#services/context.ts";

/** Every endpoint with its use case. */
export const SERVED: readonly Served[] = Object.values(endpoints);

type Match = { served: Served; params: Record<string, string> };

const PATTERNS = SERVED.map((served) => ({
  served,
  pattern: new RegExp(`^${served.contract.path.replaceAll(".", "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
}));

const matchesOf = (path: string): Match[] =>
  PATTERNS.flatMap(({ served, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ served, params: { ...match.groups } }] : [];
  });

/** Answers a request of the public interface without Next. */
export const dispatch = async (deps: Deps, request: Request): Promise<Response> => {
  const matches = matchesOf(new URL(request.url).pathname);
  if (matches.length === 0) return notFound(deps, request);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const match = matches.find(({ served }) => served.contract.method === method);
  if (match) return match.served.handle(deps, request, match.params);
  return methodNotAllowed(deps, request, allowedMethods(matches.map(({ served }) => served)));
};
