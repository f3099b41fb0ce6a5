import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { currentWords } from "#app/page-words.ts";
import { walletCookieOf } from "#http/wallet/cookie.ts";
import { getDeps } from "#runtime.ts";
import { viewHostedPage } from "#services/hosted/open.ts";
import { newId } from "#services/new-id.ts";
import { walletPanel } from "#services/wallet/panel.ts";
import { HostedPage } from "#ui/hosted/hosted-page.tsx";
import { titleOf } from "#ui/hosted/title.ts";

type Props = {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

// src/proxy.ts puts the policy on the request for this.
const nonceOf = (policy: string | null): string | undefined => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

// The title and the page of one request ask for the same view.
const open = cache(async (secret: string) => {
  const deps = await getDeps();
  return viewHostedPage({ deps, actor: { kind: "end_user" }, requestId: newId(deps, "request") }, secret);
});

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const view = await open((await params).secret);
  return { title: { absolute: titleOf(await currentWords(), view) } };
};

export default async function Page({ params, searchParams }: Props) {
  const { secret } = await params;
  const view = (await open(secret)) ?? notFound();
  const deps = await getDeps();
  const sent = await headers();
  const cookie = walletCookieOf(deps, sent.get("cookie"));
  return (
    <HostedPage
      words={await currentWords()}
      view={view}
      secret={secret}
      now={deps.now()}
      nonce={nonceOf(sent.get("content-security-policy"))}
      query={await searchParams}
      wallet={await walletPanel(deps, secret, cookie)}
    />
  );
}
