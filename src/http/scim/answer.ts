import { DIRECTORY_FAULTS, ScimFault } from "#core/access/directory-faults.ts";
import { ERRORS, ServiceError } from "#core/errors.ts";
import { countFailure } from "#http/authenticate.ts";
import {
  type Answer,
  errorAnswer,
  framed,
  type Incoming,
  plainHeaders,
  requestIdOf,
  toResponse,
} from "#http/respond.ts";
import { notFound } from "#http/unserved.ts";
import type { Deps } from "#services/context.ts";
import { authenticateDirectory, type DirectoryCtx } from "#services/members/directory.ts";
import { type Noted, noteRequest } from "#services/members/directory-requests.ts";
import { ERROR_MESSAGE, LIST_RESPONSE, resourceTypesOf, schemasOf, serviceProviderConfig } from "./schema.ts";
import { type Asked, MOST_LISTED, type Result, users } from "./users.ts";

// SCIM 2.0 (RFC 7643, RFC 7644) for a tenant's directory: users only, by POST, GET, PUT, PATCH and DELETE.

const ADDRESS = /^\/scim\/v2\/([A-Za-z]+)(?:\/([^/?]+))?\/?(?:\?(.*))?$/s;

type Method = keyof typeof users;

const listed = (resources: readonly unknown[]): Result => ({
  status: 200,
  body: {
    schemas: [LIST_RESPONSE],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});

/** One of a list by its id, or the list. */
const among = (resources: readonly { id: string }[], id: string | null): Result => {
  if (id === null) return listed(resources);
  const one = resources.find((resource) => resource.id === id);
  if (!one) throw new ServiceError("NOT_FOUND", "There is no such resource.");
  return { status: 200, body: one };
};

const DESCRIPTIONS = new Map<string, (asked: Asked) => Result>([
  ["ServiceProviderConfig", ({ base }) => ({ status: 200, body: serviceProviderConfig(base, MOST_LISTED) })],
  ["ResourceTypes", ({ base, id }) => among(resourceTypesOf(base), id)],
  ["Schemas", ({ base, id }) => among(schemasOf(base), id)],
  // Directories ask for them before they provision any; there are none.
  ["Groups", ({ id }) => among([], id)],
]);

const USERS_METHODS: Readonly<Record<"one" | "all", readonly Method[]>> = {
  one: ["GET", "PUT", "PATCH", "DELETE"],
  all: ["GET", "POST"],
};

const notAllowed = (allow: readonly string[]): ServiceError =>
  new ServiceError("METHOD_NOT_ALLOWED", `Use ${allow.join(" or ")} here.`, { allow: [...allow] });

const perform = async (kind: string, asked: Asked): Promise<Result> => {
  const method = asked.request.method === "HEAD" ? "GET" : asked.request.method;
  if (kind === "Users") {
    const allowed = USERS_METHODS[asked.id === null ? "all" : "one"];
    const known = allowed.find((each) => each === method);
    if (!known) throw notAllowed(allowed);
    return users[known](asked);
  }
  const described = DESCRIPTIONS.get(kind);
  if (!described) throw new ServiceError("NOT_FOUND", "There is no such resource type.");
  if (method !== "GET") throw notAllowed(["GET"]);
  return described(asked);
};

const SCIM_JSON = { "content-type": "application/scim+json; charset=utf-8" };

const errorBody = (status: number, detail: string, scimType?: string): string =>
  JSON.stringify({
    schemas: [ERROR_MESSAGE],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  });

/** RFC 7644 §3.12, table 9. */
const scimTypeOf = ({ code }: ServiceError): string | undefined => {
  if (code === "CONFLICT") return "uniqueness";
  return code === "INVALID_REQUEST_BODY" ? "invalidSyntax" : undefined;
};

const refusal = (error: ServiceError, requestId: string, headers: Answer["headers"]): Answer => {
  const answer = errorAnswer(error, requestId, headers);
  const challenge = answer.status === 401 ? { "www-authenticate": "Bearer" } : {};
  return {
    ...answer,
    headers: { ...answer.headers, ...SCIM_JSON, ...challenge },
    body: errorBody(ERRORS[error.code].status, error.message, scimTypeOf(error)),
  };
};

const tokenOf = ({ headers }: Incoming): string =>
  /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";

const authenticated = async (deps: Deps, request: Incoming, requestId: string): Promise<DirectoryCtx> => {
  try {
    return await authenticateDirectory({ deps, requestId }, tokenOf(request));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "AUTH_INVALID_KEY") await countFailure(deps, request);
    throw error;
  }
};

