import { everyMethod } from "#app/program.ts";

// Where there is no server of ours before Next. Envoy asks with every method.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((made) => made.gates);
