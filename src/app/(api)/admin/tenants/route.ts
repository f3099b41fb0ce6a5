import { routeOf } from "#app/with-deps.ts";
import { tenantsCreate, tenantsList } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(tenantsCreate, tenantsList);
