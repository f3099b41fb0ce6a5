import type { Deps } from "#services/context.ts";
import { tenantHostOf } from "./site.ts";

/** Unknown names: handshakes for them are cheap to make, and do not keep others from an answer. */
const UNKNOWN = { limit: 3_000, windowSeconds: 60 } as const;

/**
 * Whether a certificate may be had for a host: it is an open tenant's, proven and on. That is one look-up in an index, and a host
 * that is on is answered however often others were asked for.
 * @returns a status for Caddy: 200; 404: no; 429: no, and such names are asked for too often; 503: unknown now
 */
export const mayServeHost = async (deps: Deps, domain: string | null): Promise<200 | 404 | 429 | 503> => {
  try {
    // A port is not part of a certificate's name.
    const found = domain?.includes(":") ? null : await tenantHostOf(deps, domain);
    if (found?.isOn && found.isOpen) return 200;
    return (await deps.rateLimiter.limit({ key: "hosts-ask", ...UNKNOWN })).allowed ? 404 : 429;
  } catch (error) {
    deps.log.warn("a proxy's question about a host was not answered", { error });
    return 503;
  }
};
