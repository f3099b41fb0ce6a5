import { LintelError } from "./errors.ts";
import type { WebhookEvent } from "./types.ts";
import {
  hasSignature,
  isIdSigned,
  type RawBody,
  unsigned,
  type VerifyOptions,
  verify,
  WebhookVerificationError,
} from "./verify.ts";

const MAX_BODY_BYTES = 1024 * 1024; // the service's webhooks have a few kilobytes

export type OpenOptions = VerifyOptions & {
  secrets?: string | readonly string[] | undefined;
  maxBytes?: number | undefined;
  /** The event's id is wanted, too: then it has to be there and be signed. */
  withId?: boolean;
};

/** A webhook that is genuine; or what to answer to one that is not, with what the shop's log may say; or one with no event in it. */
export type Opened =
  | { event: WebhookEvent; eventId: string }
  | { status: number; text: string; message: string }
  | { error: LintelError };

const NO_ID =
  "One of webhook-id, webhook-timestamp and webhook-signature is missing: the event's id is signed there. A proxy may have dropped them.";
const OTHER_ID =
  "The body is signed, but not with this webhook-id: it was changed on its way, or the secret is not whole.";

/**
 * Opens a webhook: what cannot be genuine is not read, because anyone can send anything here.
 * @param read the body, or null where it is longer than so many bytes
 */
export const openWebhook = async (
  header: (name: string) => string | null | undefined,
  read: (maxBytes: number) => Promise<RawBody | null>,
  { secrets, maxBytes = MAX_BODY_BYTES, withId = false, ...options }: OpenOptions,
): Promise<Opened> => {
  const signature = header("x-service-signature");
  const id = {
    id: header("webhook-id") ?? "",
    timestamp: header("webhook-timestamp") ?? "",
    signature: header("webhook-signature") ?? "",
  };
  try {
    if (!hasSignature(signature)) throw unsigned(signature);
    if (withId && Object.values(id).includes(""))
      throw new WebhookVerificationError("malformed_header", NO_ID);
    const body = await read(maxBytes);
    if (body === null)
      return { status: 413, text: "body_too_large", message: `The body has more than ${maxBytes} bytes.` };
    const event = await verify(body, signature, secrets, options);
    if (withId && !(await isIdSigned(id, body, secrets)))
      throw new WebhookVerificationError("signature_mismatch", OTHER_ID);
    return { event, eventId: id.id };
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      return { status: 401, text: error.reason, message: error.message };
    if (error instanceof LintelError) return { error };
    throw error;
  }
};

/** The body, or null where it is longer; then the rest of it is not read. */
export const readAtMost = async (
  contentLength: string | null | undefined,
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | null> => {
  const parts: Uint8Array[] = [];
  let bytes = Number(contentLength ?? 0) > maxBytes ? Number.POSITIVE_INFINITY : 0;
  const take = (part: Uint8Array): void => {
    bytes += part.length;
    parts.push(part);
  };
  // Not every runtime can iterate over a ReadableStream.
  if (body !== null && "getReader" in body) {
    const reader = body.getReader();
    for (let part = await next(reader, bytes, maxBytes); part; part = await next(reader, bytes, maxBytes))
      take(part);
    if (bytes > maxBytes) await reader.cancel().catch(() => undefined);
  } else if (body !== null && bytes <= maxBytes) {
    for await (const part of body) {
      take(part);
      if (bytes > maxBytes) break;
    }
  }
  if (bytes > maxBytes) return null;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const next = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytes: number,
  maxBytes: number,
): Promise<Uint8Array | undefined> => (bytes > maxBytes ? undefined : (await reader.read()).value);
