import { complete } from "#http/endpoints.ts";
import { expose } from "#http/expose.ts";
import { getDeps } from "#runtime.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = expose(getDeps, complete);
