import { OperationSection } from "./operation-section.tsx";
import { OPERATION_GROUPS, WEBHOOK_EVENTS } from "./reference.ts";
import styles from "./reference-page.module.css";
import { ErrorSection, StartSection, WebhookSection } from "./reference-sections.tsx";
import { Neighbours, SiteFrame } from "./site/site-frame.tsx";
import { REFERENCE_SLUG } from "./site/site-map.ts";

type Link = { href: string; label: string; method?: string };

const Links = ({ title, links }: { title: string; links: readonly Link[] }) => (
  <div className={styles.group}>
    <h2>{title}</h2>
    <ul>
      {links.map(({ href, label, method }) => (
        <li key={href}>
          <a href={href}>
            {method && <span className={styles.method}>{method}</span>}
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  </div>
);

/** The table of contents: next to the page on a wide screen, folded above it on a narrow one. */
const CONTENTS = (
  <>
    <Links title="Start" links={[{ href: "#start", label: "Before you call" }]} />
    {OPERATION_GROUPS.map(({ id, name, operations }) => (
      <Links
        key={id}
        title={name}
        links={operations.map(({ id, path, method }) => ({ href: `#${id}`, label: path, method }))}
      />
    ))}
    <Links
      title="Events and errors"
      links={[
        { href: "#webhooks", label: "Webhooks" },
        ...WEBHOOK_EVENTS.map(({ name }) => ({ href: `#${name}`, label: name })),
        { href: "#errors", label: "Errors" },
      ]}
    />
  </>
);

/** The interface as people read it, from the same contracts as the OpenAPI document. */
export const ReferencePage = ({ baseUrl }: { baseUrl: string }) => (
  <SiteFrame
    current={REFERENCE_SLUG}
    aside={
      <nav aria-label="Contents" className={styles.contents}>
        {CONTENTS}
      </nav>
    }
  >
    <h1 className={styles.title}>API reference</h1>
    <p className={styles.lead}>
      Start an age verification, send the end user to the hosted page, and confirm the token that comes back.
      For programs, there is the <a href="/openapi.json">OpenAPI document</a>.
    </p>
    <details className={styles.folded}>
      <summary>Contents</summary>
      <nav aria-label="Contents">{CONTENTS}</nav>
    </details>
    <StartSection baseUrl={baseUrl} />
    {OPERATION_GROUPS.map(({ id, name, operations }) => (
      <section key={id} id={id} className={styles.guide}>
        <h2>{name}</h2>
        {operations.map((operation) => (
          <OperationSection key={operation.id} operation={operation} baseUrl={baseUrl} />
        ))}
      </section>
    ))}
    <WebhookSection />
    <ErrorSection />
    <Neighbours slug={REFERENCE_SLUG} />
  </SiteFrame>
);
