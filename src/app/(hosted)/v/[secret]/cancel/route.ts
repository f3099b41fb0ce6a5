import { route } from "#app/program.ts";

export const GET = route(({ hosted }) => hosted.hostedCancelPage);

export const POST = route(({ hosted }) => hosted.hostedCancel);
