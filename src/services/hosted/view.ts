import { ERRORS } from "#core/errors.ts";
import {
  effectiveStatus,
  isFinal,
  type Mode,
  type Verification,
  type VerificationStatus,
} from "#core/verification.ts";
import { lastAttempt } from "#data/attempts.ts";
import { findTokenOfVerification } from "#data/tokens.ts";
import { countFruitlessAnswers } from "#data/wallet-transactions.ts";
import type { Method } from "#methods/method.ts";
import { methodsOffered } from "#methods/registry.ts";
import type { Deps } from "../context.ts";
import { signToken } from "../tokens/sign.ts";
import { returnUrlOf } from "../verifications/callback-url.ts";
import { walletWays } from "../wallet/ways.ts";
import { type Brand, brandOf } from "./brand.ts";
import { embedHostsOf } from "./embed-hosts.ts";
import { type HandoffView, handoffViewOf } from "./handoff/view.ts";
import type { Page } from "./page.ts";

/** What the hosted page shows: nothing that the end user may not know. */
export type HostedView = {
  verificationId: string;
  /** The name that the tenant shows. */
  tenantName: string;
  brand: Brand;
  mode: Mode;
  minimumAge: number;
  locale: string | null;
  status: VerificationStatus;
  /** Methods to choose from, in order; empty once the verification has ended. */
  methods: string[];
  attemptsLeft: number;
  /** Wallets' answers to links and codes that decided nothing: a page that is open looks again when there are more. */
  fruitlessAnswers: number;
  expiresAt: Date;
  outcome: "approved" | "rejected" | null;
  /** Why there is no decision: the error code of the last attempt or of the end and, for pictures, a reason. */
  problem: { code: string; reason: string | null } | null;
  /** Where the browser goes back to, once there is something to tell. Holds the token of an approval. */
  returnUrl: string | null;
  /** Hosts whose pages may embed this one and hear how it goes. */
  embedHosts: string[];
  /** The device that the tenant sent here, or the phone that it handed the check to. */
  device: Page["device"];
  handoff: HandoffView | null;
};

// The page's address must not hand out tokens for ever: after this the tenant asks by the API.
const RETURN_WINDOW_MS = 60 * 60 * 1000;

const returnUrlFor = async (
  deps: Deps,
  verification: Verification,
  status: VerificationStatus,
): Promise<string | null> => {
  if (verification.callbackUrl === null || !isFinal(status)) return null;
  const endedAt = verification.completedAt ?? verification.expiresAt;
  if (deps.now().getTime() - endedAt.getTime() > RETURN_WINDOW_MS) return null;
  const token = await findTokenOfVerification(deps.db.orm, verification.tenantId, verification.id);
  const isLive = token !== null && token.revokedAt === null;
  return returnUrlOf(verification.callbackUrl, {
    verificationId: verification.id,
    status,
    ...(isLive ? { token: await signToken(deps, token, verification.mode) } : {}),
  });
};

const outcomeOf = (verification: Verification): HostedView["outcome"] => {
  if (verification.verified === null) return null;
  return verification.verified ? "approved" : "rejected";
};

const problemOf = async (deps: Deps, verification: Verification): Promise<HostedView["problem"]> => {
  if (verification.errorCode === "CANCELLED_BY_USER") return { code: verification.errorCode, reason: null };
  if (verification.attempts === 0 || verification.status === "completed") return null;
  const attempt = await lastAttempt(deps.db.orm, verification.tenantId, verification.id);
  // "evidence" and "expire" are findings too: one that came too late, and test mode's end. Neither is an error.
  if (!attempt || !Object.hasOwn(ERRORS, attempt.finding)) return null;
  return { code: attempt.finding, reason: attempt.reason };
};

/** A wallet whose credential nobody here would believe is not offered. */
const methodsToOffer = async (deps: Deps, verification: Verification): Promise<Method[]> => {
  const offered = methodsOffered(deps.methods, verification);
  if (!offered.some(({ id }) => id === "wallet")) return offered;
  const { types } = await walletWays(deps, verification);
  return types.length > 0 ? offered : offered.filter(({ id }) => id !== "wallet");
};

const isTakenBack = ({ device, handoff }: Page): boolean => device === "phone" && handoff?.endedAt !== null;

/** @param secret the page's own */
export const hostedViewOf = async (deps: Deps, page: Page, secret: string): Promise<HostedView> => {
  const { verification, device } = page;
  const status = effectiveStatus(verification, deps.now());
  const [brand, problem, returnUrl, embedHosts] = await Promise.all([
    brandOf(deps, verification.tenantId),
    problemOf(deps, verification),
    // The token belongs to the browser that the tenant knows: the phone's page never has it.
    device === "first" ? returnUrlFor(deps, verification, status) : null,
    embedHostsOf(deps, verification.tenantId),
  ]);
  const offered = isFinal(status) || isTakenBack(page) ? [] : await methodsToOffer(deps, verification);
  const hasWallet = offered.some(({ id }) => id === "wallet");
  const { tenantId, id: verificationId } = verification;
  return {
    verificationId,
    fruitlessAnswers: hasWallet ? await countFruitlessAnswers(deps.db.orm, tenantId, verificationId) : 0,
    tenantName: brand.name,
    brand,
    mode: verification.mode,
    minimumAge: verification.minimumAge,
    locale: verification.locale,
    status,
    methods: offered.map((method) => method.id),
    attemptsLeft: Math.max(0, verification.maxAttempts - verification.attempts),
    expiresAt: verification.expiresAt,
    outcome: outcomeOf(verification),
    problem,
    returnUrl,
    embedHosts,
    device,
    handoff: handoffViewOf(deps, page, secret),
  };
};
