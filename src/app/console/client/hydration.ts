import superjson from "superjson";

/** How a query's data goes from the server's cache into the browser's: a date arrives as a date. */
export const HYDRATION = {
  dehydrate: { serializeData: superjson.serialize },
  hydrate: { deserializeData: superjson.deserialize },
};
