import type { ConsoleOutputs } from "#trpc/root.ts";

/** One tenant as the operator sees it. */
export type OperatorTenant = ConsoleOutputs["operator"]["tenant"];
