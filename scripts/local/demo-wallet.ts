import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onFreePort } from "./ports.ts";
import { step } from "./terminal.ts";

const USUAL_PORT = 3950;
const LIFETIME_MS = 365 * 86_400_000;

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
    // Its libraries take a while to load, and production has none of them.
    const { startDemoWallet } = await import("../../lab/demo-wallet/server/serve.ts");
    const services = [new URL(env.PUBLIC_URL ?? "").origin];
    const wallet = await onFreePort(USUAL_PORT, (port) =>
      startDemoWallet({ port, environment: env.LINTEL_ENV, services }),
    );
    stack.defer(() => wallet.stop());
    env.DEMO_WALLET_URL = wallet.url;
    if (env.WALLET_REQUEST_KEY_FILE === undefined) await provideRequestKey(env, local);
    return { said: `${wallet.url}, demo people`, result: wallet.url };
  });
}

/**
 * A key that signs requests to wallets, below a CA that is thrown away: enough for the demo wallet, and for real
 * ones that let a developer in.
 */
async function provideRequestKey(env: NodeJS.ProcessEnv, local: string): Promise<void> {
  const keyFile = join(local, "wallet-request-key.pem");
  const chainFile = join(local, "wallet-request-chain.pem");
  const now = new Date();
  if (!existsSync(chainFile) || new X509Certificate(readFileSync(chainFile)).validToDate <= now) {
    const { createAuthority } = await import("../../lab/demo-wallet/issuer/authority.ts");
    const readers = await createAuthority({ now, name: "CN=Lintel demo readers,O=Lintel" });
    // ISO/IEC 18013-5 Annex B.1.7: the extended key usage of a reader of credentials
    const { privateKey, der } = await readers.signer({
      name: "CN=Lintel on this machine,O=Lintel",
      eku: "1.0.18013.5.1.6",
      until: new Date(now.getTime() + LIFETIME_MS),
    });
    writeFileSync(keyFile, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
    writeFileSync(chainFile, new X509Certificate(der).toString(), { mode: 0o600 });
  }
  env.WALLET_REQUEST_KEY_FILE = keyFile;
  env.WALLET_REQUEST_CHAIN_FILE = chainFile;
}
