import { routeBelow } from "#app/program.ts";

const handle = routeBelow(({ auth }) => auth.handleAuth);

export { handle as GET, handle as POST };
