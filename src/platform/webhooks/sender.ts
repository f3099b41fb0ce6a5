import { isIP, type Socket } from "node:net";
import { Agent, Client, type Dispatcher, Pool } from "undici";
import { isLocalhostName, isOwnAddress } from "#core/own-machine.ts";
import { checkWebhookUrl, isPublicAddress, type UrlRules } from "./address-policy.ts";
import { type Connect, connectorOf, createConnect } from "./connect.ts";
import { type ConnectionUse, Exchange, skipInterim } from "./exchange.ts";
import { createResolver, type ResolveHost } from "./resolve.ts";
import { resultOf, SendFailure, type SendResult, timeoutAfter } from "./send-result.ts";

const MAX_HEADER_BYTES = 16_384;
const KEEP_ALIVE_MS = 15_000;
/** A busy connection is replaced after this time, so that a tenant's change in DNS is seen. */
const CONNECTION_LIFE_MS = 5 * 60_000;
/** Each holds idle sockets for 15 s at most. More receivers than this at once wait for the next round. */
const MAX_ORIGINS = 4_096;

/** Tells every exchange whether its connection is a new one. A client has one connection at a time. */
class TrackingClient extends Client {
  readonly #use: ConnectionUse = { hasCarriedRequest: false };

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on("connect", () => {
      this.#use.hasCarriedRequest = false; // undici says so before it writes
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof Exchange) handler.assignTo(this.#use);
    return super.dispatch(options, handler);
  }
}

/**
 * Does not throw undici's socket error, after which undici would reconnect endlessly. undici would also start
 * over with a socket that died after the handshake.
 */
const checkAlive = (socket: Socket): Socket => {
  if (!socket.destroyed && !socket.readableEnded && socket.errored === null) return socket;
  socket.destroy();
  throw new SendFailure("CONNECTION", "The receiver closed the connection after the handshake.");
};

/**
 * HTTP/1.1 over kept-alive connections, one request at a time on each; no redirects, no decompression. A request never
 * waits for another's connection: the caller, which knows their tenants, decides how many run at once
 * (worker/delivery-slots.ts).
 */
const createOriginPool = (connect: Connect): Agent =>
  new Agent({
    connect: connectorOf(async (origin) => skipInterim(checkAlive(await connect(origin)))),
    connections: null,
    pipelining: 1,
    allowH2: false,
    maxOrigins: MAX_ORIGINS,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    clientTtl: CONNECTION_LIFE_MS,
    headersTimeout: 0, // one deadline of the sender's rules over everything
    bodyTimeout: 0,
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        factory: (clientOrigin, clientOptions) => new TrackingClient(clientOrigin, clientOptions),
      }),
  });

/** What the interface promises: an answer, its body included, within 5 s. */
const DEFAULT_TIMEOUTS = { totalMs: 5_000, connectMs: 3_000 } as const;

/**
 * A kept-alive connection that the receiver closed fails at once; later, the receiver may be at work on its
 * answer.
 */
const RESEND_WITHIN_MS = 1_000;

export type { SendResult } from "./send-result.ts";

type WebhookRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
};

export type WebhookSender = {
  /**
   * One attempt by POST; any status is a response, redirects included. A request whose kept-alive connection breaks
   * within 1 s and before any byte of an answer is sent once more at once. It ends within `totalMs`.
   * @throws only for headers or a body that cannot be sent at all
   */
  post(request: WebhookRequest): Promise<SendResult>;
  /** Takes no more requests, waits for those under way and closes the connections. */
  close(): Promise<void>;
};

export type SenderOptions = {
  now: () => Date;
  resolve?: ResolveHost;
  /** Whether an address may be connected to; by default only public ones. */
  allowAddress?: (address: string) => boolean;
  urlRules?: UrlRules;
  /** PEM certificates trusted in addition to the usual ones. */
  ca?: readonly string[];
  hasInternetRoute?: () => Promise<boolean>;
  timeouts?: { totalMs: number; connectMs: number };
};

/** Sends webhooks to addresses that tenants chose, which may be hostile. Every outside effect is an argument. */
export const createWebhookSender = (options: SenderOptions): WebhookSender => {
  const { now, urlRules, timeouts = DEFAULT_TIMEOUTS } = options;
  const agent = createOriginPool(createConnect({ ...options, connectMs: timeouts.connectMs }));

  const start = ({ url, headers, body }: WebhookRequest, exchange: Exchange): Exchange => {
    const { origin, pathname, search } = new URL(url);
    agent.dispatch(
      {
        origin,
        path: pathname + search,
        method: "POST",
        headers: { "Accept-Encoding": "identity", ...headers },
        body,
      },
      exchange,
    );
    return exchange;
  };

  const post: WebhookSender["post"] = async (request) => {
    const startedAtMs = now().getTime();
    const durationMs = (): number => Math.max(0, now().getTime() - startedAtMs);
    const checked = checkWebhookUrl(request.url, urlRules);
    if (!checked.ok) {
      return { kind: "error", code: "BLOCKED", detail: checked.message, durationMs: durationMs() };
    }

    let exchange = new Exchange();
    const deadline = setTimeout(() => exchange.abort(timeoutAfter(timeouts.totalMs)), timeouts.totalMs);
    let end = await start({ ...request, url: checked.url }, exchange).ended;
    if ("error" in end && exchange.hitStaleConnection(end.error) && durationMs() < RESEND_WITHIN_MS) {
      exchange = new Exchange();
      end = await start({ ...request, url: checked.url }, exchange).ended;
    }
    clearTimeout(deadline);
    return resultOf(end, durationMs());
  };

  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= agent.close();
    return closed;
  };
  return { post, close };
};

/** For localhost and the names below it, DNS is not asked. */
const resolveLocally =
  (elsewhere: ResolveHost): ResolveHost =>
  async (hostname) => {
    if (isIP(hostname) !== 0) return [hostname];
    return isLocalhostName(hostname) ? ["127.0.0.1", "::1"] : elsewhere(hostname);
  };

/**
 * What a sender may also do on a developer's machine: reach receivers on loopback, at any port. Never in
 * production: a tenant could reach this machine's own services.
 * @param options.ca PEM certificates of the authority that signed the local receivers' certificates
 */
export const developmentNetwork = (
  options: { ca?: readonly string[]; resolve?: ResolveHost } = {},
): Required<Pick<SenderOptions, "resolve" | "allowAddress" | "urlRules">> & Pick<SenderOptions, "ca"> => ({
  resolve: resolveLocally(options.resolve ?? createResolver()),
  allowAddress: (address) => isPublicAddress(address) || isOwnAddress(address),
  urlRules: { allowLoopback: true },
  ...(options.ca === undefined ? {} : { ca: options.ca }),
});
