import type { Deps } from "#services/context.ts";
import { tenantHostOf } from "./site.ts";

/** Handshakes for names that nobody has are cheap to make; a proxy with 1,000 hosts asks far less often. */
const QUESTIONS = { limit: 3_000, windowSeconds: 60 } as const;

/**
 * Whether a certificate may be had for a host: it is a tenant's, proven and on.
 * @returns a status for Caddy: 200; 404: no; 429: asked too often; 503: nobody knows now
 */
export const mayServeHost = async (deps: Deps, domain: string | null): Promise<200 | 404 | 429 | 503> => {
  try {
    const { allowed } = await deps.rateLimiter.limit({ key: "hosts-ask", ...QUESTIONS });
    if (!allowed) return 429;
    const found = await tenantHostOf(deps, domain);
    // A port is no part of a certificate's name.
    return found?.isOn && domain?.includes(":") === false ? 200 : 404;
  } catch (error) {
    deps.log.warn("a proxy's question about a host was not answered", { error });
    return 503;
  }
};
