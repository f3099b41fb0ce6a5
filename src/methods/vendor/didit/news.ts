import { createHmac, timingSafeEqual } from "node:crypto";
import { epochSeconds } from "#core/day.ts";
import { isJsonObject, type JsonObject, jsonIn } from "#core/json.ts";
import type { Mode } from "#core/verification.ts";
import { type VendorCallback, VendorFault } from "#methods/vendor/vendor.ts";
import { ENVIRONMENTS } from "./decision.ts";

// docs.didit.me/integration/webhooks: `X-Signature-V2` is an HMAC-SHA-256, in hexadecimal, of the body written in one
// way, so that a proxy that writes it in another does no harm. `X-Timestamp` is not part of what is signed; `timestamp`
// in the body is.

/** Both ways, as Didit's pages ask. */
const SENT_SECONDS = 300;
/** Didit tries twice more within some five minutes; its pages do not say whether that changes the time in the body. */
const WRITTEN_SECONDS = 900;

/** The only event that says something about a result. */
const NEWS = "status.updated";

const SIGNATURE = /^[0-9a-f]{64}$/i;

/**
 * A JSON value as Didit signs it: names sorted, no white space, no escapes but those that JSON needs, and
 * whole numbers without a fraction.
 */
const written = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${written(value[name])}`);
  return `{${members.join(",")}}`;
};

/** @throws VendorFault: it is nested too deeply to be written again, as no event is */
const writtenAgain = (read: unknown): string => {
  try {
    return written(read);
  } catch {
    throw new VendorFault("callback_invalid");
  }
};

const isWithin = (seconds: number, at: unknown, now: Date): boolean =>
  typeof at === "number" && Math.abs(epochSeconds(now) - at) <= seconds;

/**
 * The event in a callback that Didit has signed, and just now.
 * @throws VendorFault callback_signature, callback_invalid
 */
const checkedEvent = ({ body, header }: VendorCallback, secret: string, now: Date): JsonObject => {
  const signature = header("x-signature-v2") ?? "";
  const sentAt = header("x-timestamp") ?? "";
  const isSent = /^\d{1,12}$/.test(sentAt) && isWithin(SENT_SECONDS, Number(sentAt), now);
  if (!SIGNATURE.test(signature) || !isSent) throw new VendorFault("callback_signature");
  const read = jsonIn(body);
  if (read === undefined) throw new VendorFault("callback_invalid");
  const wanted = createHmac("sha256", secret).update(writtenAgain(read)).digest();
  if (!timingSafeEqual(wanted, Buffer.from(signature, "hex"))) throw new VendorFault("callback_signature");
  if (!isJsonObject(read) || typeof read.timestamp !== "number") throw new VendorFault("callback_invalid");
  if (!isWithin(WRITTEN_SECONDS, read.timestamp, now)) throw new VendorFault("callback_signature");
  return read;
};

/**
 * The session that a genuine event is about; null if the event does not matter here.
 * @throws VendorFault callback_signature, callback_invalid
 */
export const sessionNamed = (
  callback: VendorCallback,
  { secret, mode, now }: { secret: string; mode: Mode; now: Date },
): string | null => {
  const event = checkedEvent(callback, secret, now);
  const { webhook_type: type, session_id: sessionId, environment, session_kind: kind } = event;
  if (typeof type !== "string") throw new VendorFault("callback_invalid");
  const isOfMode = (environment ?? ENVIRONMENTS[mode]) === ENVIRONMENTS[mode];
  if (type !== NEWS || !isOfMode || (kind ?? "user") !== "user") return null;
  if (typeof sessionId !== "string") throw new VendorFault("callback_invalid");
  return sessionId;
};
