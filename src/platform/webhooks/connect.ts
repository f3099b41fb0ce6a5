import { createSocket } from "node:dgram";
import { connect, isIP, isIPv4, isIPv6, type Socket, SocketAddress } from "node:net";
import { createSecureContext, connect as startTls } from "node:tls";
import type { buildConnector } from "undici";
import { isOwnAddress } from "#core/own-machine.ts";
import { authoritiesForTenants } from "#platform/authorities.ts";
import { isPublicAddress } from "./address-policy.ts";
import { createResolver, type ResolveHost } from "./resolve.ts";
import { errorCode, failureOf, handshakeFailureOf, SendFailure } from "./send-result.ts";

// Two of the root DNS servers. Connecting a UDP socket only picks a route and sends nothing (udp(7)).
const FAR_AWAY = { udp4: "198.41.0.4", udp6: "2001:503:ba3e::2:30" } as const;

/** Whether this machine has any route to the internet by one version of the protocol. */
export const hasRoute = (family: keyof typeof FAR_AWAY): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(family);
    socket.once("error", () => socket.close(() => resolve(false)));
    socket.connect(53, FAR_AWAY[family], () => socket.close(() => resolve(true)));
  });

/**
 * Whether this machine has any route to the internet. An unreachable address alone does not prove it: routers
 * on the way report ENETUNREACH too, and a tenant could choose such an address so that its attempts never
 * count.
 */
export const hasInternetRoute = async (): Promise<boolean> =>
  (await hasRoute("udp4")) || (await hasRoute("udp6"));

/**
 * All but the last address of a host must answer within this time: one dead address must not use it all up.
 */
const NEXT_ADDRESS_MS = 1_000;

/** The local stack's and the routers' words for "no way there". */
const NO_WAY = new Set(["ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "EADDRNOTAVAIL"]);

/** Waits for the event, an error or the signal. A socket that failed is destroyed. */
const opened = <S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<S> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      signal.removeEventListener("abort", expire);
      socket.destroy();
      reject(error);
    };
    const expire = (): void =>
      fail(new SendFailure("TIMEOUT", "The receiver did not take the connection in time."));
    signal.addEventListener("abort", expire);
    socket.on("error", fail); // stays: between two owners an error without a listener would end the process
    socket.once("close", () => fail(new SendFailure("CONNECTION", "The receiver closed the connection.")));
    socket.once(event, () => {
      signal.removeEventListener("abort", expire);
      resolve(socket);
    });
  });

const sameAddress = (one: string, other: string): boolean => {
  const family = isIPv6(one) ? "ipv6" : "ipv4";
  if (isIPv6(other) !== (family === "ipv6")) return false;
  const textOf = (address: string): string => new SocketAddress({ address, family }).address; // one spelling of IPv6
  return textOf(one) === textOf(other);
};

/**
 * Opens TCP to the first of the checked addresses that answers. TCP gets the address itself, so that nothing
 * resolves a second time (DNS rebinding) and no literal slips past a lookup hook; the peer is checked again all the
 * same, before a byte is sent.
 * @returns a function that throws SendFailure only
 */
const createConnectTcp = (options: {
  allowAddress: (address: string) => boolean;
  hasInternetRoute: () => Promise<boolean>;
}): ((addresses: readonly string[], port: number, deadline: AbortSignal) => Promise<Socket>) => {
  const { allowAddress, hasInternetRoute } = options;

  const connectTo = async (address: string, port: number, signal: AbortSignal): Promise<Socket> => {
    const socket = await opened(connect({ host: address, port, noDelay: true }), "connect", signal);
    const peer = socket.remoteAddress ?? "";
    if (allowAddress(peer) && sameAddress(peer, address)) return socket;
    socket.destroy();
    throw new SendFailure("BLOCKED", "The connection led to another address than the one that was checked.");
  };

  const failureOfAll = async (
    errors: readonly unknown[],
    addresses: readonly string[],
  ): Promise<SendFailure> => {
    const codes = errors.map(errorCode);
    const cause = { cause: errors.at(-1) };
    if (codes.some((code) => code === "EPERM" || code === "EACCES")) {
      return new SendFailure("BLOCKED", "This service's network forbids connections to the receiver.", cause);
    }
    if (!codes.every((code) => NO_WAY.has(code))) return failureOf(errors.at(-1));
    if (!(await hasInternetRoute())) {
      return new SendFailure(
        "INFRASTRUCTURE",
        `This service has no way to the internet (${codes.join(", ")}).`,
      );
    }
    return addresses.some(isIPv4)
      ? new SendFailure("CONNECTION", "The receiver's network is unreachable.", cause)
      : new SendFailure(
          "CONNECTION",
          "The receiver's IPv6 addresses are unreachable; it has no others.",
          cause,
        );
  };

  return async (addresses, port, deadline) => {
    const errors: unknown[] = [];
    for (const [index, address] of addresses.entries()) {
      const isLast = index === addresses.length - 1;
      const signal = isLast ? deadline : AbortSignal.any([deadline, AbortSignal.timeout(NEXT_ADDRESS_MS)]);
      try {
        return await connectTo(address, port, signal);
      } catch (error) {
        errors.push(error);
      }
      if (deadline.aborted) break;
    }
    throw await failureOfAll(errors, addresses);
  };
};

