import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { type Answer, errorAnswer, framed, type Incoming, plainHeaders, requestIdOf } from "./respond.ts";
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

/** The methods of one address, for the Allow header. GET includes HEAD (RFC 9110 §9.3.2). */
export const allowedMethods = (served: readonly Served[]): string[] =>
  served.flatMap(({ contract }) => (contract.method === "GET" ? ["GET", "HEAD"] : [contract.method]));
