import { routeOf } from "#app/with-deps.ts";
import { membersChange, membersRemove } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(membersChange, membersRemove);
