import { ServiceError } from "#core/errors.ts";
import type { EventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import { MAX_ENDPOINTS, type WebhookEndpoint } from "#core/webhook.ts";
import { inTransaction } from "#data/client.ts";
import { countEndpoints, insertEndpoint } from "#data/webhook-endpoints.ts";
import { newWebhookSecret } from "#platform/webhooks/signature.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { acceptedUrl } from "./check-url.ts";
import { sealSecret } from "./endpoint-secrets.ts";

export type CreateEndpointInput = {
  tenantId: string;
  url: string;
  description?: string | undefined;
  /** All where absent. */
  events?: EventName[] | undefined;
  /** Both where absent. */
  modes?: Mode[] | undefined;
};

/**
 * Makes an endpoint. Its secret is in this answer and nowhere else.
 * @throws INVALID_REQUEST_BODY: an address that webhooks may not go to, or too many endpoints
 */
export const createEndpoint = async (
  ctx: Ctx,
  input: CreateEndpointInput,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> => {
  const { deps } = ctx;
  const url = acceptedUrl(deps, input.url);
  const id = newId(deps, "endpoint");
  const secret = newWebhookSecret(deps.random);
  return inTransaction(deps.db, async (db) => {
    if ((await countEndpoints(db, input.tenantId)) >= MAX_ENDPOINTS) {
      throw new ServiceError("INVALID_REQUEST_BODY", `A tenant may have at most ${MAX_ENDPOINTS} endpoints.`);
    }
    const endpoint = await insertEndpoint(
      db,
      {
        id,
        tenantId: input.tenantId,
        url,
        description: input.description ?? "",
        events: input.events ?? [],
        modes: input.modes ?? ["live", "test"],
        secretSealed: sealSecret(deps, id, secret),
      },
      deps.now(),
    );
    await recordAudit(ctx, db, {
      tenantId: input.tenantId,
      action: "webhook_endpoint.create",
      target: id,
      changes: { host: new URL(url).host },
    });
    return { endpoint, secret };
  });
};
