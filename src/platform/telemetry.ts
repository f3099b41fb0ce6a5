import { ERRORS } from "#core/errors.ts";
import { isId } from "#core/ids.ts";

// What the service reports about its work, as a port. The implementation is in opentelemetry.ts, which is
// imported only when telemetry is on. Everything that may leave the service this way is listed here.

/** Facts of a span. There is no field for a path, a query, a header, an address or a body. */
export type Facts = {
  readonly requestId?: string | null;
  readonly tenantId?: string | null;
  readonly verificationId?: string | null;
  readonly eventId?: string | null;
  readonly deliveryId?: string | null;
  /** A code of the error catalogue, of a delivery attempt, or of PostgreSQL. */
  readonly code?: string | null;
  readonly method?: string | null;
  readonly status?: number | null;
  readonly outcome?: string | null;
  readonly attempt?: number | null;
};

const HTTP_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const OUTCOMES = new Set(["ok", "failed", "gone", "untried"]);
/** Codes of `SendResult`, then SQLSTATE (PostgreSQL docs, appendix A), Prisma's and Node's. */
const OTHER_CODES = /^(STATUS|DNS|TLS|TIMEOUT|CONNECTION|BLOCKED|[0-9A-Z]{5}|P\d{4}|E[A-Z]{3,20})$/;

const isCode = (code: string): boolean => Object.hasOwn(ERRORS, code) || OTHER_CODES.test(code);

type Attribute = {
  readonly name: string;
  /** Anything else is left out, wherever it comes from. */
  readonly allows: (value: string | number) => boolean;
};

const idOf = (kind: Parameters<typeof isId>[0], name: string): Attribute => ({
  name,
  allows: (value) => isId(kind, String(value)),
});

/** Each fact's attribute. Standard names are from OpenTelemetry's semantic conventions 1.45. */
export const ATTRIBUTES: Readonly<Record<keyof Facts, Attribute>> = {
  // A caller can choose its request's id, and could put anything there: only our own ids are shown.
  requestId: idOf("request", "lintel.request_id"),
  tenantId: idOf("tenant", "lintel.tenant_id"),
  verificationId: idOf("verification", "lintel.verification_id"),
  eventId: idOf("event", "lintel.event_id"),
  deliveryId: idOf("delivery", "lintel.delivery_id"),
  code: { name: "lintel.code", allows: (value) => isCode(String(value)) },
  method: { name: "http.request.method", allows: (value) => HTTP_METHODS.has(String(value)) },
  status: { name: "http.response.status_code", allows: Number.isInteger },
  outcome: { name: "lintel.outcome", allows: (value) => OUTCOMES.has(String(value)) },
  attempt: { name: "lintel.attempt", allows: Number.isInteger },
};

/** The spans, from the outside in. docs/telemetry.md lists them with their names and attributes; a test compares. */
export const SPANS = {
  request: { kind: "server", facts: ["requestId", "tenantId", "verificationId", "method", "status", "code"] },
  use_case: { kind: "internal", facts: ["code"] },
  emit: { kind: "producer", facts: ["eventId", "verificationId", "tenantId", "requestId", "code"] },
  statement: { kind: "client", facts: ["code"] },
  prisma: { kind: "client", facts: ["code"] },
  delivery: {
    kind: "consumer",
    facts: ["deliveryId", "eventId", "verificationId", "tenantId", "attempt", "outcome", "status", "code"],
  },
} as const satisfies Record<
  string,
  { kind: "server" | "internal" | "producer" | "client" | "consumer"; facts: readonly (keyof Facts)[] }
>;

export type SpanName = keyof typeof SPANS;

/** The facts that a span of this kind may show, under the attributes' names. */
export const attributesOf = (span: SpanName, facts: Facts): Record<string, string | number> => {
  const attributes: Record<string, string | number> = {};
  for (const fact of SPANS[span].facts) {
    const value = facts[fact];
    const { name, allows } = ATTRIBUTES[fact];
    if (value !== null && value !== undefined && allows(value)) attributes[name] = value;
  }
  return attributes;
};

/** The metrics. Their attributes have few values: no id is among them. */
export const METRICS = {
  "lintel.request.duration": { type: "histogram", unit: "s", by: ["lintel.event", "lintel.status_class"] },
  "lintel.rate_limit.refusals": { type: "counter", unit: "{request}", by: ["lintel.event"] },
  "lintel.deliveries": { type: "counter", unit: "{delivery}", by: ["lintel.outcome"] },
  "lintel.queue.lag": { type: "gauge", unit: "s", by: [] },
  "lintel.export.lag": { type: "gauge", unit: "s", by: [] },
  "lintel.export.dropped": { type: "gauge", unit: "{line}", by: [] },
  "lintel.pool.waiting": { type: "gauge", unit: "{request}", by: [] },
  "lintel.telemetry.dropped": { type: "counter", unit: "{span}", by: [] },
} as const;

/** Values read when metrics are sent. */
export type GaugeName =
  | "lintel.queue.lag"
  | "lintel.export.lag"
  | "lintel.export.dropped"
  | "lintel.pool.waiting";

type RequestStart = {
  /** As in the log line; null: a poll, which has none. */
  readonly event: string | null;
  readonly requestId: string;
  readonly request: { readonly method: string; readonly headers: { get(name: string): string | null } };
  /** Read when the request is over. */
  readonly seen: Facts;
};

type Answered = {
  readonly event: string | null;
  readonly status: number;
  readonly seconds: number;
  /** A code of the error catalogue. */
  readonly code?: string | null;
};

/** All functions that take `work` run it once, and return or throw what it does. */
export type Telemetry = {
  /** A request, as a part of the caller's trace if it sends a W3C `traceparent`. */
  request<Out extends { readonly status: number }>(
    start: RequestStart,
    work: () => Promise<Out>,
  ): Promise<Out>;
  /**
   * Counts a request that is over. Separate from `request`, because most requests are not traced, but all are
   * counted.
   */
  answered(request: Answered): void;
  /**
   * A part of the request or delivery that is being traced; records nothing where none is. @param name never
   * from outside
   */
  part<Out>(kind: "use_case" | "emit", name: string, work: () => Promise<Out>, facts?: Facts): Promise<Out>;
  /** One turn of a delivery. @param learn what the result says */
  delivery<Out>(
    name: string,
    facts: Facts,
    work: () => Promise<Out>,
    learn: (result: Out) => Facts,
  ): Promise<Out>;
  /** For the data layer, which does nothing extra while there is none. */
  readonly statement:
    | (<Out>(kind: "statement" | "prisma", name: string, work: () => Promise<Out>) => Promise<Out>)
    | undefined;
  /** @param read may reject: then the value is missing this time */
  gauge(name: GaugeName, read: () => number | Promise<number>): void;
  /** Sends what is waiting, for two seconds at most. */
  close(): Promise<void>;
};

/** No telemetry: it costs only the call. */
export const TELEMETRY_OFF: Telemetry = {
  request: (_start, work) => work(),
  answered: () => {},
  part: (_kind, _name, work) => work(),
  delivery: (_name, _facts, work) => work(),
  statement: undefined,
  gauge: () => {},
  close: async () => {},
};
