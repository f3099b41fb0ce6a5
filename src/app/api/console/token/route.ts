import { route } from "#app/program.ts";

export const POST = route(({ auth }) => auth.accessToken);
