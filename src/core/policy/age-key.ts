import { PROVING_LEVELS, type ProvingLevel, rankOf } from "#core/assurance.ts";
import { addDays, DAY_MS } from "#core/day.ts";
import type { ErrorCode } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import { kindOf } from "./method-id.ts";

// Age keys: passkeys that confirm again what a verification proved (docs/age-keys.md).

/** The method's id, in settings, policies and answers. */
export const AGE_KEY_METHOD = "age_key";

/** Where a key counts: at the tenant where it was made, or at every tenant that chose this scope. */
export const AGE_KEY_SCOPES = ["tenant", "deployment"] as const;

export type AgeKeyScope = (typeof AGE_KEY_SCOPES)[number];

/** A policy's rule about age keys; each part has a default. */
export type AgeKeyRule = {
  /** `tenant` if absent. */
  scope?: AgeKeyScope | undefined;
  /**
   * The least that the key's verification must have proved; absent: what the other methods of the
   * verification prove.
   */
  minimumAssurance?: ProvingLevel | undefined;
  /** Whether passkeys that can be on several devices are refused; they are not if absent. */
  deviceBound?: boolean | undefined;
};

/** Whether age keys are among these methods. */
export const hasAgeKey = (methods: readonly string[]): boolean => methods.includes(AGE_KEY_METHOD);

const DAYS = 90;

/** How long after an approval its page offers to remember it, and how long a question to a passkey waits. */
export const AGE_KEY_SECONDS = { offer: 15 * 60, question: 5 * 60 } as const;

/** When a key ends: 90 days after the month began, so that the day reveals nothing but the month. */
export const keyExpiry = (month: Date): Date => addDays(month, DAYS);

/** The facts kept about a key, except for the data that its answers are checked with. */
export type AgeKeyFacts = {
  /** Null: the whole deployment. */
  tenantId: string | null;
  mode: Mode;
  /** In years. */
  ageAtLeast: number;
  assurance: string;
  /** First day of the month: no more precise time of a proof is kept. */
  provenIn: Date;
  expiresOn: Date;
  isSynced: boolean;
};

/** What a verification asks of a key. */
export type AgeKeyAsked = {
  tenantId: string;
  mode: Mode;
  minimumAge: number;
  /** The methods that can complete the verification. */
  methods: readonly string[];
  rule: AgeKeyRule | undefined;
  /** From the policy: see `proofMaxAgeDays` there. */
  proofMaxAgeDays: number | null;
};

/** The least that the other methods prove; if there are none, the lowest level of all. */
const lowestLevel = (methods: readonly string[]): ProvingLevel => {
  const levels = methods.flatMap((id) => kindOf(id)?.proves ?? []);
  const [first = PROVING_LEVELS[0], ...rest] = levels;
  return rest.reduce((lowest, level) => (rankOf(level) < rankOf(lowest) ? level : lowest), first);
};

const isEnough = ({ mode, assurance }: AgeKeyFacts, { methods, rule }: AgeKeyAsked): boolean =>
  // Tests prove nothing and never count in live mode.
  mode === "test" || rankOf(assurance) >= rankOf(rule?.minimumAssurance ?? lowestLevel(methods));

/** Whether the proof is older than a policy allows, counted from the first day of its month; 0: none is new enough. */
const isTooOld = ({ provenIn }: AgeKeyFacts, { proofMaxAgeDays: most }: AgeKeyAsked, now: Date): boolean =>
  most !== null && (most === 0 || now.getTime() - provenIn.getTime() > most * DAY_MS);

/** Whether a proof is the word of a tenant, or of someone whom the tenant chose: other tenants never chose them. */
const isTenantsWord = (assurance: string): boolean => assurance.startsWith("asserted_");

/** The tenant for which a new key counts; null: every tenant that accepts the deployment's keys. */
export const tenantOfKey = (
  tenantId: string,
  assurance: string,
  rule: AgeKeyRule | undefined,
): string | null => (rule?.scope === "deployment" && !isTenantsWord(assurance) ? null : tenantId);

/** The most telling reason why a key does not decide a verification; null: it does. */
export const keyRefusal = (key: AgeKeyFacts, asked: AgeKeyAsked, now: Date): ErrorCode | null => {
  if (key.mode !== asked.mode) return "AGE_KEY_OTHER_MODE";
  const isOfDeployment =
    key.tenantId === null && asked.rule?.scope === "deployment" && !isTenantsWord(key.assurance);
  if (key.tenantId !== asked.tenantId && !isOfDeployment) return "AGE_KEY_OTHER_TENANT";
  if (now >= key.expiresOn) return "AGE_KEY_EXPIRED";
  if (isTooOld(key, asked, now)) return "AGE_KEY_TOO_OLD";
  if (key.ageAtLeast < asked.minimumAge) return "AGE_KEY_UNDECIDED";
  if (!isEnough(key, asked)) return "AGE_KEY_ASSURANCE";
  return asked.rule?.deviceBound === true && key.isSynced ? "AGE_KEY_SYNCED" : null;
};

/**
 * Whether a counter has advanced. Synced passkeys have none, so both values are 0 (Web Authentication Level 3
 * §6.1.1).
 */
export const isCounterAhead = (before: number, after: number): boolean =>
  (before === 0 && after === 0) || after > before;

/** The name of a re-used proof: the original proof's name, marked as not fresh. */
export const reusedAssurance = (assurance: string): string => `${assurance}_reused`;

/** The most that a decision with this assurance says, never the verification's own number. */
export const confidenceOf = (assurance: string): number => {
  if (assurance === "document_photo_unsigned") return 0.5;
  return assurance === "issuer_signed_no_binding" ? 0.9 : 1;
};
