import type { StartBody } from "#contracts/public/verify.ts";
import type { Disclosure } from "#core/age-over.ts";
import { limitsOf } from "#core/billing/plan.ts";
import { ceilingOf, monthIsFull } from "#core/billing/quota.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import { allowsCallbackTo } from "#core/hosts.ts";
import { isOwnMachine } from "#core/own-machine.ts";
import { deadEndOf, offerOf } from "#core/policy/offer.ts";
import type { Tenant } from "#core/tenant.ts";
import { EXPIRY_SECONDS, type Mode, type VerificationStatus } from "#core/verification.ts";
import {
  type Exactly,
  insertForSubject,
  insertVerification,
  insertVisitorsCheck,
  isReferenceInUse,
  lostItsReference,
  type NewVerification,
} from "#data/verifications/start-verification.ts";
import { findListener } from "#data/webhooks/listeners.ts";
import type { TenantCtx } from "#services/context.ts";
import { linkOriginOf } from "#services/hosts/site.ts";
import { newId } from "#services/ids.ts";
import { acceptedNotificationUrl } from "./notification-url.ts";
import { liveSupplies, testSupplies } from "./offer.ts";
import { newSessionSecret, sessionUrlOf } from "./page-secret.ts";
import {
  ageUnder,
  methodsUnder,
  requireLawful,
  ruleOfStart,
  subjectLimitReached,
  subjectOf,
} from "./rule.ts";
import { type StartConfig, startConfigOf } from "./start-config.ts";
import type { VisitorsCheck } from "./visitors-check.ts";

/**
 * Where a browser returns. callback_url carries a token or a code for it, so live keys need https; http is for localhost and
 * test keys. If the tenant's settings list hosts, only those are allowed.
 * @throws INVALID_REQUEST_BODY
 */
const checkReturnUrl = (
  field: "callback_url" | "cancel_url",
  text: string | undefined,
  mode: Mode,
  allowedHosts: readonly string[],
): void => {
  if (text === undefined) return;
  const url = new URL(text);
  if (mode === "live" && url.protocol !== "https:" && !isOwnMachine(url.hostname)) {
    throw invalid(field, "expected https; with a live key, http is accepted for localhost only");
  }
  if (!allowsCallbackTo(allowedHosts, url)) {
    throw invalid(
      field,
      `${url.host} is not among the callback hosts of the tenant's settings: ${allowedHosts.join(", ")}`,
    );
  }
};

/** @throws INVALID_REQUEST_BODY: the key is a live one, or the tenant has no such open listener */
const checkListener = async ({ deps, tenant, mode }: TenantCtx, id: string | undefined): Promise<void> => {
  if (id === undefined) return;
  if (mode === "live") throw invalid("listenerId", "expected a test key: live events go to your endpoints");
  if (await findListener(deps.db.orm, { tenantId: tenant.id, mode, id })) return;
  throw invalid("listenerId", "expected an open listener, as POST /listeners returned it");
};

/**
 * The methods to offer, in order: those asked for, or all of the tenant's.
 * @throws INVALID_REQUEST_BODY: one is not among the tenant's
 */
const chooseMethods = (tenant: Tenant, asked: string[] | undefined): string[] => {
  if (!asked) return tenant.methods;
  const issues = asked.flatMap((method, index) =>
    tenant.methods.includes(method)
      ? []
      : [
          {
            path: `methods.${index}`,
            message: `got ${JSON.stringify(method)}, expected one of the tenant's methods: ${tenant.methods.join(", ") || "none"}`,
          },
        ],
  );
  const [first] = issues;
  if (!first) return asked;
  throw invalid("methods", first.message, issues);
};

type Asked = { minimumAge: number; thresholds: number[]; disclosure: Disclosure };

/**
 * What to answer about the age. Where neither thresholds nor their disclosure is asked for, there are none.
 * @throws INVALID_REQUEST_BODY: the minimum age, given or the tenant's, is not one of the thresholds
 */
const chooseThresholds = (
  tenant: Pick<Tenant, "minimumAge" | "disclosure">,
  given: Pick<StartBody, "minimumAge" | "thresholds" | "disclosure">,
): Asked => {
  const { minimumAge = tenant.minimumAge, disclosure = tenant.disclosure } = given;
  const thresholds = given.thresholds ?? (disclosure === "thresholds" ? [minimumAge] : []);
  if (thresholds.length > 0 && !thresholds.includes(minimumAge)) {
    throw invalid("thresholds", `expected the minimum age, ${minimumAge}, to be one of them`);
  }
  return { minimumAge, thresholds, disclosure };
};

type Columns = Record<keyof StartBody, keyof NewVerification | "subject_use" | "not stored">;
type Deciding<Each extends Columns> = Each;

/**
 * Which column each field of a start decides, or that it is checked and not stored. A field that is missing
 * here, or that decides a column that no start writes, does not compile: it would otherwise be accepted and
 * lost.
 */
type Decided = Deciding<{
  metadata: "metadata";
  callback_url: "callbackUrl";
  cancel_url: "cancelUrl";
  notification_url: "notificationUrl";
  reference: "reference";
  ip: "ipHash";
  minimumAge: "minimumAge";
  thresholds: "thresholds";
  disclosure: "disclosure";
  methods: "methods";
  locale: "locale";
  expiresInSeconds: "expiresAt";
  country: "policyPlace";
  region: "policyPlace";
  policyId: "policyId";
  subjectRef: "subject_use";
  userAgent: "not stored";
  listenerId: "listenerId";
}>;

type StartedVerification = {
  verificationId: string;
  status: VerificationStatus;
  sessionUrl?: string;
  redirectUrl: string;
  config: StartConfig;
};

