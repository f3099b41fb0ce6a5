import { openSync } from "node:fs";
import { hasInternetRoute } from "#platform/webhooks/connect.ts";
import { createWebhookSender, type SendResult, type WebhookSender } from "#platform/webhooks/sender.ts";

// A process of its own that uses up its file descriptors, then sends. Started with a low limit, see webhook-own-faults.

const common = { now: () => new Date(), allowAddress: () => true, urlRules: { allowLoopback: true } };
const post = (sender: WebhookSender): Promise<SendResult> =>
  sender.post({ url: "https://hooks.example.com:1/", headers: {}, body: "" });

const connecting = createWebhookSender({ ...common, resolve: async () => ["127.0.0.1"] });
const resolving = createWebhookSender(common);
await post(connecting); // loads what loads late
try {
  for (;;) openSync("/dev/null", "r");
} catch {
  const results = { connecting: await post(connecting), resolving: await post(resolving) };
  process.stdout.write(JSON.stringify({ ...results, hasRoute: await hasInternetRoute() }));
}
process.exit(0);
