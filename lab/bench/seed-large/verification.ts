import {
  type Mode,
  NO_POLICY,
  NOTHING_GIVEN,
  type Verification,
  type VerificationStatus,
} from "../../../src/core/verification.ts";
import type { Chance } from "./chance.ts";

const DAY_MS = 86_400_000;
const LIFETIME_MS = 30 * 60_000;
const SHOPS = ["berlin", "hamburg", "wien", "zuerich"];
const LOCALES = ["de", "en", "fr"];
const FAILURES = ["too_blurred", "too_dark", "no_document"];

// Quiet at night, busiest in the evening; a monotone map, so the order stays.
const atTime = (day: Date, share: number, dayMs: number): Date =>
  new Date(day.getTime() + Math.floor((share + (0.1 * Math.sin(2 * Math.PI * share)) / 1.1) * dayMs));

const liveMethod = (chance: Chance): string =>
  chance.pick([0.62, "document"], [0.82, "wallet"], [1, "tenant"]);

const OPEN = {
  verified: null,
  verifiedAge: null,
  confidence: null,
  method: null,
  documentType: null,
  reason: null,
  errorCode: null,
  attempts: 0,
  openedAt: null,
  completedAt: null,
} as const;

type Ending = Pick<Verification, "status" | keyof typeof OPEN>;

const tries = (chance: Chance): number => chance.pick([0.85, 1], [0.96, 2], [1, 3]);

const decided = (chance: Chance, method: string): Ending => {
  const isApproved = chance.below(0.92);
  const isDocument = method === "document";
  return {
    ...OPEN,
    status: "completed",
    verified: isApproved,
    verifiedAge: method === "wallet" ? null : isApproved ? 18 + chance.int(55) : 14 + chance.int(4),
    confidence: isDocument ? 0.9 + chance.int(10) / 100 : null,
    documentType: isDocument ? "id_card" : null,
    method,
    attempts: method === "tenant" ? 0 : tries(chance),
  };
};

const ended = (chance: Chance, mode: Mode): Ending => {
  const method = mode === "test" ? "sandbox" : liveMethod(chance);
  switch (chance.pick<VerificationStatus>([0.15, "expired"], [0.19, "failed"], [1, "completed"])) {
    case "expired":
      return { ...OPEN, status: "expired", attempts: chance.below(0.2) ? 1 : 0 };
    case "failed":
      return {
        ...OPEN,
        status: "failed",
        method: method === "tenant" ? "document" : method,
        reason: FAILURES[chance.int(FAILURES.length)] ?? null,
        errorCode: "METHOD_FAILED",
        attempts: 3,
      };
    default:
      return decided(chance, method);
  }
};

/** Where in the day a verification stands: its number of how many. */
type Place = { day: Date; dayMs: number; number: number; of: number };

/** One verification as a shop's day brings them; those of the last half hour may still be open. */
export const makeVerification = (
  chance: Chance,
  tenantId: string,
  { day, dayMs, number, of }: Place,
  now: Date,
): Verification => {
  const createdAt = atTime(day, (number + chance.share()) / of, Math.min(dayMs, DAY_MS));
  const mode: Mode = chance.below(0.97) ? "live" : "test";
  const end = ended(chance, mode);
  const openedAt = new Date(createdAt.getTime() + 1_000 + chance.int(30_000));
  const completedAt = new Date(openedAt.getTime() + 5_000 + chance.int(180_000));
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const isOpened = end.attempts > 0 || (end.status === "expired" && chance.below(0.5));
  const isOpen = (end.status === "expired" ? expiresAt : completedAt) > now;
  const orderId = `ord-${createdAt.getTime().toString(36)}-${number}`;
  const wasOpened = isOpened && openedAt <= now;
  const outcome: Ending = isOpen ? { ...OPEN, status: wasOpened ? "in_progress" : "pending" } : end;
  return {
    ...outcome,
    ...NO_POLICY,
    id: chance.id("verification", createdAt),
    tenantId,
    documentReused: null,
    mode,
    requestId: chance.id("request", createdAt),
    minimumAge: 18,
    thresholds: [],
    disclosure: "age",
    ageAtLeast: null,
    ageBelow: null,
    methods: ["document", "wallet"],
    locale: LOCALES[chance.int(LOCALES.length)] ?? null,
    ...NOTHING_GIVEN,
    reference: number % 2 === 0 ? orderId : null,
    callbackUrl: chance.below(0.5) ? "https://shop.example/age/done" : null,
    metadata: chance.below(0.8)
      ? {
          orderId,
          shop: SHOPS[chance.int(SHOPS.length)] ?? "",
        }
      : null,
    maxAttempts: 3,
    createdAt,
    openedAt: wasOpened ? openedAt : null,
    completedAt: outcome.status === "completed" || outcome.status === "failed" ? completedAt : null,
    expiresAt,
  };
};
