import { listVerifications } from "#contracts/console/verifications.ts";
import type { RouterInputs } from "#trpc/root.ts";

const FILTERS = ["status", "mode", "method", "from", "to", "search"] as const;
const PAGE = 50;

type Input = Omit<RouterInputs["verifications"]["list"], "cursor">;

/** The address's filters as far as they make sense; the rest is left out. */
export const listInput = (query: (name: string) => string | null): Input => {
  const { shape } = listVerifications;
  const kept = FILTERS.flatMap((name) => {
    const text = query(name);
    return text && shape[name].safeParse(text).success ? [[name, text]] : [];
  });
  return listVerifications.omit({ cursor: true }).parse({ ...Object.fromEntries(kept), limit: PAGE });
};
