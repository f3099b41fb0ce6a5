import { openWebhook, readAtMost } from "./opening.ts";
import type { WebhookEvent } from "./types.ts";
import type { VerifyOptions } from "./verify.ts";

export {
  type CaughtUp,
  type EventContext,
  type EventStore,
  type EventsClient,
  type NodeRequest,
  type NodeResponse,
  type WebhookAnswer,
  type WebhookFunctions,
  WebhookHandler,
  type WebhookHandlerOptions,
  type WebhookHeaders,
} from "./handler.ts";
export { MemoryStore } from "./memory-store.ts";
export {
  type RawBody,
  type VerifyOptions,
  verify,
  verifyWebhook,
  type WebhookRejection,
  type WebhookVerification,
  WebhookVerificationError,
} from "./verify.ts";

export type ReceiverOptions = VerifyOptions & {
  /** The endpoint's secret, or several while it is being rotated; LINTEL_WEBHOOK_SECRET if absent. */
  secrets?: string | readonly string[] | undefined;
  /** A longer body is answered with 413 and not read to its end; 1 MiB by default. */
  maxBytes?: number | undefined;
};

/**
 * A receiver without a memory, for everything that speaks `Request` and `Response`: every delivery is handed over, also one that
 * came before. `WebhookHandler` hands each event over once. It answers 401 to what is not genuine, without reading it where it
 * has no signature, 413 to what is too long, 204 when `handle` has returned, and leaves its errors to the framework, so that the
 * service tries again.
 */
export const receiver =
  (handle: (event: WebhookEvent, request: Request) => unknown, options: ReceiverOptions = {}) =>
  async (request: Request): Promise<Response> => {
    const opened = await openWebhook(
      (name) => request.headers.get(name),
      (maxBytes) => readAtMost(request.headers.get("content-length"), request.body, maxBytes),
      options,
    );
    if ("error" in opened) throw opened.error;
    if ("status" in opened) return new Response(opened.text, { status: opened.status });
    await handle(opened.event, request);
    return new Response(null, { status: 204 });
  };
