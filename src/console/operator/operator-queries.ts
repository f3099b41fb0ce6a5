import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { oneOf, PAGE_ROWS } from "#console/words/words.ts";
import { MONTH, monthName } from "#core/day.ts";
import { serviceDate } from "#kit/clock/service-time.ts";

// What the server reads before it sends a page, and the page's own queries with the same options.

/** How many rows a list that is read from its beginning shows at first. */
export const LISTED = 100;

export const visitsOptions = (trpc: Trpc) =>
  trpc.operator.visits.infiniteQueryOptions({ limit: PAGE_ROWS }, ONWARDS);

export const webhooksInput = (endpoints: number = LISTED, backlog: number = LISTED) => ({
  endpoints,
  backlog,
});

/** How many days the rates are about. */
export const RATE_DAYS = ["1", "7", "30", "90"] as const;

export const ratesInput = (query: (name: string) => string | null, limit: number = LISTED) => ({
  days: Number(oneOf(RATE_DAYS, query("days")) ?? "7"),
  limit,
});

/** The UTC month that an address asks for, or the present one. */
export const monthIn = (query: (name: string) => string | null): string =>
  MONTH.exec(query("month") ?? "")?.[0] ?? monthName(serviceDate());

export const usageInput = (query: (name: string) => string | null, limit: number = LISTED) => ({
  month: monthIn(query),
  limit,
});

// The overview needs the totals, and no lists.
export const overviewUsage = () => ({ month: monthIn(() => null), limit: 1 });
export const OVERVIEW_RATES = { days: 7, limit: 1 };
export const OVERVIEW_WEBHOOKS = webhooksInput(1, 1);
export const OVERVIEW_CERTIFICATES = { limit: 1 };
