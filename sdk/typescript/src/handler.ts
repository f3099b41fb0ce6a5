import { InvalidRequestError, LintelError } from "./errors.ts";
import { openWebhook, readAtMost } from "./opening.ts";
import type { VerifyEventsQuery, VerifyEventsResponse, WebhookEvent } from "./types.ts";
import { isRaw, type RawBody, sizeOf, type VerifyOptions } from "./verify.ts";

/**
 * Where a shop notes which events it has handled. `Tx` is what its functions write with: a transaction of its database. Keep the
 * ids for as long as the service keeps events; one store is for one tenant.
 */
export type EventStore<Tx = undefined> = {
  /**
   * Runs `work` in a transaction that notes the id as well, unless the id is noted. If `work` rejects, nothing of either stays.
   * If two come at once with one id, the second waits for the first's end.
   * @returns false: it was noted before, and `work` did not run
   */
  once(eventId: string, work: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** What `saveCursor` was last given for this stream, `live` or `test`; null: nothing. */
  cursor(stream: string): Promise<string | null> | string | null;
  saveCursor(stream: string, cursor: string): Promise<void> | void;
};

export type EventContext<Tx> = {
  /** `evt_…`: the same however often and on whichever way it comes. */
  eventId: string;
  /** What the store gives: write with it, and the event's note and your effect are kept or lost together. */
  tx: Tx;
  /** `delivery`: a webhook. `events`: `catchUp` has read it. */
  source: "delivery" | "events";
  /** Null for events about the tenant. In a delivery it comes from a header that is not signed. */
  verificationId: string | null;
  /** As `verificationId`; null where the header is missing. */
  mode: VerifyEventsResponse["events"][number]["mode"] | null;
};

type EventName = WebhookEvent["event"];

/** What to do, by the event's name. `default` gets every other event; without it, others are ignored. */
export type WebhookFunctions<Tx> = {
  [Name in EventName]?: (event: Extract<WebhookEvent, { event: Name }>, context: EventContext<Tx>) => unknown;
} & { default?: (event: WebhookEvent, context: EventContext<Tx>) => unknown };

/** Any of them: it gets only events of its name (a method's parameters are compared both ways). */
type Act<Tx> = { act(event: WebhookEvent, context: EventContext<Tx>): unknown }["act"];

/** What `catchUp` asks: a `Lintel`. */
export type EventsClient = { events(query: VerifyEventsQuery): Promise<VerifyEventsResponse> };

export type WebhookHandlerOptions<Tx> = VerifyOptions & {
  on: WebhookFunctions<Tx>;
  store: EventStore<Tx>;
  /** For `catchUp`. */
  client?: EventsClient | undefined;
  /** The endpoint's secret, or several while it is being rotated; LINTEL_WEBHOOK_SECRET if absent. */
  secrets?: string | readonly string[] | undefined;
  /** A longer body is answered with 413 and not read to its end; 1 MiB by default. */
  maxBytes?: number | undefined;
  /** Gets what was refused, what failed and what may be missing; `console.error` by default. */
  log?: ((message: string, error?: unknown) => void) | undefined;
};

/** What to answer. `text` is a word for the service's delivery log. */
export type WebhookAnswer = { status: number; text: string };

/** `Headers`, or an object as Node and AWS Lambda have it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What `node` needs of Node's IncomingMessage; `body`: what a parser left, for example `express.raw`. */
export type NodeRequest = AsyncIterable<Uint8Array> & {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readableEnded?: boolean;
  /** As Express leaves it; what its parser made of it is refused. */
  body?: RawBody | null | undefined;
};

/** What `node` needs of Node's ServerResponse. */
export type NodeResponse = {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text?: string): unknown;
};

/** `gap`: events before these may be missing, because the service did not keep them for as long as the store did not ask. */
export type CaughtUp = { handled: number; known: number; ignored: number; gap: boolean };

type Incoming<Tx> = Omit<EventContext<Tx>, "tx"> & { event: WebhookEvent };
type Outcome = "handled" | "known" | "ignored";

