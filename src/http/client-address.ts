/**
 * The address that a request came from. src/server writes this header itself, so a client cannot choose it;
 * behind trusted proxies it is the address that they saw.
 */
export const clientAddress = (request: Request): string =>
  request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() || "unknown";
