import { ServiceError } from "#core/errors.ts";

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 1024 * 1024;

export type Answer = { status: number; isOk: boolean; type: string; text: string };

export type ProviderHttp = (url: string, init?: RequestInit) => Promise<Answer>;

export const providerAway = (): ServiceError =>
  new ServiceError("SERVICE_UNAVAILABLE", "The identity provider does not answer. Try again in a moment.", {
    retryAfterSeconds: 5,
  });

const readBounded = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error("the answer is too large"); // leaving the loop cancels the rest
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
};

/**
 * Requests to the identity provider: eight seconds, one mebibyte, no redirects.
 * @throws ServiceError SERVICE_UNAVAILABLE: no answer, none in time, too long a one, or one of 429 or 500 and above
 */
export const createProviderHttp =
  (fetcher: typeof fetch): ProviderHttp =>
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
      return { status, isOk: ok, type, text: await readBounded(response) };
    } catch {
      throw providerAway();
    }
  };

/** Null for a text that is no JSON. */
export const jsonOf = ({ text }: Answer): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
