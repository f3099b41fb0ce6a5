import { routeOf } from "#app/with-deps.ts";
import { anchorsImport, anchorsList } from "#http/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(anchorsList, anchorsImport);
