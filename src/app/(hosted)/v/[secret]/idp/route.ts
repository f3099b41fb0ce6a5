import { route } from "#app/program.ts";

export const POST = route(({ identity }) => identity.providerStart);

export const GET = route(({ hosted }) => hosted.hostedFirstPage);
