import { ServiceError } from "#core/errors.ts";
import type { Deps } from "../../context.ts";

// A phone needs two. Guessing 144 bits is hopeless anyway: this keeps it cheap for us too.
const PER_ADDRESS = { limit: 40, windowSeconds: 60 } as const;

/** Counts a code that somebody tries, by their address. @throws RATE_LIMIT_EXCEEDED */
export const limitCodes = async (deps: Deps, address: string): Promise<void> => {
  const decision = await deps.gate.limit({ key: `handoff-codes:${address}`, ...PER_ADDRESS });
  if (decision.allowed) return;
  throw new ServiceError("RATE_LIMIT_EXCEEDED", "Too many codes from this address.", {
    retryAfterSeconds: decision.retryAfterSeconds,
  });
};
