type WithHeaders = { readonly headers: Pick<Headers, "get"> };

/**
 * Whether a browser says that a request comes from a page of one of these origins. No page can set either header: every current
 * browser sends `Sec-Fetch-Site` (Fetch Metadata §2.3) over https, and an origin with every POST (Fetch Standard §3.1).
 * @returns null: it does not say, so the caller is not a script in a browser
 */
export const saysSameOrigin = ({ headers }: WithHeaders, origins: readonly string[]): boolean | null => {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  return origin === null ? null : origins.includes(origin);
};
