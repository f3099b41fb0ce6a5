import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { currentWords } from "#app/page-words.ts";
import { isDatabaseError } from "#data/errors.ts";
import { logPageError } from "#http/log-page-error.ts";
import { walletCookiesOf } from "#http/wallet/cookie.ts";
import { getDeps } from "#runtime.ts";
import { viewHostedPage } from "#services/hosted/open.ts";
import { newId } from "#services/new-id.ts";
import { walletPanel } from "#services/wallet/panel.ts";
import { HostedPage } from "#ui/hosted/hosted-page.tsx";
import { titleOf } from "#ui/hosted/title.ts";
import { UnavailablePage } from "#ui/hosted/unavailable-page.tsx";

type Props = {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

// src/proxy.ts puts the policy on the request for this.
const nonceOf = (policy: string | null): string | undefined => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

// The title and the page of one request ask for the same view. Without the database there is none; a page that throws
// shows nothing where scripts are off.
const open = cache(async (secret: string) => {
  const deps = await getDeps();
  const requestId = newId(deps, "request");
  try {
    return { view: await viewHostedPage({ deps, actor: { kind: "end_user" }, requestId }, secret) };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    logPageError(deps, error, `/v/${secret}`, requestId);
    return { away: requestId };
  }
});

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const words = await currentWords();
  const { view } = await open((await params).secret);
  return { title: { absolute: view === undefined ? words.texts.broken.title : titleOf(words, view) } };
};

export default async function Page({ params, searchParams }: Props) {
  const { secret } = await params;
  const opened = await open(secret);
  if (opened.away !== undefined)
    return <UnavailablePage words={await currentWords()} reference={opened.away} />;
  const view = opened.view ?? notFound();
  const deps = await getDeps();
  const sent = await headers();
  const cookies = walletCookiesOf(deps, sent.get("cookie"));
  return (
    <HostedPage
      words={await currentWords()}
      view={view}
      secret={secret}
      now={deps.now()}
      nonce={nonceOf(sent.get("content-security-policy"))}
      query={await searchParams}
      wallet={await walletPanel(deps, secret, cookies)}
    />
  );
}
