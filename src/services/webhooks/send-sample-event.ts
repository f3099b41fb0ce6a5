import { epochSeconds } from "#core/day.ts";
import { ALL_EVENT_NAMES, type AnyEventName, eventBody, isAccountEvent } from "#core/event.ts";
import { NO_POLICY, NOTHING_GIVEN, type Verification } from "#core/verification.ts";
import { accountEventBody, accountSample } from "#core/webhooks/account-event.ts";
import { deliveryHeaders } from "#core/webhooks/webhook.ts";
import { inTransaction } from "#data/service/client.ts";
import { findEndpointSecrets } from "#data/webhooks/delivery-attempts.ts";
import { markAnswering } from "#data/webhooks/webhook-endpoints.ts";
import type { SendResult } from "#platform/webhooks/sender.ts";
import { signatureHeaders } from "#platform/webhooks/signature.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requireWithin } from "#services/limits.ts";
import { requirePermission } from "#services/permissions.ts";
import { endpointNotFound, endpointTarget } from "./endpoints.ts";
import { signingSecrets } from "./secrets.ts";

const PER_MINUTE = 10;

type SampleResult = {
  ok: boolean;
  /** HTTP status, if there was an answer. */
  status: number | null;
  /** DNS, TLS, TIMEOUT, CONNECTION, BLOCKED or STATUS; null for a success. */
  code: string | null;
  detail: string | null;
  durationMs: number | null;
  /** The first KiB of the answer. */
  response: string | null;
  /** The bytes that were sent. */
  body: string;
  eventId: string;
};

// A made-up verification with an unused id.
const sampleVerification = ({ deps, tenant, requestId }: MemberCtx): Verification => {
  const now = deps.now();
  // As the tenant's own events: where these tell no age, the sample has none either.
  const told =
    tenant.disclosure === "thresholds"
      ? { thresholds: [18], ageAtLeast: 18, verifiedAge: null }
      : { thresholds: [], ageAtLeast: null, verifiedAge: 30 };
  return {
    id: newId(deps, "verification"),
    tenantId: tenant.id,
    mode: "test",
    status: "completed",
    requestId,
    minimumAge: 18,
    ...told,
    disclosure: tenant.disclosure,
    ageBelow: null,
    methods: ["document"],
    locale: null,
    ...NOTHING_GIVEN,
    metadata: { sample: true },
    maxAttempts: 3,
    ...NO_POLICY,
    attempts: 1,
    verified: true,
    confidence: 0.98,
    method: "document",
    documentType: "driving_licence",
    documentReused: null,
    reason: null,
    errorCode: "DOCUMENT_QUALITY_LOW",
    createdAt: new Date(now.getTime() - 42_000),
    openedAt: new Date(now.getTime() - 40_000),
    completedAt: now,
    expiresAt: now,
  };
};

/** What is sent, and the headers that go with it. */
const sampleOf = (ctx: MemberCtx, name: AnyEventName, at: Date) => {
  const { deps, requestId } = ctx;
  if (isAccountEvent(name)) {
    const fields = accountSample(name, at, deps.settings.publicUrl);
    return {
      mode: "test" as const,
      verificationId: null,
      body: accountEventBody(name, requestId, at, fields),
    };
  }
  const verification = sampleVerification(ctx);
  const body = eventBody(name, verification, at, newId(deps, "verification"));
  return { mode: verification.mode, verificationId: verification.id, body };
};

/** An example of each event's body, as JSON: what a sample sends. @throws PERMISSION_DENIED */
export const eventExamples = (ctx: MemberCtx): ReadonlyMap<AnyEventName, string> => {
  requirePermission(ctx, "webhooks.read");
  return new Map(ALL_EVENT_NAMES.map((name) => [name, sampleOf(ctx, name, ctx.deps.now()).body]));
};

const outcomeOf = (result: SendResult): Omit<SampleResult, "body" | "eventId"> => {
  if (result.kind === "response") {
    const { status, durationMs, responseSnippet } = result;
    const ok = status >= 200 && status < 300;
    return { ok, status, code: ok ? null : "STATUS", detail: null, durationMs, response: responseSnippet };
  }
  const nothing = { ok: false, status: null, response: null, detail: result.detail };
  return result.kind === "error"
    ? { ...nothing, code: result.code, durationMs: result.durationMs }
    : { ...nothing, code: "INFRASTRUCTURE", durationMs: null };
};

const limitSamples = (deps: Deps, tenantId: string): Promise<void> =>
  requireWithin(
    deps,
    { key: `webhook-samples:${tenantId}`, limit: PER_MINUTE, windowSeconds: 60 },
    () => `You can send at most ${PER_MINUTE} sample events a minute.`,
  );

/**
 * Sends a sample event to an endpoint, once and now, signed like a real one, and returns the answer. It is not a delivery:
 * it is neither listed nor retried, but a success ends the endpoint's failing time. `metadata.sample` is true.
 * @throws PERMISSION_DENIED, NOT_FOUND, RATE_LIMIT_EXCEEDED
 */
export const sendSampleEvent = async (
  ctx: MemberCtx,
  input: { endpointId: string; event: AnyEventName },
): Promise<SampleResult> => {
  requirePermission(ctx, "webhooks.write");
  const { deps, tenant } = ctx;
  const endpoint = await findEndpointSecrets(deps.db.orm, tenant.id, input.endpointId);
  if (!endpoint) throw endpointNotFound();
  await limitSamples(deps, tenant.id);
  const at = deps.now();
  const eventId = newId(deps, "event");
  const { mode, verificationId, body } = sampleOf(ctx, input.event, at);
  const secrets = signingSecrets(deps, { ...endpoint, endpointId: endpoint.id }, at);
  const timestampSeconds = epochSeconds(at);
  const result = await deps.webhookSender().post({
    url: endpoint.url,
    body,
    headers: deliveryHeaders({
      eventId,
      verificationId,
      attempt: "1",
      mode,
      signature: signatureHeaders({ id: eventId, timestampSeconds, body, secrets }),
    }),
  });
  const outcome = outcomeOf(result);
  if (outcome.ok) await markAnswering(deps.db, [endpoint.id]);
  const changes = { event: input.event, ok: outcome.ok };
  await inTransaction(deps.db, (db) =>
    recordOwnAudit(ctx, db, { action: "webhook_endpoint.sample", ...endpointTarget(endpoint), changes }),
  );
  return { ...outcome, body, eventId };
};
