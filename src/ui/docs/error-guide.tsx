import type { ErrorRow } from "./reference.ts";
import styles from "./reference-page.module.css";

const SHAPE = `{
  "request_id": "req_…", "requestId": "req_…",
  "error": { "code": "INVALID_REQUEST_BODY", "message": "…" },
  "code": "INVALID_REQUEST_BODY", "message": "…",
  "issues": [{ "path": "minimumAge", "message": "…" }]
}`;

/** Every code there is, and what each means. */
export const ErrorGuide = ({ errors }: { errors: readonly ErrorRow[] }) => (
  <section id="errors" className={styles.guide}>
    <h2>Errors</h2>
    <p>
      Every error has one body. <code>code</code> is stable: decide by it and show nobody the message.{" "}
      <code>issues</code> come with status 400 and name each place that is wrong;{" "}
      <code>retryAfterSeconds</code> comes with 429 and 503. Codes with status 422 are no answers of the
      interface: they say why a verification failed, in <code>error.code</code> of its status and of its
      event. More about each is in the source tree, in <code>docs/errors.md</code>.
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG §2.1.1) */}
    <pre className={styles.shape} tabIndex={0}>
      <code>{SHAPE}</code>
    </pre>
    <dl className={styles.codes}>
      {errors.map(({ code, status, title }) => (
        <div key={code} id={code}>
          <dt>
            <code>{code}</code>
            <span>{status}</span>
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  </section>
);
