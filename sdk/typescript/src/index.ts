export type { Admin } from "./admin.ts";
export {
  type Expansion,
  Lintel,
  type LintelOptions,
  pages,
  type ValidateOptions,
  type WaitOptions,
} from "./client.ts";
export {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  type Issue,
  LintelApiError,
  LintelConnectionError,
  LintelError,
  LintelTimeoutError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from "./errors.ts";
export type { OfflineOptions } from "./tokens.ts";
export type { CallOptions } from "./transport.ts";
export type * from "./types.ts";
export { VERSION } from "./version.ts";
export * as webhooks from "./webhooks.ts";
export {
  type CaughtUp,
  type EventContext,
  type EventStore,
  MemoryStore,
  type RawBody,
  type ReceiverOptions,
  type VerifyOptions,
  verifyWebhook,
  type WebhookAnswer,
  type WebhookFunctions,
  WebhookHandler,
  type WebhookHandlerOptions,
  type WebhookRejection,
  type WebhookVerification,
  WebhookVerificationError,
} from "./webhooks.ts";
