import { ALL_EVENT_NAMES, type AnyEventName } from "#core/event.ts";
import type { MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import { sampleOf } from "./send-sample-event.ts";

/** An example of each event's body, as JSON: what "Send this to me" sends. @throws PERMISSION_DENIED */
export const eventExamples = (ctx: MemberCtx): ReadonlyMap<AnyEventName, string> => {
  requirePermission(ctx, "webhooks.read");
  return new Map(ALL_EVENT_NAMES.map((name) => [name, sampleOf(ctx, name, ctx.deps.now()).body]));
};
