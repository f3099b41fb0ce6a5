import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { currentWords } from "#app/page-words.ts";
import { pageAt, program } from "#app/program.ts";
import { arrivalTitle } from "#hosted/frame/screen-texts.ts";
import { HandoffArrival } from "#hosted/handoff/handoff-arrival.tsx";

type Props = { params: Promise<{ code: string }> };

// The title and the page of one request share one lookup.
const look = cache(async (code: string) => {
  const { clientNetwork, newId, pages } = program();
  const { deps, site } = await pageAt(await headers());
  const network = clientNetwork({ headers: await headers() });
  const ctx = { deps, site, actor: { kind: "end_user" }, requestId: newId(deps, "request") } as const;
  // After too many tries from one network, the page says what to do, as for a code that does not work.
  return pages.lookAtHandoff(ctx, code, network).catch(() => null);
});

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: { absolute: arrivalTitle(await currentWords(), await look((await params).code)) },
});

export default async function Page({ params }: Props) {
  const { code } = await params;
  return <HandoffArrival words={await currentWords()} offer={await look(code)} code={code} />;
}
