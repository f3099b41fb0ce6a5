import { route } from "#app/program.ts";

export const POST = route(({ vendor }) => vendor.vendorCallback);
