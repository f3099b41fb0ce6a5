import { route } from "#app/program.ts";

export const POST = route(({ console }) => console.exportUsageCsv);
