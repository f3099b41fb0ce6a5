import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { currentWords } from "#app/page-words.ts";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";
import { HostedPage } from "#hosted/screens/hosted-page.tsx";
import { titleOf } from "#hosted/screens/screen-texts.ts";
import { logPageError } from "#http/log-page-error.ts";
import { walletCookiesOf } from "#http/wallet/cookie.ts";
import { getDeps } from "#runtime.ts";
import { newId } from "#services/context.ts";
import { drawnPage } from "#services/hosted/view.ts";

type Props = {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

// src/proxy.ts puts the policy on the request for this.
const nonceOf = (policy: string | null): string | undefined => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

// The title and the page of one request ask for the same view.
const open = cache(async (secret: string) => {
  const deps = await getDeps();
  const requestId = newId(deps, "request");
  const cookies = walletCookiesOf(deps, (await headers()).get("cookie"));
  const opened = await drawnPage({ deps, actor: { kind: "end_user" }, requestId }, secret, cookies);
  if ("failure" in opened) logPageError(deps, opened.failure, `/v/${secret}`, requestId);
  return { ...opened, requestId };
});

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const words = await currentWords();
  const opened = await open((await params).secret);
  return {
    title: {
      absolute: "failure" in opened ? words.texts.broken.title : titleOf(words, opened.drawn?.view ?? null),
    },
  };
};

export default async function Page({ params, searchParams }: Props) {
  const { secret } = await params;
  const opened = await open(secret);
  if ("failure" in opened)
    return <BrokenPage texts={(await currentWords()).texts} reference={opened.requestId} />;
  const { view, wallet } = opened.drawn ?? notFound();
  const deps = await getDeps();
  return (
    <HostedPage
      words={await currentWords()}
      view={view}
      secret={secret}
      now={deps.now()}
      nonce={nonceOf((await headers()).get("content-security-policy"))}
      query={await searchParams}
      wallet={wallet}
    />
  );
}
