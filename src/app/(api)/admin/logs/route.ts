import { routeOf } from "#app/with-deps.ts";
import { logs } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(logs);
