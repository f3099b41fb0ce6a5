/** Which page of a list; `cursor` is the `nextCursor` of the previous page. */
export type PageInput = { limit: number; cursor?: string | undefined };

/**
 * All rows of a list that is read page by page, for the worker.
 * @param read gets the last id of the page before
 */
export async function* everyRow<Row extends { id: string }>(
  perPage: number,
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < perPage) return;
    after = last.id;
  }
}

/**
 * A page of rows, and the cursor of the next page, if any.
 * @param read gets the most rows to read: one more than `limit`
 */
export const pageOf = async <Row extends { id: string }>(
  limit: number,
  read: (rows: number) => Promise<readonly Row[]>,
): Promise<{ page: Row[]; nextCursor: string | null }> => {
  const found = await read(limit + 1);
  const page = found.slice(0, limit);
  return { page, nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
};

const EXPORT_PAGE = 1_000;

/** Every page of a list, for exports. @param read gets the cursor of the page before and the most rows to read */
export async function* allPages<Page extends { nextCursor: string | null }>(
  read: (place: { cursor: string | undefined; limit: number }) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: EXPORT_PAGE });
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
