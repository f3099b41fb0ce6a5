import { routeOf } from "#app/with-deps.ts";
import { validate } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(validate);
