import { route } from "#app/program.ts";

export const GET = route(({ hosted }) => hosted.hostedDataPage);

export const POST = route(({ hosted }) => hosted.hostedErasure);
