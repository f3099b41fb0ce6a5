import { connect, isIPv4, isIPv6, type Socket, SocketAddress } from "node:net";
import { errorCode, failureOf, SendFailure } from "./send-failure.ts";

/** All but the last address of a host must answer within this time: one dead address shall not use up all of it. */
const NEXT_ADDRESS_MS = 1_000;

/** The local stack's and the routers' words for "no way there". */
const NO_WAY = new Set(["ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "EADDRNOTAVAIL"]);

/** Waits for the event, an error or the signal. A socket that failed is destroyed. */
export const opened = <S extends Socket>(
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
export const createConnectTcp = (options: {
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