/** A misspelt name would mean events that are answered with 204 and never handled. */
const NAMES: Record<EventName, true> = {
  "verification.completed": true,
  "verification.failed": true,
  "verification.expired": true,
  "verification.appealed": true,
  "verification.redacted": true,
  "alert.raised": true,
  "alert.resolved": true,
  "endpoint.failing": true,
  "endpoint.disabled": true,
  "endpoint.recovered": true,
  "delivery.exhausted": true,
};

const headersOf =
  (headers: WebhookHeaders) =>
  (name: string): string | null => {
    if (typeof headers.get === "function") return headers.get(name);
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return typeof found === "string" ? found : (found?.[0] ?? null);
  };

/** What is not raw, whatever its type says, is refused where it is checked. */
const limited = async <Body extends RawBody>(body: Body, maxBytes: number): Promise<Body | null> =>
  isRaw(body) && sizeOf(body) > maxBytes ? null : body;

const CURSOR = /^\d{1,15}$/;

/** Whether numbers lie between what was read last and the oldest that is left. */
const isGap = (cursor: string, oldest: string | null): boolean =>
  CURSOR.test(cursor) && CURSOR.test(oldest ?? "") && Number(oldest) > Number(cursor) + 1;

const isAhead = (error: unknown): boolean =>
  error instanceof InvalidRequestError && error.issues.some(({ path }) => path === "after");

/**
 * Receives webhooks and hands each event to the shop's function once: it limits and checks what comes, forgets what came before,
 * and with `catchUp` reads what was missed.
 *
 *     const handler = new WebhookHandler({ store, client, on: { "verification.completed": fulfil } });
 *     await handler.catchUp();
 *     createServer(handler.node).listen(4000);
 *
 * It answers 204 to what is handled, known or of no interest; 500 where the function or the store fails, so that the service
 * delivers again; 401 with the reason to what is not genuine; 413 to what is too long; 400 to what is signed and no event.
 */
export class WebhookHandler<Tx = undefined> {
  readonly #options: WebhookHandlerOptions<Tx>;
  readonly #log: (message: string, error?: unknown) => void;

  /** @throws LintelError where `on` is empty or names no event */
  constructor(options: WebhookHandlerOptions<Tx>) {
    const names = Object.keys(options.on);
    const wrong = names.find((name) => name !== "default" && !Object.hasOwn(NAMES, name));
    if (wrong !== undefined)
      throw new LintelError(
        `There is no event ${wrong.slice(0, 80)}. One that this release does not know goes to default.`,
      );
    if (names.length === 0) throw new LintelError("Pass what to do: on: { default: (event) => … }.");
    this.#options = options;
    this.#log = options.log ?? ((...words) => console.error(...words));
  }

