import { routeBelow } from "#app/program.ts";

export const POST = routeBelow(({ console }) => console.exportArchive);
