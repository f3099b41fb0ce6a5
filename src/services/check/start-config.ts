import type { Disclosure } from "#core/age-over.ts";
import { DEFAULT_PLACE } from "#core/policy/policy.ts";
import type { Mode, Verification } from "#core/verification.ts";

/** What a verification asks for, as its start answers it and its status repeats it. */
export type StartConfig = {
  minimumAge: number;
  /** The next two only where there are thresholds. */
  thresholds?: number[];
  disclosure?: Disclosure;
  methods: string[];
  locale: string | null;
  expiresAt: Date;
  mode: Mode;
  /** Only where one applies; `region` is the place of its rule. */
  policy?: { id: string; version: number; region: string };
};

type Asked = Pick<Verification, "minimumAge" | "thresholds" | "disclosure" | "methods" | "locale"> &
  Pick<Verification, "expiresAt" | "mode" | "policyPlace">;

/** @param pinned the version of the policy that applies; null: none does */
export const startConfigOf = (
  { minimumAge, thresholds, disclosure, methods, locale, expiresAt, mode, policyPlace }: Asked,
  pinned: { id: string; number: number } | null,
): StartConfig => ({
  ...(thresholds.length > 0 ? { minimumAge, thresholds, disclosure } : { minimumAge }),
  methods,
  locale,
  expiresAt,
  mode,
  ...(pinned && { policy: { id: pinned.id, version: pinned.number, region: policyPlace ?? DEFAULT_PLACE } }),
});
