import { Agent, request } from "undici";
import { readBounded } from "#platform/bounded-body.ts";
import { type Answer, type AskHttp, providerAway } from "#platform/http.ts";
import { checkWebhookUrl } from "./address-policy.ts";
import { connectorOf, createConnect } from "./connect.ts";
import { SendFailure } from "./send-result.ts";
import type { SenderOptions } from "./sender.ts";

const TIMEOUT_MS = 8_000;
const CONNECT_MS = 3_000;
const MAX_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 16_384;
const KEEP_ALIVE_MS = 10_000;

/** The address, or one behind its name, is not one that a tenant may have us ask. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

type HttpOptions = Pick<SenderOptions, "resolve" | "allowAddress" | "urlRules" | "ca"> & {
  timeoutMs?: number;
  maxBytes?: number;
};

const isBlocked = (error: unknown): boolean =>
  error instanceof SendFailure
    ? error.code === "BLOCKED"
    : error instanceof Error && error.cause !== undefined && isBlocked(error.cause);

/**
 * Sends requests to addresses that tenants chose and reads the answers, as an identity provider's client has
 * to.
 */
export const createTenantHttp = (options: HttpOptions) => {
  const { urlRules, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const connect = createConnect({ ...options, connectMs: CONNECT_MS });
  const agent = new Agent({
    connect: connectorOf(connect),
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  const send = async (url: string, { method, headers, body }: RequestInit): Promise<Answer> => {
    const answered = await request(url, {
      dispatcher: agent,
      method: method === "POST" || method === "DELETE" ? method : "GET",
      headers: { ...Object.fromEntries(new Headers(headers)), "accept-encoding": "identity" },
      body: typeof body === "string" ? body : null,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readBounded(answered.body, maxBytes);
    const { statusCode: status, headers: sent } = answered;
    if (status >= 500 || status === 429) throw new Error(`the provider answered ${status}`);
    const type =
      String(sent["content-type"] ?? "")
        .split(";")[0]
        ?.trim()
        .toLowerCase() ?? "";
    return { status, isOk: status >= 200 && status < 300, type, text: bytes.toString("utf8"), bytes };
  };

  /**
   * One request to an address that a tenant chose: eight seconds and 256 KiB unless given, no redirects, and the webhook sender's rules
   * for addresses.
   * @throws AddressRefused; ServiceError SERVICE_UNAVAILABLE: no answer, a late or too long one, or a status of 429 or
   *   500 and above
   */
  const ask: AskHttp = async (url, init = {}) => {
    const checked = checkWebhookUrl(url, urlRules);
    if (!checked.ok) throw new AddressRefused(checked.message);
    try {
      return await send(checked.url, init);
    } catch (error) {
      if (isBlocked(error))
        throw new AddressRefused("The host has an address that is not on the public internet.");
      throw providerAway();
    }
  };
  return { ask, close: () => agent.close() };
};

export type TenantHttp = ReturnType<typeof createTenantHttp>;
