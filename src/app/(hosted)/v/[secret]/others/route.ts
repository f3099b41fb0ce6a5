import { route } from "#app/program.ts";

export const GET = route(({ hosted }) => hosted.hostedFirstPage);

export const POST = route(({ hosted }) => hosted.hostedOthers);
