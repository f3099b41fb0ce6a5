import { routeBelow } from "#app/program.ts";

const handle = routeBelow(({ console }) => console.handleTrpc);

// Exports every HTTP method, so that a wrong one gets our answer, not the framework's.
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
