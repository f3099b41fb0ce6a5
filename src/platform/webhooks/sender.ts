import { createSecureContext, getCACertificates } from "node:tls";
import { isPublicAddress } from "./address-policy.ts";
import { createConnect } from "./connector.ts";
import { Exchange } from "./exchange.ts";
import { createOriginPool } from "./origin-pool.ts";
import { hasInternetRoute as askKernelForRoute } from "./own-network.ts";
import { createResolver, type ResolveHost } from "./resolve.ts";
import { resultOf, type SendResult, timeoutAfter } from "./send-result.ts";
import { checkWebhookUrl, type UrlRules } from "./url-policy.ts";

/** What the interface promises: an answer, its body included, within 5 s. */
export const DEFAULT_TIMEOUTS = { totalMs: 5_000, connectMs: 3_000 } as const;

/** A kept-alive connection that the receiver gave up fails at once; what fails later was in work. */
const RESEND_WITHIN_MS = 1_000;

export type { SendResult } from "./send-result.ts";

export type WebhookRequest = {
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
  /** PEM certificates trusted besides the usual ones. */
  ca?: readonly string[];
  hasInternetRoute?: () => Promise<boolean>;
  timeouts?: { totalMs: number; connectMs: number };
};

/** Sends webhooks to addresses that tenants chose, which may be hostile. Every outside effect is an argument. */
export const createWebhookSender = (options: SenderOptions): WebhookSender => {
  const { now, urlRules, ca, timeouts = DEFAULT_TIMEOUTS } = options;
  const agent = createOriginPool(
    createConnect({
      resolve: options.resolve ?? createResolver(),
      allowAddress: options.allowAddress ?? isPublicAddress,
      hasInternetRoute: options.hasInternetRoute ?? askKernelForRoute,
      connectMs: timeouts.connectMs,
      secureContext: createSecureContext({
        minVersion: "TLSv1.2",
        ...(ca === undefined ? {} : { ca: [...getCACertificates("default"), ...ca] }),
      }),
    }),
  );

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
