import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { currentLanguage } from "#app/page-words.ts";
import { program } from "#app/program.ts";
import { PracticePage } from "#hosted/practice/practice-page.tsx";
import { PRACTICE_TEXTS } from "#hosted/practice/texts.ts";

type Props = {
  params: Promise<{ tenant?: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

// The title and the page of one request share one lookup.
const look = cache(async (tenant: string | undefined, version: number | undefined) => {
  const { getDeps, pages, systemCtx } = program();
  return pages.findStatement(systemCtx(await getDeps()), { tenant, version });
});

const lookAt = async ({ params, searchParams }: Props) => {
  const [tenant, ...rest] = (await params).tenant ?? [];
  const { version = "" } = await searchParams;
  if (rest.length > 0) return null;
  if (version !== "" && !/^[1-9]\d{0,8}$/.test(String(version))) return null;
  return look(tenant, version === "" ? undefined : Number(version));
};

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const found = await lookAt(props);
  const { title } = PRACTICE_TEXTS[await currentLanguage()];
  return { title: { absolute: found ? `${title} · ${found.statement.of.name}` : title } };
};

export default async function Page(props: Props) {
  const found = await lookAt(props);
  if (!found) notFound();
  const { id } = found.statement.of;
  return (
    <PracticePage
      shown={found}
      language={await currentLanguage()}
      path={id === null ? "/practice" : `/practice/${id}`}
      hasNumbers={found.hasNumbers}
    />
  );
}
