import { routeBelow } from "#app/program.ts";

export const POST = routeBelow(({ auth }) => auth.accessToken);
