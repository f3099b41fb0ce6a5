import { route } from "#app/program.ts";

export const POST = route(({ ageKeys }) => ageKeys.ownKey);