const HTTP_PORT = 80;
const HTTPS_PORT = 443;
const MAX_ADDRESSES = 3;

/** @param origin as undici names it; one without TLS is on this machine, unless anything goes */
export type Connect = (origin: { hostname: string; port: string; protocol: string }) => Promise<Socket>;

/**
 * Opens connections to checked addresses only, over verified TLS; without TLS, only to this machine. The name
 * is resolved here and every address is checked: a single forbidden address refuses them all, since a mixed
 * answer is not an accident.
 * @param options.connectMs for TCP and TLS together; resolving has its own limit
 * @param options.ca PEM certificates trusted besides the usual ones
 * @param options.isOpen for a stranger's look at a public site, which sends nothing that is anyone's: without TLS to any
 *   public address, and with any certificate
 * @returns a function that throws SendFailure only
 */
export const createConnect = (options: {
  resolve?: ResolveHost;
  allowAddress?: (address: string) => boolean;
  hasInternetRoute?: () => Promise<boolean>;
  ca?: readonly string[];
  connectMs: number;
  isOpen?: boolean;
}): Connect => {
  const { resolve = createResolver(), allowAddress = isPublicAddress, ca, connectMs, isOpen } = options;
  const connectTcp = createConnectTcp({ hasInternetRoute, ...options, allowAddress });
  const secureContext = createSecureContext({
    minVersion: "TLSv1.2",
    ...authoritiesForTenants(ca),
  });

  const checkedAddresses = async (hostname: string, isPlain: boolean): Promise<string[]> => {
    const addresses = await resolve(hostname);
    const mayGoTo = (one: string): boolean =>
      isIP(one) !== 0 && allowAddress(one) && (!isPlain || isOpen || isOwnAddress(one));
    if (addresses.length === 0 || !addresses.every(mayGoTo)) {
      throw new SendFailure("BLOCKED", "The host has an address that is not on the public internet.");
    }
    // IPv4 first: servers without IPv6 are common, and a receiver that has only IPv6 still gets its turn.
    return [...addresses.filter(isIPv4), ...addresses.filter(isIPv6)].slice(0, MAX_ADDRESSES);
  };

  return async ({ hostname, port, protocol }) => {
    const isPlain = protocol === "http:";
    const addresses = await checkedAddresses(hostname, isPlain);
    const deadline = AbortSignal.timeout(connectMs);
    const socket = await connectTcp(addresses, Number(port) || (isPlain ? HTTP_PORT : HTTPS_PORT), deadline);
    if (isPlain) return socket;
    const tls = startTls({
      socket,
      secureContext,
      // By name, else NODE_TLS_REJECT_UNAUTHORIZED=0 would switch verification off.
      rejectUnauthorized: isOpen !== true,
      host: hostname,
      servername: isIP(hostname) === 0 ? hostname : "", // RFC 6066 §3: no literals
      ALPNProtocols: ["http/1.1"],
    });
    return opened(tls, "secureConnect", deadline).catch((error: unknown) => {
      throw handshakeFailureOf(error);
    });
  };
};

/** As undici's `connect` option wants it. */
export const connectorOf =
  (connect: Connect): buildConnector.connector =>
  (origin, callback) => {
    connect(origin).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
