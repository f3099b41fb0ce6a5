import { jwks } from "#http/endpoints.ts";
import { expose } from "#http/route-handlers.ts";
import { getDeps } from "#runtime.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = expose(getDeps, jwks);
