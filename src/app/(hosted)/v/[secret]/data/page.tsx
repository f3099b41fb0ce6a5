import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { currentWords } from "#app/page-words.ts";
import { pageDeps, program } from "#app/program.ts";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";
import { DataScreen } from "#hosted/screens/data-screen.tsx";

type Props = {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: (await currentWords()).texts.data.title },
});

export default async function Page({ params, searchParams }: Props) {
  const { secret } = await params;
  const words = await currentWords();
  const { newId, pages } = program();
  const deps = await pageDeps(await headers());
  const requestId = newId(deps, "request");
  const opened = await pages.drawnData({ deps, actor: { kind: "end_user" }, requestId }, secret);
  if ("failure" in opened) {
    pages.logPageError(deps, opened.failure, `/v/${secret}/data`, requestId);
    return <BrokenPage texts={words.texts} reference={requestId} />;
  }
  const hasFailed = typeof (await searchParams).problem === "string";
  return <DataScreen words={words} secret={secret} page={opened.page ?? notFound()} hasFailed={hasFailed} />;
}
