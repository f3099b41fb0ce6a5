import { Messages, Schemas, Types } from "scimmy";
import { ERRORS, ServiceError } from "#core/errors.ts";
import { countFailure } from "#http/authenticate.ts";
import { readRawJson } from "#http/body.ts";
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
import { directoryPeople } from "#services/members/directory-list.ts";
import {
  directoryPerson,
  removeDirectoryPerson,
  saveDirectoryPerson,
} from "#services/members/directory-people.ts";
import { filterOf } from "./filter.ts";
import { patched, patchOf, USER_SCHEMA, userOf, userResource, wholeOf } from "./user.ts";

// SCIM 2.0 (RFC 7643, RFC 7644) for a tenant's directory: users only, by POST, GET, PUT, PATCH and DELETE.

const ADDRESS = /^\/scim\/v2\/([A-Za-z]+)(?:\/([^/?]+))?\/?(?:\?(.*))?$/s;
const MAX_BYTES = 64 * 1024;
const MOST_LISTED = 200;

type Asked = {
  ctx: DirectoryCtx;
  request: Incoming;
  base: string;
  id: string | null;
  query: URLSearchParams;
};
type Result = { status: number; body: unknown; location?: string };

const bodyOf = async ({ request }: Asked): Promise<unknown> => {
  const json = await readRawJson(request, MAX_BYTES);
  return json?.value ?? null;
};

const found = (asked: Asked, entry: Parameters<typeof userResource>[0], status = 200): Result => {
  const body = userResource(entry, `${asked.base}/Users`);
  return { status, body, ...(status === 201 && { location: body.meta.location }) };
};

/** RFC 7644 §3.4.2: `startIndex` counts from 1, and a count below 0 means none. */
const listUsers = async (asked: Asked): Promise<Result> => {
  const { ctx, query } = asked;
  const text = query.get("filter");
  const filter = text === null || text === "" ? null : filterOf(text);
  const startIndex = Math.max(1, wholeOf(query.get("startIndex"), 1));
  const count = Math.min(Math.max(0, wholeOf(query.get("count"), 100)), MOST_LISTED);
  const { people, total } = await directoryPeople(ctx, { skip: startIndex - 1, take: count }, filter);
  const body = {
    schemas: [Messages.ListResponse.id],
    totalResults: total,
    startIndex,
    itemsPerPage: people.length,
    Resources: people.map((entry) => userResource(entry, `${asked.base}/Users`)),
  };
  return { status: 200, body };
};

const users = {
  GET: async (asked: Asked): Promise<Result> =>
    asked.id === null ? listUsers(asked) : found(asked, await directoryPerson(asked.ctx, asked.id)),
  POST: async (asked: Asked): Promise<Result> => {
    const input = userOf(await bodyOf(asked), null);
    return found(asked, await saveDirectoryPerson(asked.ctx, null, () => input), 201);
  },
  PUT: async (asked: Asked): Promise<Result> => {
    const body = await bodyOf(asked);
    return found(asked, await saveDirectoryPerson(asked.ctx, asked.id, (before) => userOf(body, before)));
  },
  PATCH: async (asked: Asked): Promise<Result> => {
    const operations = patchOf(await bodyOf(asked));
    const { ctx, id } = asked;
    return found(asked, await saveDirectoryPerson(ctx, id, (before) => patched(before, operations)));
  },
  DELETE: async (asked: Asked): Promise<Result> => {
    await removeDirectoryPerson(asked.ctx, asked.id ?? "");
    return { status: 204, body: null };
  },
};

type Method = keyof typeof users;

const listed = (resources: readonly unknown[]): Result => ({
  status: 200,
  body: {
    schemas: [Messages.ListResponse.id],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});

const serviceProviderConfig = (base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_LISTED },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "The token that the console shows when a directory is connected.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

const resourceTypes = (base: string) => [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "A member of the tenant, or a person who becomes one by signing in.",
    schema: USER_SCHEMA.id,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/User` },
  },
];

/** One of a list by its id, or the list. */
const among = (resources: readonly { id: string }[], id: string | null): Result => {
  if (id === null) return listed(resources);
  const one = resources.find((resource) => resource.id === id);
  if (!one) throw new ServiceError("NOT_FOUND", "There is no such resource.");
  return { status: 200, body: one };
};

const DESCRIPTIONS: Readonly<Record<string, (asked: Asked) => Result>> = {
  ServiceProviderConfig: ({ base }) => ({ status: 200, body: serviceProviderConfig(base) }),
  ResourceTypes: ({ base, id }) => among(resourceTypes(base), id),
  Schemas: ({ base, id }) =>
    among(
      [USER_SCHEMA, Schemas.EnterpriseUser.definition].map((each) => each.describe(`${base}/Schemas`)),
      id,
    ),
  // Directories ask for them before they provision any; there are none.
  Groups: ({ id }) => among([], id),
};

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
  const described = Object.hasOwn(DESCRIPTIONS, kind) ? DESCRIPTIONS[kind] : undefined;
  if (!described) throw new ServiceError("NOT_FOUND", "There is no such resource type.");
  if (method !== "GET") throw notAllowed(["GET"]);
  return described(asked);
};

const SCIM_JSON = { "content-type": "application/scim+json; charset=utf-8" };

const errorBody = (status: number, detail: string, scimType?: string): string =>
  JSON.stringify({
    schemas: [Messages.Error.id],
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
  const path = `/scim/v2/${kind in DESCRIPTIONS || kind === "Users" ? kind : ":kind"}${id === null ? "" : "/:id"}`;
  return framed(
    deps,
    request,
    requestId,
    { event: "directory.call", path },
    async (note): Promise<Answer> => {
      const ctx = await authenticated(deps, request, requestId);
      note({ tenantId: ctx.tenant.id });
      const base = `${deps.settings.publicUrl}/scim/v2`;
      const asked = { ctx, request, base, id, query: new URLSearchParams(search) };
      try {
        const { status, body, location } = await perform(kind, asked);
        const more = location === undefined ? {} : { location };
        return {
          status,
          headers: { ...headers, ...SCIM_JSON, ...more },
          body: body === null ? "" : JSON.stringify(body),
        };
      } catch (error) {
        if (!(error instanceof Types.Error)) throw error;
        note({ code: "INVALID_REQUEST_BODY" });
        const { status, scimType, message } = error;
        return { status, headers: { ...headers, ...SCIM_JSON }, body: errorBody(status, message, scimType) };
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
