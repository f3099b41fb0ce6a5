import type { Mode } from "#core/verification.ts";
import { modeOf } from "#ui/console/mode.ts";

export const PERIODS = [7, 30, 90] as const;

/** What the address asks of the overview; anything odd is the usual. */
export const overviewInput = (mode: unknown, days: unknown): { mode: Mode; days: number } => ({
  mode: modeOf(mode),
  days: PERIODS.find((period) => String(period) === days) ?? 30,
});
