/** What is read of a request here: its headers. */
type WithHeaders = { readonly headers: Pick<Headers, "get"> };

/**
 * The client's address, for the networks that a key allows; it is stored nowhere. src/server writes this header itself,
 * as TRUSTED_PROXY_HOPS says, so clients cannot choose it.
 */
export const clientAddress = ({ headers }: WithHeaders): string =>
  headers.get("x-forwarded-for")?.split(",")[0]?.trim() || "unknown";
