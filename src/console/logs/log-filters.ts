import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { daysIn, given, oneOf, PAGE_ROWS, typedText } from "#console/words/words.ts";
import { type DayRange, timesOfDays } from "#core/day.ts";
import type { Filter } from "#kit/filters.tsx";

const STATUS = /^[1-5](?:\d\d|xx)$/;

// The address holds days and the service takes instants; both ranges include their end.
const timesIn = (days: DayRange) => {
  const { start, end } = timesOfDays(days);
  return { from: start?.toISOString(), to: end && new Date(end.getTime() - 1).toISOString() };
};

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const logsInput = (query: (name: string) => string | null) => ({
  ...given({
    status: STATUS.exec(query("status") ?? "")?.[0],
    method: oneOf(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], query("method")),
    path: typedText(query("path")),
    requestId: typedText(query("requestId")),
    key: /^key_\w{1,60}$/.exec(query("key") ?? "")?.[0],
    ...timesIn(daysIn(query)),
  }),
  limit: PAGE_ROWS,
});

const same = (value: string) => ({ value, label: value });

export const LOG_FILTERS: readonly Filter[] = [
  { name: "requestId", label: "Search by request id", placeholder: "Request id" },
  {
    name: "status",
    label: "Status",
    any: "Any status",
    choices: [
      { value: "2xx", label: "2xx success" },
      { value: "4xx", label: "4xx refused" },
      { value: "429", label: "429 limits" },
      { value: "5xx", label: "5xx our side" },
    ],
  },
  {
    name: "path",
    label: "Endpoint",
    any: "Any endpoint",
    choices: [
      "/verify/start",
      "/verify/status",
      "/verify/list",
      "/verify/events",
      "/verify/complete",
      "/verify/submit",
      "/verify/cancel",
      "/verify/simulate",
      "/verify/redact",
      "/verify/receipt",
      "/tokens/validate",
      "/tokens/exchange",
      "/usage",
      "/logs",
      "/audit",
      "/listeners",
      "/listeners/deliveries",
      "/listeners/close",
    ].map(same),
  },
  { name: "method", label: "HTTP method", any: "GET and POST", choices: ["GET", "POST"].map(same) },
];

export const logsOptions = (trpc: Trpc, input: ReturnType<typeof logsInput>) =>
  trpc.reports.logs.infiniteQueryOptions(input, ONWARDS);
