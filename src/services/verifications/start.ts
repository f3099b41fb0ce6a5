import { ServiceError } from "#core/errors.ts";
import { limitsOf } from "#core/plan.ts";
import { ceilingOf, refusalAtCeiling, secondsToNextMonth } from "#core/quota.ts";
import {
  EXPIRY_SECONDS,
  type MetadataValue,
  type Mode,
  type VerificationStatus,
} from "#core/verification.ts";
import { insertVerification } from "#data/start-verification.ts";
import { methodsOffered } from "#methods/registry.ts";
import type { TenantCtx } from "../context.ts";
import { newId } from "../new-id.ts";
import { checkCallbackUrl } from "./callback-url.ts";
import { chooseMethods } from "./choose-methods.ts";
import { newSessionSecret, sessionUrlOf } from "./session-secret.ts";

export type StartInput = {
  metadata?: Record<string, MetadataValue> | undefined;
  callback_url?: string | undefined;
  ip?: string | undefined;
  minimumAge?: number | undefined;
  methods?: string[] | undefined;
  locale?: string | undefined;
  expiresInSeconds?: number | undefined;
};

export type StartedVerification = {
  verificationId: string;
  status: VerificationStatus;
  sessionUrl?: string;
  redirectUrl: string;
  config: { minimumAge: number; methods: string[]; locale: string | null; expiresAt: Date; mode: Mode };
};

/**
 * Starts a verification and counts it, both or neither.
 * @throws QUOTA_EXCEEDED, HARD_LIMIT_EXCEEDED: the month is full; nothing was written
 * @throws INVALID_REQUEST_BODY: a method that the tenant does not have, or a callback_url that a live key may not use
 */
export const startVerification = async (ctx: TenantCtx, input: StartInput): Promise<StartedVerification> => {
  const { deps, tenant, mode } = ctx;
  checkCallbackUrl(input.callback_url, mode, tenant.callbackHosts);
  const methods = chooseMethods(tenant, input.methods);
  const createdAt = deps.now();
  const id = newId(deps, "verification", createdAt);
  const minimumAge = input.minimumAge ?? tenant.minimumAge;
  const locale = input.locale === undefined ? null : (Intl.getCanonicalLocales(input.locale)[0] ?? null);
  const expiresAt = new Date(createdAt.getTime() + (input.expiresInSeconds ?? EXPIRY_SECONDS.default) * 1000);
  const secret = newSessionSecret(deps);
  const limits = limitsOf(tenant.plan, tenant.overrides);

  const admitted = await insertVerification(
    deps.db,
    {
      id,
      tenantId: tenant.id,
      mode,
      requestId: ctx.requestId,
      secretHash: deps.secrets.hash(secret),
      minimumAge,
      methods,
      locale,
      callbackUrl: input.callback_url ?? null,
      metadata: input.metadata ?? null,
      ipHash: input.ip === undefined ? null : deps.secrets.fingerprint("end-user-ip", input.ip),
      maxAttempts: tenant.maxAttempts,
      createdAt,
      expiresAt,
    },
    ceilingOf(limits, mode),
  );
  if (!admitted) {
    throw new ServiceError(refusalAtCeiling(limits, mode), undefined, {
      retryAfterSeconds: secondsToNextMonth(createdAt),
    });
  }

  const url = sessionUrlOf(deps, secret);
  const hasHostedMethod = methodsOffered(deps.methods, { mode, methods }).length > 0;
  return {
    verificationId: id,
    status: "pending",
    ...(hasHostedMethod ? { sessionUrl: url } : {}),
    redirectUrl: url,
    config: { minimumAge, methods, locale, expiresAt, mode },
  };
};
