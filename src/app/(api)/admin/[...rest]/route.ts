import { toNotFoundHandlers } from "#http/route-handlers.ts";
import { getDeps } from "#runtime.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNotFoundHandlers(getDeps);
