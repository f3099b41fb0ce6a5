import { isIP, isIPv4, isIPv6 } from "node:net";
import { type SecureContext, connect as startTls, type TLSSocket } from "node:tls";
import { createConnectTcp, opened } from "./connect-tcp.ts";
import type { ResolveHost } from "./resolve.ts";
import { handshakeFailureOf, SendFailure } from "./send-failure.ts";

const MAX_ADDRESSES = 3;

export type Connect = (target: { hostname: string; port: number }) => Promise<TLSSocket>;

/**
 * Opens verified TLS connections to checked addresses only. The name is resolved here and every address is checked;
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

  const checkedAddresses = async (hostname: string): Promise<string[]> => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0 || !addresses.every((one) => isIP(one) !== 0 && allowAddress(one))) {
      throw new SendFailure("BLOCKED", "The host has an address that is not on the public internet.");
    }
    // IPv4 first: servers without IPv6 are common, and a receiver that has only IPv6 still gets its turn.
    return [...addresses.filter(isIPv4), ...addresses.filter(isIPv6)].slice(0, MAX_ADDRESSES);
  };

  return async ({ hostname, port }) => {
    const addresses = await checkedAddresses(hostname);
    const deadline = AbortSignal.timeout(connectMs);
    const tls = startTls({
      socket: await connectTcp(addresses, port, deadline),
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
