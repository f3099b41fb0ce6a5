// A case of sdk/cases as its README describes it.

export type Values = Readonly<Record<string, unknown>>;
export type CallOf = { operation: string; args?: readonly unknown[]; options?: Values };
export type Expected = {
  result?: unknown;
  absent?: readonly string[];
  error?: Values & {
    type: string | readonly string[];
    messageContains?: readonly string[];
    messageAtMost?: number;
  };
};
type StepOf = { call: CallOf; expect?: Expected; as?: string; advance?: number };

/** What a case of handler.json makes. */
export type HandlerOf = {
  on: readonly string[];
  secrets: readonly string[];
  maxBytes?: number;
  /** For which events the function fails, and how many times. */
  fails?: Readonly<Record<string, number>>;
  /** What the store has at first. */
  cursors?: Readonly<Record<string, string>>;
  client?: false;
};
/** A delivery to it, or a catching up. */
export type HandlerStep = {
  deliver?: { body: string; headers: Readonly<Record<string, string>>; unreadable?: true };
  times?: number;
  catchUp?: { since?: number };
  expect: Expected & { status?: number; text?: string; statuses?: readonly number[] };
};
export type ExpectedRequest = {
  method?: string;
  path?: string;
  query?: unknown;
  body?: unknown;
  headers?: Readonly<Record<string, string | { matches: string } | { absent: true }>>;
};

export type Case = {
  id: string;
  guarantee: string;
  server: "standin" | "live" | "none";
  /** Ids of operations that the service must have. */
  needs?: readonly string[];
  clock?: number;
  client?: Values;
  script?: readonly unknown[];
  inputs?: { body: unknown; header: string | null; secrets: string | readonly string[]; tolerance?: number };
  call?: CallOf;
  /** Calls that one client begins at once; `within`: the seconds in which all of them end. */
  together?: readonly { call: CallOf; expect: Expected; times?: number }[];
  within?: number;
  /** How far someone sets the clock during the first sleep, in seconds. */
  jump?: number;
  steps?: readonly StepOf[];
  /** Then it is a HandlerCase. */
  handler?: HandlerOf;
  expect: Expected & {
    effects?: readonly Values[];
    cursors?: Values;
    logs?: readonly string[];
    logsAtMost?: number;
    requests?: readonly ExpectedRequest[];
    sameHeaderAcrossTries?: readonly string[];
    differentHeaders?: readonly string[];
    waits?: readonly { min: number; max: number }[];
  };
};

export type HandlerCase = Omit<Case, "steps" | "handler"> & {
  handler: HandlerOf;
  steps: readonly HandlerStep[];
};
