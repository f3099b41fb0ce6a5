import type { Mode } from "#core/verification.ts";

/** An endpoint as the console shows it: never with its secret. */
export type EndpointGlance = {
  id: string;
  url: string;
  description: string;
  /** Empty means all. */
  events: readonly string[];
  modes: readonly Mode[];
  isEnabled: boolean;
  disabledReason: string | null;
  failingSince: Date | null;
  previousSecretUntil: Date | null;
  createdAt: Date;
};
