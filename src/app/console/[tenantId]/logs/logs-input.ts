import { listLogs } from "#contracts/console/reports.ts";
import type { RouterInputs } from "#trpc/root.ts";

const FILTERS = ["status", "method", "path", "requestId"] as const;
const PAGE = 50;

type Input = Omit<RouterInputs["reports"]["logs"], "cursor">;

/** The address's filters as far as they make sense; the rest is left out. */
export const logsInput = (query: (name: string) => string | null): Input => {
  const { shape } = listLogs;
  const kept = FILTERS.flatMap((name) => {
    const text = query(name);
    return text && shape[name].safeParse(text).success ? [[name, text]] : [];
  });
  return listLogs.omit({ cursor: true }).parse({ ...Object.fromEntries(kept), limit: PAGE });
};