const NOTHING: Noted = { kept: [], dropped: [], refused: [] };
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const kindOf = (kind: string): string => (DESCRIPTIONS.has(kind) || kind === "Users" ? kind : ":kind");

/** An address without what may say something of a person: `/Users?filter`, `/Users/:id`. */
const shapeOf = (kind: string, { id, query }: Pick<Asked, "id" | "query">): string =>
  `/${kindOf(kind)}${id === null ? "" : "/:id"}${query.has("filter") ? "?filter" : ""}`;

const refusalOf = (error: unknown) => {
  if (error instanceof ScimFault) return { code: error.fault, attribute: error.attribute, status: 400 };
  const code = error instanceof ServiceError ? error.code : "INTERNAL_ERROR";
  return { code, attribute: null, status: ERRORS[code].status };
};

/**
 * Answers a request of a directory.
 * @param target path and query as they were sent
 * @returns null: the address is not SCIM's
 */
export const answerScim = (deps: Deps, target: string, request: Incoming): Promise<Answer> | null => {
  const [matched, kind = "", given, search = ""] = ADDRESS.exec(target) ?? [];
  if (matched === undefined) return null;
  const requestId = requestIdOf(deps, request);
  const headers = { ...plainHeaders(requestId), "x-content-type-options": "nosniff" };
  const id = given ?? null;
  const path = `/scim/v2/${kindOf(kind)}${id === null ? "" : "/:id"}`;
  return framed(
    deps,
    request,
    requestId,
    { event: "directory.call", path },
    async (note): Promise<Answer> => {
      const ctx = await authenticated(deps, request, requestId);
      note({ tenantId: ctx.tenant.id });
      const base = `${deps.settings.publicUrl}/scim/v2`;
      let noted = NOTHING;
      const asked = {
        ...{ ctx, request, base, id, query: new URLSearchParams(search) },
        note: (given: Noted) => {
          noted = given;
        },
      };
      const written = (status: number, refused?: Noted["refused"]) =>
        noteRequest(ctx, {
          ...(refused ? { ...NOTHING, refused } : noted),
          method: METHODS.has(request.method) ? request.method : "other",
          path: shapeOf(kind, asked),
          status,
        });
      try {
        const { status, body, location } = await perform(kind, asked);
        await written(status);
        const more = location === undefined ? {} : { location };
        return {
          status,
          headers: { ...headers, ...SCIM_JSON, ...more },
          body: body === null ? "" : JSON.stringify(body),
        };
      } catch (error) {
        const { code, attribute, status } = refusalOf(error);
        await written(status, [{ attribute, reason: code }]);
        if (!(error instanceof ScimFault)) throw error;
        note({ code: "INVALID_REQUEST_BODY" });
        const { scimType } = DIRECTORY_FAULTS[error.fault];
        return {
          status,
          headers: { ...headers, ...SCIM_JSON },
          body: errorBody(status, error.message, scimType),
        };
      }
    },
    (error) => refusal(error, requestId, headers),
  );
};

/** Where Next alone is asked: there is no server of ours before it. */
export const scimOverNext = async (deps: Deps, request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  return toResponse(await (answerScim(deps, pathname + search, request) ?? notFound(deps, request)));
};
