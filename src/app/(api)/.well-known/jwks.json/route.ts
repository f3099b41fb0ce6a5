import { routeOf } from "#app/with-deps.ts";
import { jwks } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(jwks);
