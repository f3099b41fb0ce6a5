import { route } from "#app/program.ts";

export const GET = route(({ hosted }) => hosted.hostedReturn);
