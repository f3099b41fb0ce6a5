import type { Deps } from "#services/context.ts";
import * as endpoints from "./endpoints.ts";
import { type Answer, type Incoming, toResponse } from "./respond.ts";
import type { Served } from "./route.ts";
import { allowedMethods, methodNotAllowed, notFound } from "./unserved.ts";

/** Every endpoint of the public interface. */
export const SERVED: readonly Served[] = Object.values(endpoints);

type Address = { served: Served[]; pattern: RegExp };

const addresses = new Map<string, Address>();
for (const served of SERVED) {
  const { path } = served.contract;
  const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
  const address = addresses.get(path) ?? { served: [], pattern };
  address.served.push(served);
  addresses.set(path, address);
}
const withParameters = [...addresses.values()].filter(({ served }) => served[0]?.contract.path.includes(":"));

/** A path's endpoints and its parameters; null if the path is not in the contract. */
export const servedAt = (
  path: string,
): { served: readonly Served[]; params: Record<string, string> } | null => {
  const fixed = addresses.get(path);
  if (fixed) return { served: fixed.served, params: {} };
  for (const { served, pattern } of withParameters) {
    const found = pattern.exec(path);
    if (found) return { served, params: { ...found.groups } };
  }
  return null;
};

const answerAt = (deps: Deps, path: string, request: Incoming): Promise<Answer> | null => {
  const address = servedAt(path);
  if (!address) return null;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = address.served.find(({ contract }) => contract.method === method);
  if (!found) return methodNotAllowed(deps, request, allowedMethods(address.served));
  return found.handle(deps, request, address.params);
};

/** RFC 3986 §2.2: a slash that is part of a name separates nothing. What cannot be decoded stays as it is. */
const decoded = (segment: string): string => {
  try {
    const name = decodeURIComponent(segment);
    return name.includes("/") ? segment : name;
  } catch {
    return segment;
  }
};

/**
 * Whether a path has slashes or dots more than an address of the interface. Next would redirect to the address, or answer
 * there; a proxy's rule for it would not see the request.
 */
export const isSpeltOtherwise = (path: string): boolean => {
  if (!/\/(?:\/|$|\.|%2e)/i.test(path)) return false;
  const parts = path.split("/").map(decoded);
  const plain = `/${parts.filter((part) => part !== "" && part !== ".").join("/")}`;
  return plain !== parts.join("/") && servedAt(plain) !== null;
};

/** Any other path is not spelt as in the contract: Next reads it and comes back through `answerOverNext`. */
const PLAIN_PATH = /^[\w./-]+$/;

/**
 * Answers a request of the public interface without Next.
 * @returns null: the address is not in the contract
 */
export const dispatch = (deps: Deps, path: string, request: Incoming): Promise<Answer> | null => {
  if (isSpeltOtherwise(path)) return notFound(deps, request);
  return PLAIN_PATH.test(path) ? answerAt(deps, path, request) : null;
};

/**
 * Answers a request that reached Next: one spelt differently, or for an unknown address below the
 * interface's.
 */
export const answerOverNext = async (deps: Deps, request: Request): Promise<Response> => {
  // `/verify/%73tart` is `/verify/start` (RFC 3986 §6.2.2.2).
  const path = new URL(request.url).pathname.split("/").map(decoded).join("/");
  return toResponse(await (answerAt(deps, path, request) ?? notFound(deps, request)));
};
