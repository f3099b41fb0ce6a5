import { type Answer, readAnswer, type Safe } from "./answer.ts";
import {
  apiErrorOf,
  LintelApiError,
  LintelConnectionError,
  LintelError,
  LintelTimeoutError,
} from "./errors.ts";
import { VERSION } from "./version.ts";

/** What the tests replace: the SDK reads time, and waits, by this alone. The timeout of one try is the runtime's. */
export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** Milliseconds since any moment; never turned back. */
  elapsed(): number;
  /** Rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
};

export const LONGEST_TIMER_MS = 2 ** 31 - 1; // anything longer fires at once

const sleepOnce = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });

/** The runtime's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (ms, signal) => {
    let leftMs = ms;
    for (; leftMs > LONGEST_TIMER_MS; leftMs -= LONGEST_TIMER_MS) await sleepOnce(LONGEST_TIMER_MS, signal);
    await sleepOnce(leftMs, signal);
  },
};

/** Options of one call. */
export type CallOptions = {
  /** For a POST: your own key, so that a repeat by your program counts as the same request. Absent: a new one. */
  idempotencyKey?: string | undefined;
  /** Milliseconds for one try. */
  timeout?: number | undefined;
  /** Milliseconds for all tries together. */
  deadline?: number | undefined;
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

export type ApiRequest = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From the root of the service, already encoded. */
  path: string;
  /** The credential's header and value; null: the call needs none. */
  credential: readonly [name: string, value: string] | null;
  query?: object | undefined;
  body?: object | undefined;
};

export type TransportOptions = {
  /** Without a slash at its end. */
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds. */
  timeout: number;
  /** Milliseconds. */
  deadline: number;
  maxRetries: number;
  clock: Clock;
};

const NEVER_AGAIN = ["QUOTA_EXCEEDED", "HARD_LIMIT_EXCEEDED"]; // waiting helps next month
const IN_PROGRESS = ["IDEMPOTENCY_IN_PROGRESS", "DELIVERY_IN_PROGRESS"];

const queryText = (query: object): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
};

/** Whether the same request may be sent again, given that a POST has its Idempotency-Key. */
const isWorthAnotherTry = (error: unknown, { method }: ApiRequest): boolean => {
  if (error instanceof LintelApiError) {
    const { status, code } = error;
    if (status === 429) return code === null || !NEVER_AGAIN.includes(code);
    if (method === "PATCH" || method === "DELETE") return false;
    if (status === 409) return code !== null && IN_PROGRESS.includes(code);
    return status === 408 || (status >= 500 && status !== 501);
  }
  const isPassing =
    error instanceof LintelTimeoutError || (error instanceof LintelError && broken.has(error));
  return isPassing && (method === "GET" || method === "POST");
};

/** Errors of connections that broke and may not break again, unlike a redirect or an answer that is not JSON. */
const broken = new WeakSet<LintelError>();

const connectionBroke = (message: string): LintelConnectionError => {
  const error = new LintelConnectionError(message);
  broken.add(error);
  return error;
};

/** What another library says about a failure, in words; its error object could hold the request with its key. */
const wordsOf = (error: unknown): string => {
  const words: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const code = "code" in at && typeof at.code === "string" ? at.code : "";
    const text = at.message === "" ? code : at.message;
    if (text !== "" && !words.includes(text)) words.push(text);
  }
  return words.join(": ") || "no reason was given";
};

/** A delay with full jitter: anything up to 0.5 s, 1 s, 2 s … 8 s, so that many clients do not come back together. */
const backoffMs = (triesDone: number): number => Math.random() * Math.min(8_000, 500 * 2 ** (triesDone - 1));

/** Sends requests of the service: tries, deadlines, one reading of answers. */
export const createTransport = ({ baseUrl, fetch, clock, ...defaults }: TransportOptions) => {
  const tryOnce = async (
    request: ApiRequest,
    headers: Record<string, string>,
    budgetMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Answer> => {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), budgetMs);
    const stop = (): void => controller.abort();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const response = await fetch(`${baseUrl}${request.path}${queryText(request.query ?? {})}`, {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        // The key must not travel to where a redirect points.
        redirect: "manual",
        signal: controller.signal,
      });
      return await readAnswer(response, clock.now(), safeFor(request.credential));
    } catch (error) {
      signal?.throwIfAborted();
      if (controller.signal.aborted)
        throw new LintelTimeoutError(`${baseUrl} did not answer within ${Math.round(budgetMs)} ms.`);
      if (error instanceof LintelError) throw error;
      const words = safeFor(request.credential)(wordsOf(error));
      throw connectionBroke(`The connection to ${baseUrl} failed: ${words}.`);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  };

  const answerOrError = async (...given: Parameters<typeof tryOnce>): Promise<Answer> => {
    const answer = await tryOnce(...given);
    if (answer.problem !== null) throw apiErrorOf(answer.problem);
    return answer;
  };

  /**
   * Sends a request, again where that can help, and returns its answer.
   * @throws LintelApiError, LintelConnectionError, LintelTimeoutError, or the signal's reason
   */
  return async (request: ApiRequest, options: CallOptions = {}): Promise<Answer> => {
    const { timeout = defaults.timeout, deadline = defaults.deadline, signal } = options;
    if (!(timeout > 0) || !(deadline > 0))
      throw new LintelError("timeout and deadline must be numbers of milliseconds above 0.");
    const endsAt = clock.elapsed() + deadline;
    const headers: Record<string, string> = {
      accept: "application/json",
      "user-agent": `lintel-typescript/${VERSION}`,
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      ...(request.credential === null ? {} : { [request.credential[0]]: request.credential[1] }),
      // Made once: a repeat of the same request must be known as such, or it would be done twice.
      ...(request.method === "POST"
        ? { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() }
        : {}),
    };
    for (let tries = 1; ; tries += 1) {
      const leftMs = endsAt - clock.elapsed();
      try {
        return await answerOrError(
          request,
          headers,
          Math.max(1, Math.min(timeout, leftMs, LONGEST_TIMER_MS)),
          signal,
        );
      } catch (error) {
        if (tries > defaults.maxRetries || !isWorthAnotherTry(error, request)) throw error;
        const asked = error instanceof LintelApiError ? error.retryAfterSeconds : null;
        const waitMs = asked === null ? backoffMs(tries) : asked * 1_000;
        // A wait that ends after the deadline would only hide the error.
        if (clock.elapsed() + waitMs >= endsAt) throw error;
        await clock.sleep(waitMs, signal);
      }
    }
  };
};

export type Transport = ReturnType<typeof createTransport>;

const MAX_CHARACTERS = 1_000;

/** What a hostile or careless server repeats in its errors, without the key, and of its words the first. */
const safeFor =
  (credential: ApiRequest["credential"]): Safe =>
  (text, mostCharacters = MAX_CHARACTERS) => {
    // Before it is cut, or the beginning would stay.
    const plain = credential === null ? text : text.replaceAll(credential[1], "[key]");
    return plain.length <= mostCharacters ? plain : `${plain.slice(0, mostCharacters)}…`;
  };
