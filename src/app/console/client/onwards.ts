/** How every list goes on: the answer names the cursor of the page behind it. */
export const ONWARDS = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor };
