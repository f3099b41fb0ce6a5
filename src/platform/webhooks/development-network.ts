import { isIP } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./address-policy.ts";
import { createResolver, type ResolveHost } from "./resolve.ts";
import type { SenderOptions } from "./sender.ts";

/** RFC 6761 §6.3: localhost and the names below it are loopback; DNS is not asked. */
const resolveLocally = (elsewhere: ResolveHost): ResolveHost => {
  return async (hostname) => {
    if (isIP(hostname) !== 0) return [hostname];
    return /^(?:.+\.)?localhost$/.test(hostname) ? ["127.0.0.1", "::1"] : elsewhere(hostname);
  };
};

/**
 * What a sender may do besides on a developer's machine: reach receivers on loopback, at any port. Never in
 * production: a tenant could reach this machine's own services.
 * @param options.ca PEM certificates of the authority that signed the local receivers' certificates
 */
export const developmentNetwork = (
  options: { ca?: readonly string[]; resolve?: ResolveHost } = {},
): Required<Pick<SenderOptions, "resolve" | "allowAddress" | "urlRules">> & Pick<SenderOptions, "ca"> => ({
  resolve: resolveLocally(options.resolve ?? createResolver()),
  allowAddress: (address) => isPublicAddress(address) || isLoopbackAddress(address),
  urlRules: { allowLoopback: true },
  ...(options.ca === undefined ? {} : { ca: options.ca }),
});
