import { route } from "#app/program.ts";

export const GET = route(({ vendor }) => vendor.vendorReturn);
