import type { Policy } from "./policy.ts";
import type { MethodTraits } from "./traits.ts";

export type Lint = { code: string; level: "block" | "warn"; place: string; message: string };

/** What is wrong with a policy. */
export const lintPolicy = (_policy: Policy, _traitsById: ReadonlyMap<string, MethodTraits>): Lint[] => [];
