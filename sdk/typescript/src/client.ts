import { type Admin, createAdmin } from "./admin.ts";
import { environment } from "./environment.ts";
import { LintelError, LintelTimeoutError } from "./errors.ts";
import { createOfflineValidator, type OfflineOptions } from "./tokens.ts";
import {
  type ApiRequest,
  type CallOptions,
  type Clock,
  createTransport,
  systemClock,
  type TransportOptions,
} from "./transport.ts";
import type * as T from "./types.ts";
import { type RawBody, type VerifyOptions, verify } from "./webhooks.ts";

export type LintelOptions = {
  /** The tenant's API key, `avk_live_…` or `avk_test_…`; LINTEL_API_KEY if absent. */
  apiKey?: string | undefined;
  /** The operator's key, for `admin`; LINTEL_ADMIN_KEY if absent. */
  adminKey?: string | undefined;
  /** Where the service is, for example `https://age.example.com`; LINTEL_URL if absent. */
  baseUrl?: string | undefined;
  /** Milliseconds for one try; 10,000 by default. */
  timeout?: number | undefined;
  /** Milliseconds for all tries of a call together; 30,000 by default. */
  deadline?: number | undefined;
  /** Tries after the first; 2 by default, 0 for none. */
  maxRetries?: number | undefined;
  /** Sends the requests; the runtime's own `fetch` by default. */
  fetch?: TransportOptions["fetch"] | undefined;
};

export type ValidateOptions = CallOptions &
  ((OfflineOptions & { offline: true }) | { offline?: false | undefined });

export type WaitOptions = Pick<CallOptions, "signal"> & {
  /** Milliseconds in all; 30 minutes by default, as long as a verification lasts unless start says otherwise. */
  timeout?: number | undefined;
};

/** What `status` can add to its answer. */
export type Expansion = "config" | "metadata" | "attempts";

const FINAL: readonly string[] = ["completed", "failed", "expired"];
/** A state is one word; anything else is some other server's, and not for an error. */
const wordOf = (status: string): string => (/^[a-z_]{1,40}$/.test(status) ? status : "in no known state");
const POLL_MS = { first: 1_000, step: 1_000, most: 5_000 } as const;

/** `localhost`, 127.0.0.0/8 and ::1: there, nobody listens in between. */
const isLoopback = (host: string): boolean =>
  host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host) || /^(?:.+\.)?localhost$/.test(host);

/** @throws LintelError that says what is wrong with the address */
const checkedBaseUrl = (text: string | undefined): string => {
  if (text === undefined || text === "")
    throw new LintelError(
      "Pass baseUrl, or set LINTEL_URL: the address of the service, for example https://age.example.com.",
    );
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new LintelError("baseUrl is not an address that begins with https://.");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new LintelError("baseUrl has a user name, a password, a query or a fragment. Leave it out.");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new LintelError(`Use https:// for ${url.host}: over http://, the key could be read on its way.`);
  return url.href.replace(/\/+$/, "");
};

/** A key as it can stand in a header. @throws LintelError that does not repeat it */
const checkedKey = (name: string, value: string | undefined): string | null => {
  const key = value?.trim() ?? "";
  if (key === "") return null;
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new LintelError(`${name} has characters in it that no key has. Copy it again.`);
  return key;
};

const missingKey = (name: string, variable: string): LintelError =>
  new LintelError(`Pass ${name}, or set ${variable}.`);

/** The cursor in a `Link` header's next page (RFC 8288). */
const nextCursorOf = (headers: Headers): string | null => {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(headers.get("link") ?? "")?.[1];
  return target === undefined ? null : new URL(target, "http://localhost").searchParams.get("cursor");
};

/** An answer is taken for what the contract says, so that a newer service can say more. */
const answered = <Response>(body: unknown): Response => body as Response;

/**
 * A client of one Lintel service. Make one per process and share it. Every operation takes the fields as the REST interface
 * spells them, and rejects with a LintelError; a rejected person or a refused token is a result.
 */
export class Lintel {
  readonly #baseUrl: string;
  readonly #apiKey: string | null;
  readonly #clock: Clock;
  readonly #send: ReturnType<typeof createTransport>;
  readonly #validateOffline: ReturnType<typeof createOfflineValidator>;

