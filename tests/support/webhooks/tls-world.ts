import { onTestFinished } from "vitest";
import { createWebhookSender, developmentNetwork, type WebhookSender } from "#platform/webhooks/sender.ts";
import { createAuthority } from "../world/certificates.ts";
import { startReceiver, type TlsReceiver } from "./tls-receiver.ts";

/** What a service needs to be allowed to send to loopback. */
export const LOOPBACK_ENV = { LINTEL_ENV: "development", WEBHOOK_ALLOW_LOOPBACK: "true" };

/** A real receiver at https://localhost and a real sender that trusts its authority; both end with the test. */
export const startTlsPair = async (
  now: () => Date = () => new Date(),
): Promise<{ receiver: TlsReceiver; sender: WebhookSender; host: string }> => {
  const authority = createAuthority();
  const receiver = await startReceiver({ kind: "tls", certificate: authority.issue(["localhost"]) });
  const sender = createWebhookSender({ now, ...developmentNetwork({ ca: [authority.ca] }) });
  onTestFinished(async () => {
    await receiver.close();
    await sender.close();
  });
  return { receiver, sender, host: `localhost:${receiver.port}` };
};
