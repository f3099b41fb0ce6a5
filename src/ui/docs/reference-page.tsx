import { Wordmark } from "../brand/wordmark.tsx";
import { EmbeddingGuide } from "./embedding-guide.tsx";
import { ErrorGuide } from "./error-guide.tsx";
import { Guides } from "./guides.tsx";
import { OperationSection } from "./operation-section.tsx";
import { type ErrorRow, groupsOf, operationsOf, webhookEventsOf } from "./reference.ts";
import styles from "./reference-page.module.css";
import { SideNavigation } from "./side-navigation.tsx";
import { WebhookGuide } from "./webhook-guide.tsx";

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
