import { headers } from "next/headers";
import type { ReactNode } from "react";

/** The nonce of this request's policy, which proxy.ts made. */
const nonceOf = async (): Promise<string | undefined> =>
  /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "")?.[1];

export default async function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/performance/noSyncScripts: the page is drawn after it, in the reader's language of samples */}
      <script src="/docs-first.js" nonce={await nonceOf()} suppressHydrationWarning />
      {children}
    </>
  );
}
