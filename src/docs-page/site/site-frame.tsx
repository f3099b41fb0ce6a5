import type { ReactNode } from "react";
import { Wordmark } from "#kit/brand.tsx";
import { SearchDialog } from "../search/search-dialog.tsx";
import styles from "./site-frame.module.css";
import { addressOf, neighboursOf, ROLES, SITE_PAGES, type SitePage } from "./site-map.ts";

/** Every page by role. The current one is marked; on the front page there is none. */
const Pages = ({ current }: { current?: string | undefined }) => (
  <>
    {ROLES.map(({ id, name }) => (
      <div key={id} className={styles.group}>
        <h2>{name}</h2>
        <ul>
          {SITE_PAGES.filter(({ role }) => role === id).map(({ slug, title }) => (
            <li key={slug}>
              <a href={addressOf(slug)} aria-current={slug === current ? "page" : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </>
);

const Neighbour = ({ page, label, rel }: { page: SitePage; label: string; rel: "prev" | "next" }) => (
  <a href={addressOf(page.slug)} rel={rel} className={styles[rel]}>
    <span>{label}</span>
    <strong>{page.title}</strong>
  </a>
);

/** The pages before and after this one. */
export const Neighbours = ({ slug }: { slug: string }) => {
  const { previous, next } = neighboursOf(slug);
  if (!(previous || next)) return null;
  return (
    <nav className={styles.neighbours} aria-label="Previous and next page">
      {previous && <Neighbour page={previous} label="Previous" rel="prev" />}
      {next && <Neighbour page={next} label="Next" rel="next" />}
    </nav>
  );
};

type SiteFrameProps = {
  /** The page's slug; absent on the front page. */
  current?: string;
  /** What stands on the right of a wide screen: the parts of the page. */
  aside?: ReactNode;
  children: ReactNode;
};

/** What every page of the documentation has around its content. */
export const SiteFrame = ({ current, aside, children }: SiteFrameProps) => (
  <div className={styles.site}>
    <a className={styles.skip} href="#content">
      Skip to the content
    </a>
    <header className={styles.top}>
      <div className={styles.names}>
        <a href="/" className={styles.home}>
          <Wordmark size={20} />
        </a>
        <a href="/docs" className={styles.docs}>
          Docs
        </a>
      </div>
      <SearchDialog />
      <nav className={styles.ways} aria-label="Elsewhere">
        <a href="/docs/reference">API reference</a>
        <a href="/console">Console</a>
      </nav>
    </header>
    <div className={styles.layout}>
      <nav className={styles.side} aria-label="Documentation">
        <Pages current={current} />
      </nav>
      <details className={styles.folded}>
        <summary>All pages</summary>
        <nav aria-label="Documentation">
          <Pages current={current} />
        </nav>
      </details>
      <main id="content" className={styles.content} data-plain={aside === undefined}>
        {children}
      </main>
      {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
    </div>
  </div>
);
