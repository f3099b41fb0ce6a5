import { freePort } from "./ports.ts";
import type { RunningReceiver } from "./receiver/server.ts";
import { step } from "./terminal.ts";

const USUAL_PORT = 3960;

/**
 * A page that receives the demo tenant's webhooks, and the setting that lets them come here. In development only, and
 * not where WEBHOOK_ALLOW_LOOPBACK says that they may not.
 */
export async function openWebhookReceiver(
  env: NodeJS.ProcessEnv,
  stack: AsyncDisposableStack,
): Promise<RunningReceiver | undefined> {
  if (env.LINTEL_ENV === "production" || env.WEBHOOK_ALLOW_LOOPBACK === "false") return undefined;
  return step("webhooks", "starting the webhook receiver", async () => {
    const port = await freePort(USUAL_PORT, "127.0.0.1");
    const { startReceiver } = await import("./receiver/server.ts");
    const result = await startReceiver({ port, environment: env.LINTEL_ENV });
    stack.defer(() => result.stop());
    env.WEBHOOK_ALLOW_LOOPBACK = "true";
    return { said: `${result.url}, shows what arrives`, result };
  });
}
