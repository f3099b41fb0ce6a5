import { ServiceError } from "#core/errors.ts";
import { readBounded } from "./bounded-body.ts";

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 1024 * 1024;

export type Answer = {
  status: number;
  isOk: boolean;
  type: string;
  text: string;
  /** The bytes as they came, from a client that also reads answers that are not text. */
  bytes?: Uint8Array;
};

/** The way out to a service on the internet: identity providers, vendors, issuers' status lists, billing, Slack. */
export type AskHttp = (url: string, init?: RequestInit) => Promise<Answer>;

/** @param cause what happened, which callers never see */
export const providerAway = (cause?: unknown): ServiceError => {
  const title = "The identity provider does not answer. Try again in a moment.";
  const away = new ServiceError("SERVICE_UNAVAILABLE", title, { retryAfterSeconds: 5 });
  if (cause !== undefined) away.cause = cause;
  return away;
};

/**
 * Requests to the identity provider: eight seconds, one mebibyte, no redirects.
 * @throws ServiceError SERVICE_UNAVAILABLE: no answer, a late or too long one, or a status of 429 or 500 and above
 */
export const createProviderHttp =
  (fetcher: typeof fetch): AskHttp =>
  async (url, init = {}) => {
    try {
      const response = await fetcher(url, {
        ...init,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status, ok } = response;
      if (status >= 500 || status === 429) {
        await response.body?.cancel();
        throw providerAway();
      }
      const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
      const bytes = await readBounded(response.body ?? [], MAX_BYTES);
      return { status, isOk: ok, type, text: bytes.toString("utf8") };
    } catch (error) {
      throw providerAway(error);
    }
  };
