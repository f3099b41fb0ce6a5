import { routeOf } from "#app/with-deps.ts";
import { tenantsGet, tenantsUpdate } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(tenantsGet, tenantsUpdate);
