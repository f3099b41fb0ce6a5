import { PAGES } from "#docs-page/generated/pages.ts";
import { OPERATION_GROUPS } from "../reference.ts";
import styles from "./front-page.module.css";
import { SiteFrame } from "./site-frame.tsx";
import { addressOf, REFERENCE_SLUG, ROLES, SITE_PAGES } from "./site-map.ts";

const leadOf = (slug: string): string =>
  slug === REFERENCE_SLUG
    ? "Every endpoint, event, error and limit, with samples in five languages and a place to try them."
    : (PAGES.find((page) => page.slug === slug)?.lead ?? "");

/** Where readers begin: the pages by role, and the endpoints by name. */
export const FrontPage = () => (
  <SiteFrame>
    <h1 className={styles.title}>Documentation</h1>
    <p className={styles.lead}>
      Lintel answers one question about a person: are they old enough? New here? The{" "}
      <a href={addressOf("quickstart")}>quick start</a> runs a first verification in five minutes.
    </p>
    {ROLES.map(({ id, name, who }) => (
      <section key={id} className={styles.role} aria-labelledby={`role-${id}`}>
        <h2 id={`role-${id}`}>{name}</h2>
        <p>{who}</p>
        <ul>
          {SITE_PAGES.filter(({ role }) => role === id).map(({ slug, title }) => (
            <li key={slug}>
              <a href={addressOf(slug)}>{title}</a>
              <span>{leadOf(slug)}</span>
            </li>
          ))}
        </ul>
      </section>
    ))}
    <section className={styles.endpoints} aria-labelledby="endpoints">
      <h2 id="endpoints">Endpoints</h2>
      {OPERATION_GROUPS.map((group) => (
        <div key={group.id}>
          <h3>{group.name}</h3>
          <ul>
            {group.operations.map(({ id, method, path, summary }) => (
              // The ids are those of the reference, which was here once: old links reach the line that leads on.
              <li key={id} id={id}>
                <a href={`${addressOf(REFERENCE_SLUG)}#${id}`}>
                  <span>{method}</span> <code>{path}</code>
                </a>
                <span>{summary}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
    <p className={styles.machines}>
      For programs: <a href="/openapi.json">OpenAPI document</a>, <a href="/llms.txt">llms.txt</a>,{" "}
      <a href="/llms-full.txt">all pages in one file</a>. Each page is also there as Markdown: add{" "}
      <code>.md</code> to its address.
    </p>
  </SiteFrame>
);
