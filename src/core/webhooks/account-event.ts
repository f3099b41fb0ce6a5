import type { AccountEventName } from "#core/event.ts";

/** What a sample of an event about the tenant itself tells, where a member asks for one. @param at now */
export const accountSample = (name: AccountEventName, at: Date, publicUrl: string): object => {
  const raisedAt = new Date(at.getTime() - 3_600_000).toISOString();
  const alert = {
    id: "alr_00000000000000000000000000",
    rule: "endpoint_failing",
    subject: "whe_00000000000000000000000000",
    title: "Sample: a webhook endpoint is failing",
    url: `${publicUrl}/console`,
    raised_at: raisedAt,
  };
  const endpoint = {
    id: "whe_00000000000000000000000000",
    tenant_id: "ten_00000000000000000000000000",
    url: "https://shop.example.com/lintel",
  };
  const samples: Record<AccountEventName, object> = {
    "alert.raised": { alert },
    "alert.resolved": { alert: { ...alert, resolved_at: at.toISOString(), reason: "recovered" } },
    "endpoint.failing": { endpoint: { ...endpoint, failing_since: raisedAt } },
    "endpoint.disabled": { endpoint: { ...endpoint, reason: "failing" } },
    "endpoint.recovered": { endpoint },
    "delivery.exhausted": {
      endpoint,
      delivery: {
        id: "dlv_00000000000000000000000000",
        event: "verification.completed",
        event_id: "evt_00000000000000000000000000",
        verification_id: "ver_00000000000000000000000000",
        attempts: 7,
        last_status: 500,
        last_code: "STATUS",
      },
    },
  };
  return samples[name];
};

/**
 * The body of an event about the tenant itself. It has the envelope of all others, so that receivers which deduplicate by
 * `request_id` and `event` keep working.
 * @param fields what the event tells, by its contract (contracts/public/webhooks.ts)
 */
export const accountEventBody = (
  name: AccountEventName,
  requestId: string,
  at: Date,
  fields: object,
): string =>
  JSON.stringify({
    event: name,
    request_id: requestId,
    timestamp: at.toISOString(),
    ...fields,
    metadata: {},
  });
