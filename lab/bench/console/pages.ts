import { serveTenant } from "../../../scripts/lib/serve-tenant.ts";
import type { Runtime } from "../../../src/runtime/runtime.ts";
import { type Line, measure } from "../measure.ts";
import { signInOverHttp } from "./http-session.ts";
import type { Known } from "./questions.ts";

/** Every page of the console, and a text that is in it only when its data came with it. */
const pagesOf = ({ recentId, deliveryId, endpointId, requestId, now }: Known): [string, string][] => [
  ["", recentId.slice(0, 4)],
  ["/verifications", "ver_"],
  ["/verifications?status=failed", "ver_"],
  ["/verifications?search=berlin", "berlin"],
  [`/verifications/${recentId}`, recentId],
  ["/keys", "avk_live_"],
  ["/webhooks", "hooks.example.com"],
  [`/webhooks/${endpointId}`, "hooks.example.com"],
  ["/webhooks/deliveries", "dlv_"],
  ["/webhooks/deliveries?status=failed", "dlv_"],
  [`/webhooks/deliveries/${deliveryId}`, deliveryId],
  ["/usage", "Scale"],
  [`/usage/${now.toISOString().slice(0, 7)}`, "Scale"],
  ["/logs", "req_"],
  [`/logs/${requestId}`, requestId],
  ["/quickstart", "curl"],
  ["/members", "Ada Demo"],
  ["/audit", "tenant.update"],
  ["/settings", "Large Shop"],
];

type Subject = { databaseUrl: string; tenantId: string; known: Known; rounds: number };

/**
 * Loads every page over HTTP from the production build, signed in through a real provider: the time until the last
 * byte, with its first data in it. Connection, cookie, bearer check and rendering are all part of it.
 */
export const measurePages = async (
  runtime: Runtime,
  { known, rounds, ...place }: Subject,
): Promise<Line[]> => {
  await using stack = new AsyncDisposableStack();
  const { baseUrl, subject } = await serveTenant(runtime, place, stack);
  const session = await signInOverHttp(baseUrl, subject);
  const pages = pagesOf(known).map(([path, text]) => ({
    name: `page ${path.replace(/_[0-9a-z]{20,}/, "_…") || "/"}`,
    ask: async () => {
      const html = await session.page(`/console/${place.tenantId}${path}`);
      if (!html.includes(text)) throw new Error(`/console${path} came without its data`);
    },
  }));
  // Awaited here: the stack ends with this function.
  return await measure(pages, rounds, { beforeRound: session.renew });
};
