import { Wordmark } from "#kit/brand.tsx";
import { EmbeddingGuide, ErrorGuide, Guides, WebhookGuide } from "./guides.tsx";
import { OperationSection } from "./operation-section.tsx";
import {
  type ErrorRow,
  type Group,
  groupsOf,
  operationsOf,
  type WebhookEvent,
  webhookEventsOf,
} from "./reference.ts";
import styles from "./reference-page.module.css";

const GUIDES = [
  ["start", "In three steps"],
  ["authentication", "Authentication"],
  ["requests", "Requests and answers"],
  ["limits", "Limits"],
  ["test-mode", "Test mode"],
  ["embedding", "Embedding"],
] as const;

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

/** The page's table of contents: beside it on a wide screen, folded on top of it on a phone. */
export const SideNavigation = ({
  groups,
  events,
}: {
  groups: readonly Group[];
  events: readonly WebhookEvent[];
}) => (
  <>
    <Links title="Guide" links={GUIDES.map(([id, label]) => ({ href: `#${id}`, label }))} />
    {groups.map(({ id, name, operations }) => (
      <Links
        key={id}
        title={name}
        links={operations.map((operation) => ({
          href: `#${operation.id}`,
          label: operation.path,
          method: operation.method,
        }))}
      />
    ))}
    <Links
      title="Events and errors"
      links={[
        { href: "#webhooks", label: "Webhooks" },
        { href: "#signature", label: "Signature" },
        ...events.map(({ name }) => ({ href: `#${name}`, label: name })),
        { href: "#errors", label: "Errors" },
      ]}
    />
  </>
);

type ReferencePageProps = {
  /** OpenAPI 3.1, as /openapi.json serves it. */
  document: unknown;
  baseUrl: string;
  errors: readonly ErrorRow[];
};

/** The interface, readable: made from the same document that machines read. */
export const ReferencePage = ({ document, baseUrl, errors }: ReferencePageProps) => {
  const groups = groupsOf(operationsOf(document));
  const events = webhookEventsOf(document);
  const contents = <SideNavigation groups={groups} events={events} />;
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.top}>
        <a href="/" className={styles.home}>
          <Wordmark size={20} />
        </a>
        <a href="/openapi.json">OpenAPI document</a>
      </header>
      <div className={styles.layout}>
        <nav className={styles.side} aria-label="Contents">
          {contents}
        </nav>
        <details className={styles.folded}>
          <summary>Contents</summary>
          <nav aria-label="Contents">{contents}</nav>
        </details>
        <main id="content" className={styles.content}>
          <h1>API reference</h1>
          <p className={styles.lead}>
            Start an age verification, send the person to the hosted page, and confirm the token that comes
            back. This service answers at <code>{baseUrl}</code>.
          </p>
          <Guides baseUrl={baseUrl} />
          <EmbeddingGuide baseUrl={baseUrl} />
          {groups.map(({ id, name, operations }) => (
            <section key={id} id={id} className={styles.guide}>
              <h2>{name}</h2>
              {operations.map((operation) => (
                <OperationSection key={operation.id} operation={operation} baseUrl={baseUrl} />
              ))}
            </section>
          ))}
          <WebhookGuide events={events} />
          <ErrorGuide errors={errors} />
        </main>
      </div>
    </>
  );
};
