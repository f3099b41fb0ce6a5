import { route } from "#app/program.ts";

export const POST = route(({ vendor }) => vendor.vendorStart);

export const GET = route(({ hosted }) => hosted.hostedFirstPage);
