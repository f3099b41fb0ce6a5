import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocPage } from "#docs-page/site/doc-page.tsx";
import { loadPage } from "#docs-page/site/plain-answers.ts";
import { SITE_PAGES } from "#docs-page/site/site-map.ts";

type Props = { params: Promise<{ page: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await loadPage((await params).page);
  if (page === null) return {};
  const title = SITE_PAGES.find(({ slug }) => slug === page.slug)?.title ?? page.title;
  return { title: `${title} · Docs`, description: page.lead };
}

export default async function Page({ params }: Props) {
  const page = await loadPage((await params).page);
  if (page === null) notFound();
  return <DocPage page={page} />;
}
