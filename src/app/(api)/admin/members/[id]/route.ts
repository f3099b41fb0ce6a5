import { routeOf } from "#app/with-deps.ts";
import { membersDelete } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(membersDelete);
