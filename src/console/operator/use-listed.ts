"use client";
import { useState } from "react";
import { LISTED } from "./operator-queries.ts";

/**
 * How many rows of a list to read. Each "Load more" doubles them and reads the list from its beginning, because its order
 * moves while it is read: a list that was put together of two moments could lack a row.
 */
export const useListed = (): { limit: number; onMore: () => void } => {
  const [limit, setLimit] = useState(LISTED);
  return { limit, onMore: () => setLimit((before) => before * 2) };
};
