import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { currentWords } from "#app/page-words.ts";
import { pageAt, program } from "#app/program.ts";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";
import { HostedPage } from "#hosted/screens/hosted-page.tsx";
import { titleOf } from "#hosted/screens/step-title.ts";

type Props = {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

// src/proxy.ts sets the policy on the request so that this can read it.
const nonceOf = (policy: string | null): string | undefined => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

// The title and the page of one request share one view.
const open = cache(async (secret: string) => {
  const { newId, pages } = program();
  const { deps, site } = await pageAt(await headers());
  const requestId = newId(deps, "request");
  const cookies = pages.walletCookiesOf(deps, (await headers()).get("cookie"));
  const ctx = { deps, site, actor: { kind: "end_user" }, requestId } as const;
  const opened = await pages.drawnPage(ctx, secret, cookies);
  if ("failure" in opened) pages.logPageError(deps, opened.failure, `/v/${secret}`, requestId);
  return { ...opened, requestId };
});

export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const words = await currentWords();
  const opened = await open((await params).secret);
  return {
    title: {
      absolute:
        "failure" in opened ? words.texts.broken.title : titleOf(words, opened.drawn, await searchParams),
    },
  };
};

export default async function Page({ params, searchParams }: Props) {
  const { secret } = await params;
  const opened = await open(secret);
  if ("failure" in opened)
    return <BrokenPage texts={(await currentWords()).texts} reference={opened.requestId} />;
  const { view, wallet } = opened.drawn ?? notFound();
  const { deps } = await pageAt(await headers());
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
