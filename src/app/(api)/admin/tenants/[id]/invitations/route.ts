import { routeOf } from "#app/with-deps.ts";
import { invitationsCreate, invitationsList } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(invitationsList, invitationsCreate);