const referenceTaken = (): ServiceError => new ServiceError("REFERENCE_TAKEN");

/** @throws REFERENCE_TAKEN in place of the database's own error */
const unlessTaken = <Written>(writing: Promise<Written>): Promise<Written> =>
  writing.catch((error: unknown) => {
    throw lostItsReference(error) ? referenceTaken() : error;
  });

/**
 * Starts a verification and counts it, both or neither.
 * @param visitors a check that is counted later; asked for again, it is the same one
 * @throws QUOTA_EXCEEDED, HARD_LIMIT_EXCEEDED: the month is full; SUBJECT_LIMIT_REACHED: the person's day is;
 *   then nothing was written
 * @throws REFERENCE_TAKEN: the tenant's references are unique, and this one was given before
 * @throws INVALID_REQUEST_BODY: a method that the tenant or the rule of its policy does not have, methods
 *   (asked for or from a policy) of which none can be offered now, or too few for the law of the place, a
 *   callback_url, cancel_url or notification_url that is not allowed, thresholds without the minimum age, a minimum age below the rule's, or
 *   an unknown policy
 */
export const startVerification = async <Given extends StartBody>(
  ctx: TenantCtx,
  given: Exactly<
    Pick<StartBody, keyof Decided>,
    Given,
    "add it to the contract, and to Decided in services/check/start.ts"
  >,
  visitors: VisitorsCheck | null = null,
): Promise<StartedVerification> => {
  const input: StartBody = given;
  const { deps, tenant, mode } = ctx;
  for (const field of ["callback_url", "cancel_url"] as const)
    checkReturnUrl(field, input[field], mode, tenant.callbackHosts);
  await checkListener(ctx, input.listenerId);
  const applied = await ruleOfStart(deps, tenant, input);
  const methods = applied ? methodsUnder(applied.rule, input.methods) : chooseMethods(tenant, input.methods);
  const { reference = null } = input;
  const holdsReference = reference !== null && tenant.uniqueReferences;
  // The index decides between two at once; this also sees those from before the tenant's references were unique.
  if (holdsReference && (await isReferenceInUse(deps.db.orm, { tenantId: tenant.id, mode }, reference)))
    throw referenceTaken();
  const createdAt = deps.now();
  const id = visitors?.id ?? newId(deps, "verification", createdAt);
  const minimum = applied ? ageUnder(applied.rule, input.minimumAge) : input.minimumAge;
  const asked = chooseThresholds(tenant, { ...input, minimumAge: minimum });
  const { minimumAge } = asked;
  const supplies =
    mode === "live"
      ? await liveSupplies(deps, deps.db.orm, tenant.id, methods, async () => tenant.walletProofs)
      : testSupplies(deps);
  const offer = offerOf(supplies, { mode, methods, minimumAge });
  const deadEnd = deadEndOf(offer);
  // A tenant that completes checks from its own backend needs no page.
  if (deadEnd !== null && (applied || input.methods))
    throw invalid("methods", `none of these can be offered now: ${deadEnd}`);
  if (applied && mode === "live") requireLawful(applied.rule, methods, supplies);
  const locale = input.locale === undefined ? null : (Intl.getCanonicalLocales(input.locale)[0] ?? null);
  const expiresAt = new Date(createdAt.getTime() + (input.expiresInSeconds ?? EXPIRY_SECONDS.default) * 1000);
  const secret = visitors?.secret ?? newSessionSecret(deps);
  const limits = limitsOf(tenant.plan, tenant.overrides);

  const verification = {
    id,
    tenantId: tenant.id,
    mode,
    requestId: ctx.requestId,
    secretHash: deps.secrets.hash(secret),
    ...asked,
    methods,
    locale,
    callbackUrl: visitors?.returnTo ?? input.callback_url ?? null,
    metadata: input.metadata ?? null,
    ipHash: input.ip === undefined ? null : deps.secrets.fingerprint("end-user-ip", input.ip),
    maxAttempts: applied?.rule.attemptsInAll ?? tenant.maxAttempts,
    createdAt,
    expiresAt,
    policyId: applied?.pinned.id ?? null,
    policyPlace: applied?.rule.place ?? null,
    listenerId: input.listenerId ?? null,
    reference,
    holdsReference,
    cancelUrl: input.cancel_url ?? null,
    notificationUrl: await acceptedNotificationUrl(ctx, input.notification_url),
  };
  const ceiling = ceilingOf(limits, mode);
  const { subjectRef } = input;
  // No policy applies to a test, so nothing is counted for a person there.
  if (applied && subjectRef !== undefined && mode === "live") {
    const subject = subjectOf(deps, verification, { subjectRef, rule: applied.rule }, createdAt);
    const started = await unlessTaken(insertForSubject(deps.db, { verification, ceiling }, subject));
    if (started instanceof Date) throw subjectLimitReached(started, createdAt);
    if (started === "ceiling") throw monthIsFull(limits, mode, createdAt);
  } else if (visitors) {
    // In a full month the page would show methods of which none could be begun.
    if (!(await insertVisitorsCheck(deps.db, verification, ceiling)))
      throw monthIsFull(limits, mode, createdAt);
  } else if (!(await unlessTaken(insertVerification(deps.db, verification, ceiling))))
    throw monthIsFull(limits, mode, createdAt);

  const url = sessionUrlOf(await linkOriginOf(deps, tenant.id), secret);
  return {
    verificationId: id,
    status: "pending",
    ...(deadEnd === null ? { sessionUrl: url } : {}),
    redirectUrl: url,
    config: startConfigOf(verification, applied?.pinned ?? null),
  };
};
