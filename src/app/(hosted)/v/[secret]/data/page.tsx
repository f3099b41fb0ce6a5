import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { currentWords } from "#app/page-words.ts";
import { pageAt, program } from "#app/program.ts";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";
import { DataScreen, dataHeading } from "#hosted/screens/data-screen.tsx";

type Props = {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const open = cache(async (secret: string) => {
  const { newId, pages } = program();
  const { deps, site } = await pageAt(await headers());
  const requestId = newId(deps, "request");
  const opened = await pages.drawnData({ deps, site, actor: { kind: "end_user" }, requestId }, secret);
  if ("failure" in opened) pages.logPageError(deps, opened.failure, `/v/${secret}/data`, requestId);
  return { ...opened, requestId };
});

const hasFailed = async ({ searchParams }: Props): Promise<boolean> =>
  typeof (await searchParams).problem === "string";

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const words = await currentWords();
  const opened = await open((await props.params).secret);
  const page = "failure" in opened ? null : opened.page;
  const title = words.texts.data.title;
  const heading = page ? dataHeading(words, page, await hasFailed(props)) : title;
  return { title: { absolute: heading === title ? title : `${heading} – ${title}` } };
};

export default async function Page(props: Props) {
  const { secret } = await props.params;
  const words = await currentWords();
  const opened = await open(secret);
  if ("failure" in opened) return <BrokenPage texts={words.texts} reference={opened.requestId} />;
  const page = opened.page ?? notFound();
  return <DataScreen words={words} secret={secret} page={page} hasFailed={await hasFailed(props)} />;
}
