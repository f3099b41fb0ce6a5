import { day } from "#contracts/console/common.ts";
import { listLogs } from "#contracts/console/reports.ts";
import type { RouterInputs } from "#trpc/root.ts";

const FILTERS = ["status", "method", "path", "requestId"] as const;
const PAGE = 50;

type Input = Omit<RouterInputs["reports"]["logs"], "cursor">;

// Days of UTC in the address, both inside; moments for the service.
const BOUNDS = { from: "T00:00:00.000Z", to: "T23:59:59.999Z" } as const;

const bound = (name: keyof typeof BOUNDS, text: string | null): [string, string][] =>
  text && day.safeParse(text).success ? [[name, `${text}${BOUNDS[name]}`]] : [];

/** The address's filters as far as they make sense; the rest is left out. */
export const logsInput = (query: (name: string) => string | null): Input => {
  const { shape } = listLogs;
  const kept = FILTERS.flatMap((name) => {
    const text = query(name);
    return text && shape[name].safeParse(text).success ? [[name, text]] : [];
  });
  const times = [...bound("from", query("from")), ...bound("to", query("to"))];
  return listLogs.omit({ cursor: true }).parse({ ...Object.fromEntries([...kept, ...times]), limit: PAGE });
};
