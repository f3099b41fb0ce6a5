/** RFC 8288: where the next page is. No header means that this page is the last. */
export const linkNext = (
  headers: Headers,
  path: string,
  query: { limit: string; cursor: string | null },
): void => {
  if (query.cursor === null) return;
  const search = new URLSearchParams({ limit: query.limit, cursor: query.cursor });
  headers.set("Link", `<${path}?${search}>; rel="next"`);
};
