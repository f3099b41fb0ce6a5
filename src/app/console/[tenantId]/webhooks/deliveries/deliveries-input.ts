import { listDeliveries } from "#contracts/console/webhooks.ts";
import type { RouterInputs } from "#trpc/root.ts";

const FILTERS = ["endpointId", "status", "event", "verificationId"] as const;
const PAGE = 50;

type Input = Omit<RouterInputs["webhooks"]["deliveries"], "cursor">;

/** The address's filters as far as they make sense; the rest is left out. */
export const deliveriesInput = (query: (name: string) => string | null): Input => {
  const { shape } = listDeliveries;
  const kept = FILTERS.flatMap((name) => {
    const text = query(name);
    return text && shape[name].safeParse(text).success ? [[name, text]] : [];
  });
  return listDeliveries.omit({ cursor: true }).parse({ ...Object.fromEntries(kept), limit: PAGE });
};