  /** Every operation of the admin interface. */
  readonly admin: Admin;

  /** Checks of webhooks; also without a client, from `@lintel/sdk/webhooks`. */
  readonly webhooks: { verify: typeof verify };

  /**
   * @throws LintelError: no address, http to a host that is not this machine, or a key with characters that no key has
   */
  constructor(options: LintelOptions = {}, clock: Clock = systemClock) {
    this.#baseUrl = checkedBaseUrl(options.baseUrl ?? environment("LINTEL_URL"));
    this.#apiKey = checkedKey("apiKey", options.apiKey ?? environment("LINTEL_API_KEY"));
    const adminKey = checkedKey("adminKey", options.adminKey ?? environment("LINTEL_ADMIN_KEY"));
    this.#clock = clock;
    this.#send = createTransport({
      baseUrl: this.#baseUrl,
      // Called on the global object: some runtimes refuse any other `this`.
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      timeout: options.timeout ?? 10_000,
      deadline: options.deadline ?? 30_000,
      maxRetries: options.maxRetries ?? 2,
      clock,
    });
    this.#validateOffline = createOfflineValidator(this.#send, clock);
    const asAdmin = async (request: Omit<ApiRequest, "credential">, callOptions: CallOptions | undefined) => {
      if (adminKey === null) throw missingKey("adminKey", "LINTEL_ADMIN_KEY");
      return this.#send({ ...request, credential: ["x-admin-key", adminKey] }, callOptions);
    };
    this.admin = createAdmin(
      async (method, path, more, callOptions) =>
        answered((await asAdmin({ method, path, ...more }, callOptions)).body),
      async (path, query, callOptions) => {
        const { body, headers } = await asAdmin({ method: "GET", path, query }, callOptions);
        return { rows: answered(body), nextCursor: nextCursorOf(headers) };
      },
    );
    this.webhooks = {
      verify: (
        rawBody: RawBody,
        header: string | null | undefined,
        secrets,
        verifyOptions: VerifyOptions = {},
      ) => verify(rawBody, header, secrets, { now: () => new Date(clock.now()), ...verifyOptions }),
    };
  }

  async #call<Response>(
    request: Omit<ApiRequest, "credential">,
    options: CallOptions | undefined,
  ): Promise<Response> {
    if (this.#apiKey === null) throw missingKey("apiKey", "LINTEL_API_KEY");
    const answer = await this.#send({ ...request, credential: ["x-tenant-api-key", this.#apiKey] }, options);
    return answered(answer.body);
  }

  /** Starts a verification: send the end user to `redirectUrl`. */
  start(fields: T.VerifyStartBody = {}, options?: CallOptions): Promise<T.VerifyStartResponse> {
    return this.#call({ method: "POST", path: "/verify/start", body: fields }, options);
  }

  /** How a verification stands. `expand` adds `config`, `metadata` or `attempts`. */
  status(
    verificationId: string,
    { expand, ...options }: CallOptions & { expand?: readonly Expansion[] | undefined } = {},
  ): Promise<T.VerifyStatusResponse> {
    const query = { verificationId, ...(expand === undefined ? {} : { expand: expand.join(",") }) };
    return this.#call({ method: "GET", path: "/verify/status", query }, options);
  }

  /** Verifications, newest first, one page at a time: see `pages`. */
  list(query: T.VerifyListQuery = {}, options?: CallOptions): Promise<T.VerifyListResponse> {
    return this.#call({ method: "GET", path: "/verify/list", query }, options);
  }

  /** Events, oldest first. Reading on with the last `nextCursor` skips none. */
  events(query: T.VerifyEventsQuery = {}, options?: CallOptions): Promise<T.VerifyEventsResponse> {
    return this.#call({ method: "GET", path: "/verify/events", query }, options);
  }

  /**
   * Asks for the status until it is final: `completed`, `failed` or `expired`.
   * @throws LintelTimeoutError if it is not by then
   */
  async wait(
    verificationId: string,
    { timeout = 30 * 60_000, signal }: WaitOptions = {},
  ): Promise<T.VerifyStatusResponse> {
    const endsAt = this.#clock.elapsed() + timeout;
    for (let delayMs: number = POLL_MS.first; ; delayMs = Math.min(POLL_MS.most, delayMs + POLL_MS.step)) {
      const found = await this.status(verificationId, { signal });
      if (FINAL.includes(found.status)) return found;
      const leftMs = endsAt - this.#clock.elapsed();
      if (!(leftMs > 0))
        throw new LintelTimeoutError(
          `The verification is still ${wordOf(found.status)} after ${Math.round(timeout / 1_000)} s. Wait longer, or take the result from a webhook.`,
        );
      await this.#clock.sleep(Math.min(delayMs, leftMs), signal);
    }
  }

  /** Decides with your own evidence; an approval returns a token. */
  complete(fields: T.VerifyCompleteBody, options?: CallOptions): Promise<T.VerifyCompleteResponse> {
    return this.#call({ method: "POST", path: "/verify/complete", body: fields }, options);
  }

  /** Records an outcome that you reached elsewhere; no token. */
  submit(fields: T.VerifySubmitBody, options?: CallOptions): Promise<T.VerifySubmitResponse> {
    return this.#call({ method: "POST", path: "/verify/submit", body: fields }, options);
  }

  /** Ends a verification that is no longer needed; its page says so. */
  cancel(verificationId: string, options?: CallOptions): Promise<T.VerifyCancelResponse> {
    return this.#call({ method: "POST", path: "/verify/cancel", body: { verificationId } }, options);
  }

  /** With a test key: ends a test verification as the page's TEST bar would. */
  simulate(fields: T.VerifySimulateBody, options?: CallOptions): Promise<T.VerifySimulateResponse> {
    return this.#call({ method: "POST", path: "/verify/simulate", body: fields }, options);
  }

  /** Erases a verification that has ended; a signed receipt stays. */
  redact(verificationId: string, options?: CallOptions): Promise<T.VerifyRedactResponse> {
    return this.#call({ method: "POST", path: "/verify/redact", body: { verificationId } }, options);
  }

  /** The receipt of an erasure. */
  receipt(verificationId: string, options?: CallOptions): Promise<T.VerifyReceiptResponse> {
    return this.#call({ method: "GET", path: "/verify/receipt", query: { verificationId } }, options);
  }

  /**
   * Whether a token is valid. Offline, only the service's public keys are fetched, now and then; a revoked or erased token
   * then looks valid until it expires.
   */
  async validate(token: string, options: ValidateOptions = {}): Promise<T.TokensValidateResponse> {
    if (!options.offline)
      return this.#call({ method: "POST", path: "/tokens/validate", body: { token } }, options);
    const { issuer = this.#baseUrl, mode = this.#apiKey?.startsWith("avk_test_") ? "test" : "live" } =
      options;
    return this.#validateOffline(token, { ...options, issuer, mode }, options);
  }

  /** The token for a code that the browser brought. */
  exchange(fields: T.TokensExchangeBody, options?: CallOptions): Promise<T.TokensExchangeResponse> {
    return this.#call({ method: "POST", path: "/tokens/exchange", body: fields }, options);
  }

  /** What is used of the plan this month. */
  usage(options?: CallOptions): Promise<T.UsageReadResponse> {
    return this.#call({ method: "GET", path: "/usage" }, options);
  }

  /** Your own requests, newest first. */
  logs(query: T.LogsListQuery = {}, options?: CallOptions): Promise<T.LogsListResponse> {
    return this.#call({ method: "GET", path: "/logs", query }, options);
  }

  /** Your audit trail, newest first; with `after`, oldest first. Needs a live key with the scope `audit:read`. */
  audit(query: T.AuditListQuery = {}, options?: CallOptions): Promise<T.AuditListResponse> {
    return this.#call({ method: "GET", path: "/audit", query }, options);
  }
}

/**
 * All pages of a list, one after the other: `for await (const page of pages((cursor) => lintel.list({ cursor })))`.
 * @param fetchPage gets the cursor of its page; undefined for the first
 */
export async function* pages<Page extends { nextCursor: string | null; hasMore?: boolean }>(
  fetchPage: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield page;
    cursor = page.hasMore === false ? undefined : (page.nextCursor ?? undefined);
  } while (cursor !== undefined);
}
