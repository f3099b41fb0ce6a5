import type { PlanName } from "#core/plan.ts";

const NAMES: Readonly<Record<PlanName, string>> = { free: "Free", growth: "Growth", scale: "Scale" };

/** A plan's name as people say it; one that is not known here keeps its id. */
export const planName = (plan: string): string =>
  Object.entries(NAMES).find(([id]) => id === plan)?.[1] ?? plan;
