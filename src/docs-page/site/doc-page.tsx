import type { DocumentPage } from "../document.ts";
import styles from "./doc-page.module.css";
import { DocumentView } from "./document-view.tsx";
import { Neighbours, SiteFrame } from "./site-frame.tsx";
import { addressOf, DECISIONS_SLUG, ROLES, SITE_PAGES } from "./site-map.ts";

const roleOf = (slug: string): string | undefined => {
  const listed = SITE_PAGES.find((page) => page.slug === slug.replace(/^adr\/.*/, DECISIONS_SLUG));
  return ROLES.find(({ id }) => id === listed?.role)?.name;
};

/** The parts of the page that is shown. */
const OnThisPage = ({ page: { headings } }: { page: DocumentPage }) => {
  const parts = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (parts.length < 2) return null;
  return (
    <nav aria-labelledby="on-this-page" className={styles.parts}>
      <h2 id="on-this-page">On this page</h2>
      <ul>
        {parts.map(({ id, depth, text }) => (
          <li key={id} data-depth={depth}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** A page that was written in `docs/`. */
export const DocPage = ({ page }: { page: DocumentPage }) => (
  <SiteFrame
    current={page.slug.startsWith("adr/") ? DECISIONS_SLUG : page.slug}
    aside={<OnThisPage page={page} />}
  >
    <p className={styles.role}>{roleOf(page.slug)}</p>
    <h1 className={styles.title}>{page.title}</h1>
    <DocumentView blocks={page.blocks} />
    <p className={styles.source}>
      <a href={`${addressOf(page.slug)}.md`}>This page as Markdown</a>
    </p>
    <Neighbours slug={page.slug} />
  </SiteFrame>
);
