import { isIPv4, isIPv6 } from "node:net";
import { Agent, request } from "undici";
import type { DoorAnswer } from "#core/gates/leaks.ts";
import { checkWebhookUrl } from "./address-policy.ts";
import { connectorOf, createConnect, hasRoute } from "./connect.ts";
import { createResolver } from "./resolve.ts";
import { errorCode, failureOf, SendFailure } from "./send-result.ts";
import type { SenderOptions } from "./sender.ts";

const TIMEOUT_MS = 5_000;
const CONNECT_MS = 3_000;
const MAX_HEADER_BYTES = 16_384;

/** Names in a site's log what has asked. */
const USER_AGENT = "Lintel-Leak-Check/1 (asks for pages behind an age check, without a proof)";

/** Asks for one address by one version of the internet protocol, as a visitor without any cookie does. */
export type VisitDoor = (url: string, family: 4 | 6) => Promise<DoorAnswer>;

type Options = Pick<SenderOptions, "resolve" | "allowAddress" | "urlRules" | "ca">;

/** Nothing is there: no such name, or nothing that takes the connection. What says less is `unknown`. */
const isAbsent = (error: unknown): boolean => {
  const { code, cause } = failureOf(error);
  return code === "DNS" || errorCode(cause) === "ECONNREFUSED";
};

/**
 * Visits the doors of a site that a tenant named: one GET to a public address, five seconds, no redirects. It sends nothing
 * that is anyone's, so it takes any certificate: bytes that leave are a leak whatever the certificate says. Only the status
 * and where it leads are read; the body is not.
 */
export const createDoorVisitor = (options: Options): VisitDoor => {
  const { resolve = createResolver(), urlRules } = options;
  const agentOf = (family: 4 | 6): Agent => {
    const isOfFamily = family === 4 ? isIPv4 : isIPv6;
    const connect = createConnect({
      ...options,
      connectMs: CONNECT_MS,
      isOpen: true,
      hasInternetRoute: () => hasRoute(family === 4 ? "udp4" : "udp6"),
      resolve: async (hostname) => {
        const addresses = (await resolve(hostname)).filter(isOfFamily);
        if (addresses.length === 0) throw new SendFailure("DNS", `The host has no IPv${family} address.`);
        return addresses;
      },
    });
    return new Agent({
      connect: connectorOf(connect),
      pipelining: 0,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  };

  return async (url, family) => {
    const checked = checkWebhookUrl(url.replace(/^http:/, "https:"), urlRules);
    if (!checked.ok) return { kind: "none", isAbsent: false };
    const agent = agentOf(family);
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        headers: { accept: "text/html,*/*", "user-agent": USER_AGENT },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      body.on("error", () => {}).destroy();
      const { location } = headers;
      return {
        kind: "answer",
        status: statusCode,
        location: typeof location === "string" ? location : null,
      };
    } catch (error) {
      return { kind: "none", isAbsent: isAbsent(error) };
    } finally {
      await agent.destroy();
    }
  };
};
