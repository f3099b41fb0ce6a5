import { jwks } from "#http/endpoints.ts";
import { toRouteHandlers } from "#http/route-handlers.ts";
import { getDeps } from "#runtime.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(getDeps, jwks);
