import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LIFETIME_DAYS = 365;

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;

const isCurrent = (chainFile: string): boolean =>
  existsSync(chainFile) && new Date(new X509Certificate(readFileSync(chainFile)).validTo) > new Date();

/**
 * A key that signs requests to wallets, below a CA that is thrown away: enough for the demo wallet, and for real
 * ones that let a developer in. In development only, and only where none is set.
 */
export async function provideWalletRequestKey(env: NodeJS.ProcessEnv, local: string): Promise<void> {
  if (env.LINTEL_ENV === "production" || env.WALLET_REQUEST_KEY_FILE !== undefined) return;
  const keyFile = join(local, "wallet-request-key.pem");
  const chainFile = join(local, "wallet-request-chain.pem");
  if (!isCurrent(chainFile)) {
    const { createAuthority } = await import("../../lab/demo-wallet/issuer/authority.ts");
    const now = new Date();
    const readers = await createAuthority({ now, name: "CN=Lintel demo readers,O=Lintel" });
    const until = new Date(now.getTime() + LIFETIME_DAYS * 86_400_000);
    // ISO/IEC 18013-5 Annex B.1.7: the extended key usage of who reads credentials
    const signer = await readers.signer({
      name: "CN=Lintel on this machine,O=Lintel",
      eku: "1.0.18013.5.1.6",
      until,
    });
    writeFileSync(keyFile, signer.privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
    writeFileSync(chainFile, pemOf(signer.der), { mode: 0o600 });
  }
  env.WALLET_REQUEST_KEY_FILE = keyFile;
  env.WALLET_REQUEST_CHAIN_FILE = chainFile;
}
