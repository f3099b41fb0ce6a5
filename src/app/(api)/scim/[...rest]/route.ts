import { everyMethod } from "#app/program.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((made) => made.scim);
