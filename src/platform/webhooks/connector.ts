import { isIP, isIPv4, isIPv6, type Socket } from "node:net";
import { type SecureContext, connect as startTls } from "node:tls";
import { isLoopbackAddress } from "./address-policy.ts";
import { createConnectTcp, opened } from "./connect-tcp.ts";
import type { ResolveHost } from "./resolve.ts";
import { handshakeFailureOf, SendFailure } from "./send-failure.ts";

const MAX_ADDRESSES = 3;

export type Connect = (target: {
  hostname: string;
  port: number;
  /** Without TLS: to this machine only. */
  isPlain?: boolean;
}) => Promise<Socket>;

/**
 * Opens connections to checked addresses only, by verified TLS; without it none but this machine's own are taken. The name is resolved here and every address is checked;
 * one that is not allowed refuses them all, since a mixed answer is no accident.
 * @param options.connectMs for TCP and TLS together; resolving has its own limit
 * @returns a function that throws SendFailure only
 */
export const createConnect = (options: {
  resolve: ResolveHost;
  allowAddress: (address: string) => boolean;
  hasInternetRoute: () => Promise<boolean>;
  secureContext: SecureContext;
  connectMs: number;
}): Connect => {
  const { resolve, allowAddress, secureContext, connectMs } = options;
  const connectTcp = createConnectTcp(options);

  const checkedAddresses = async (hostname: string, isPlain: boolean): Promise<string[]> => {
    const addresses = await resolve(hostname);
    const mayGoTo = (one: string): boolean =>
      isIP(one) !== 0 && allowAddress(one) && (!isPlain || isLoopbackAddress(one));
    if (addresses.length === 0 || !addresses.every(mayGoTo)) {
      throw new SendFailure("BLOCKED", "The host has an address that is not on the public internet.");
    }
    // IPv4 first: servers without IPv6 are common, and a receiver that has only IPv6 still gets its turn.
    return [...addresses.filter(isIPv4), ...addresses.filter(isIPv6)].slice(0, MAX_ADDRESSES);
  };

  return async ({ hostname, port, isPlain = false }) => {
    const addresses = await checkedAddresses(hostname, isPlain);
    const deadline = AbortSignal.timeout(connectMs);
    const socket = await connectTcp(addresses, port, deadline);
    if (isPlain) return socket;
    const tls = startTls({
      socket,
      secureContext,
      rejectUnauthorized: true, // else NODE_TLS_REJECT_UNAUTHORIZED=0 would switch verification off
      host: hostname,
      servername: isIP(hostname) === 0 ? hostname : "", // RFC 6066 §3: no literals
      ALPNProtocols: ["http/1.1"],
    });
    return opened(tls, "secureConnect", deadline).catch((error: unknown) => {
      throw handshakeFailureOf(error);
    });
  };
};
