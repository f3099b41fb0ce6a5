import { route } from "#app/program.ts";

export const GET = route(({ identity }) => identity.providerReturn);
export const POST = route(({ identity }) => identity.providerReturn);
