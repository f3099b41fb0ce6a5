import { routeBelow } from "#app/program.ts";

// Where there is no server of ours before Next. Envoy asks with every method.
const gates = routeBelow((made) => made.gates);

export const GET = gates;
export const HEAD = gates;
export const POST = gates;
export const PUT = gates;
export const PATCH = gates;
export const DELETE = gates;
export const OPTIONS = gates;
