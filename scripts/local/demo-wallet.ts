import { freePort } from "./ports.ts";
import { step } from "./terminal.ts";
import { provideWalletRequestKey } from "./wallet-request-key.ts";

const USUAL_PORT = 3950;

/**
 * A wallet as a web page, for trying wallet verifications out without a phone. In development only, and only where
 * no other one is set.
 * @returns its address; none in production
 */
export async function openDemoWallet(
  env: NodeJS.ProcessEnv,
  local: string,
  stack: AsyncDisposableStack,
): Promise<string | undefined> {
  if (env.LINTEL_ENV === "production" || env.DEMO_WALLET_URL !== undefined) return env.DEMO_WALLET_URL;
  return step("wallet", "starting the demo wallet", async () => {
    const port = await freePort(USUAL_PORT, "127.0.0.1");
    // Its libraries take a while to load, and production has none of them.
    const { startDemoWallet } = await import("../../lab/demo-wallet/server/serve.ts");
    const services = [new URL(env.PUBLIC_URL ?? "").origin];
    const wallet = await startDemoWallet({ port, environment: env.LINTEL_ENV, services });
    stack.defer(() => wallet.stop());
    env.DEMO_WALLET_URL = wallet.url;
    await provideWalletRequestKey(env, local);
    return { said: `${wallet.url}, demo people`, result: wallet.url };
  });
}
