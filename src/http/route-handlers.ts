import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import {
  type Answer,
  errorAnswer,
  framed,
  type Incoming,
  plainHeaders,
  requestIdOf,
  toResponse,
} from "./respond.ts";
import type { Served } from "./route.ts";

const refuse = (deps: Deps, request: Incoming, error: ServiceError): Promise<Answer> => {
  const requestId = requestIdOf(deps, request);
  return framed(
    deps,
    request,
    requestId,
    { event: "unserved" },
    () => Promise.reject(error),
    () => errorAnswer(error, requestId, plainHeaders(requestId)),
  );
};

/** RFC 9110 §15.5.6: the answer lists the allowed methods. */
export const methodNotAllowed = (deps: Deps, request: Incoming, allow: string[]): Promise<Answer> => {
  const message = `${request.method} is not allowed here. Allowed: ${allow.join(", ")}.`;
  return refuse(deps, request, new ServiceError("METHOD_NOT_ALLOWED", message, { allow }));
};

export const notFound = (deps: Deps, request: Incoming): Promise<Answer> =>
  refuse(
    deps,
    request,
    new ServiceError("NOT_FOUND", "There is nothing at this address. The endpoints are listed at /docs."),
  );

type RouteContext = { params: Promise<Record<string, string>> };

type NextHandler = (request: Request, context: RouteContext) => Promise<Response>;

type NextMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** The methods of one address, for the Allow header. GET includes HEAD (RFC 9110 §9.3.2). */
export const allowedMethods = (served: readonly Served[]): string[] =>
  served.flatMap(({ contract }) => (contract.method === "GET" ? ["GET", "HEAD"] : [contract.method]));

const forEveryMethod = <Handler>(
  handlerFor: (method: NextMethod) => Handler,
): Record<NextMethod, Handler> => ({
  GET: handlerFor("GET"),
  HEAD: handlerFor("HEAD"),
  POST: handlerFor("POST"),
  PUT: handlerFor("PUT"),
  PATCH: handlerFor("PATCH"),
  DELETE: handlerFor("DELETE"),
  OPTIONS: handlerFor("OPTIONS"),
});

/**
 * The exports of a Next route file: all methods, so that a wrong one gets our answer and not the framework's.
 */
export const toRouteHandlers = (
  deps: () => Promise<Deps>,
  ...served: Served[]
): Record<NextMethod, NextHandler> =>
  forEveryMethod<NextHandler>((method) => {
    const wanted = method === "HEAD" ? "GET" : method;
    const found = served.find(({ contract }) => contract.method === wanted);
    return async (request, { params }) =>
      toResponse(
        await (found
          ? found.handle(await deps(), request, await params)
          : methodNotAllowed(await deps(), request, allowedMethods(served))),
      );
  });

/** The exports of the catch-all route: every address that does not exist. */
export const toNotFoundHandlers = (deps: () => Promise<Deps>) =>
  forEveryMethod(() => async (request: Request) => toResponse(await notFound(await deps(), request)));