  /** For everything that speaks `Request` and `Response`: Next.js route handlers, Hono, Deno, Bun, Workers. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { status, text } = await this.#answer(
      (name) => request.headers.get(name),
      (maxBytes) => readAtMost(request.headers.get("content-length"), request.body, maxBytes),
    );
    return new Response(text || null, { status });
  };

  /** For Node's `createServer`, and for Express with or without `express.raw()` on the route. */
  readonly node = async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const header = headersOf(request.headers);
    const { body } = request;
    const isRead = body !== undefined && (body === null || isRaw(body) || request.readableEnded === true);
    const { status, text } = await this.#answer(header, (maxBytes) =>
      isRead ? limited(body ?? "", maxBytes) : readAtMost(header("content-length"), request, maxBytes),
    );
    // What was not read would be taken for the connection's next request.
    response.writeHead(status, status < 300 ? {} : { connection: "close", "content-type": "text/plain" });
    response.end(text);
  };

  /** For a body that is already there: AWS Lambda, Fastify. */
  receive(rawBody: RawBody, headers: WebhookHeaders): Promise<WebhookAnswer> {
    return this.#answer(headersOf(headers), (maxBytes) => limited(rawBody, maxBytes));
  }

  /**
   * Reads the events since the last time, and hands over those that are not known: at the program's start, and every hour or so,
   * so that the cursor stays younger than what the service keeps. Deliveries may come at the same time.
   * @param options.since what happened before is ignored: a shop that has been without this handler says from when on it counts
   * @throws what your function threw, after all others were handed over: the cursor stays before it, and the next time asks again;
   * errors of the client
   */
  async catchUp({ since }: { since?: Date | undefined } = {}): Promise<CaughtUp> {
    const { client, store } = this.#options;
    if (client === undefined) throw new LintelError("Pass client, a Lintel with an API key, to catch up.");
    const counts: CaughtUp = { handled: 0, known: 0, ignored: 0, gap: false };
    const first = await client.events({ limit: 1 });
    const [oldest] = first.events;
    if (oldest === undefined) return counts;
    const stream = oldest.mode;
    let after = (await store.cursor(stream)) ?? undefined;
    if (after !== undefined && isGap(after, first.nextCursor)) {
      counts.gap = true;
      this.#log(
        `Events are missing: the service keeps none between ${after}, where the last catching up ended, and ${first.nextCursor}. Those that did not come as webhooks are lost: compare your open orders with lintel.status(). Catch up more often than the retention period.`,
      );
    }
    const failures: unknown[] = [];
    for (let hasMore = true; hasMore; ) {
      const page: VerifyEventsResponse = await client
        .events({ limit: 100, after })
        .catch((error: unknown) => {
          if (after === undefined || !isAhead(error)) throw error;
          this.#log("The service was restored from a backup: reading its events from the beginning.");
          after = undefined;
          return client.events({ limit: 100 });
        });
      for (const { eventId, mode, verificationId, payload } of page.events) {
        const event: WebhookEvent = payload;
        try {
          if (since !== undefined && Date.parse(event.timestamp) < since.getTime()) {
            counts.ignored += 1;
            continue;
          }
          counts[await this.#once({ event, eventId, mode, verificationId, source: "events" })] += 1;
        } catch (error) {
          this.#log(`The event ${eventId} failed; catchUp will ask for it again.`, error);
          failures.push(error);
        }
      }
      hasMore = page.hasMore;
      if (hasMore && (page.nextCursor === null || page.nextCursor === after))
        throw new LintelError("The service says that there are more events, and gives no new cursor.");
      after = page.nextCursor ?? undefined;
      if (failures.length === 0 && after !== undefined) await store.saveCursor(stream, after);
    }
    if (failures.length > 0) throw failures[0];
    return counts;
  }

  async #once({ event, ...context }: Incoming<Tx>): Promise<Outcome> {
    const { on, store } = this.#options;
    const name = Object.hasOwn(on, event.event) ? event.event : "default";
    const acts: Readonly<Record<string, Act<Tx> | undefined>> = on;
    const act = acts[name];
    if (act === undefined) return "ignored";
    const isNew = await store.once(context.eventId, async (tx) => {
      await act(event, { ...context, tx });
    });
    return isNew ? "handled" : "known";
  }

  async #answer(
    header: (name: string) => string | null,
    read: (maxBytes: number) => Promise<RawBody | null>,
  ): Promise<WebhookAnswer> {
    try {
      const opened = await openWebhook(header, read, { ...this.#options, withId: true });
      if ("error" in opened)
        return this.#refuse({ status: 400, text: "no_event", message: opened.error.message });
      if ("status" in opened) return this.#refuse(opened);
      const { event, eventId } = opened;
      const mode = header("x-verification-mode");
      const verificationId = header("x-verification-id");
      await this.#once({
        event,
        eventId,
        source: "delivery",
        verificationId: /^ver_\w{1,60}$/.test(verificationId ?? "") ? verificationId : null,
        mode: mode === "live" || mode === "test" ? mode : null,
      });
      return { status: 204, text: "" };
    } catch (error) {
      this.#log("A webhook failed; the service will deliver it again.", error);
      return { status: 500, text: "handler_failed" };
    }
  }

  #refuse({ message, ...answer }: WebhookAnswer & { message: string }): WebhookAnswer {
    this.#log(`A webhook was refused (${answer.text}): ${message}`);
    return answer;
  }
}
