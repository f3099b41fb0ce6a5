import { ERRORS } from "#core/errors.ts";
import { CodeBlock } from "./code-block.tsx";
import { FieldList } from "./field-list.tsx";
import { ERROR_FIELDS, WEBHOOK_EVENTS, WEBHOOK_FIELDS } from "./reference.ts";
import styles from "./reference-page.module.css";

const FLOW = (baseUrl: string): string => `# 1. Your backend starts a verification…
curl -X POST '${baseUrl}/verify/start' \\
  -H "x-tenant-api-key: $TENANT_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"callback_url":"https://shop.example/age-checked"}'

# 2. …sends the end user to sessionUrl, and gets them back at callback_url with
#    ?verificationId=…&status=completed&code=…

# 3. …and exchanges the code for the token, once. Trust this answer, not the address of a browser.
curl -X POST '${baseUrl}/tokens/exchange' \\
  -H "x-tenant-api-key: $TENANT_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"verificationId":"ver_…","code":"vrc_…"}'

# Where the tenant's settings say so, the address has token=… instead: confirm that one.
curl -X POST '${baseUrl}/tokens/validate' \\
  -H "x-tenant-api-key: $TENANT_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"token":"eyJ…"}'`;

/** A quick start for a reader who has only a running service; the docs in the source tree say more. */
export const StartGuide = ({ baseUrl }: { baseUrl: string }) => (
  <section id="start" className={styles.guide}>
    <h2>In three steps</h2>
    <p>
      A verification is one age check of one end user. It starts as <code>pending</code>, becomes{" "}
      <code>in_progress</code> once the end user opens the hosted page, and ends as <code>completed</code>,{" "}
      <code>failed</code> or <code>expired</code>. Completed means that there is a decision:{" "}
      <code>result.verified</code> is true if the end user meets the minimum age and false if not.
    </p>
    <CodeBlock code={FLOW(baseUrl)} label="The whole flow" />
    <ul>
      <li>
        Keep your key on servers: a key in a browser or an app is public. The console's <em>API keys</em> page
        creates, replaces and revokes keys.
      </li>
      <li>
        Keys that begin with <code>avk_test_</code> start free test verifications: their hosted page lets you
        choose the outcome, and everything after that works as in live mode.
      </li>
      <li>
        Keep the <code>verificationId</code> in the person's session when you start, and exchange only that
        one: otherwise one person could hand their approval to another by a link.
      </li>
      <li>
        Unknown fields of a request are refused by name. New fields may be added to answers and events at any
        time: ignore what you do not know.
      </li>
      <li>
        The source tree says more in <code>docs</code>: <code>callback.md</code> about the return,{" "}
        <code>webhooks.md</code> with code that checks signatures, <code>embedding.md</code> about the hosted
        page over yours, <code>errors.md</code> about each error.
      </li>
    </ul>
  </section>
);

/** When webhooks are sent, and what they contain. */
export const WebhookGuide = () => (
  <section id="webhooks" className={styles.guide}>
    <h2>Webhooks</h2>
    <p>
      When a verification ends, each of your webhook endpoints gets a POST. Answer with any 2xx status within
      five seconds; do slow work later. After any other answer, delivery is tried again 1 minute, 5 minutes,
      15 minutes, 1 hour, 6 hours and 24 hours after the first attempt: seven attempts in all. An event can
      arrive twice: use <code>request_id</code> and <code>event</code> to detect duplicates. Check one of the
      two signatures before anything else, and refuse what is older than five minutes.
    </p>
    <h3>Every delivery</h3>
    <FieldList title="Headers" rows={WEBHOOK_FIELDS} />
    {WEBHOOK_EVENTS.map(({ name, payload }) => (
      <section key={name} id={name} className={styles.event}>
        <h3>
          <code>{name}</code>
        </h3>
        <FieldList title="Payload" rows={payload} />
      </section>
    ))}
  </section>
);

/** Every error code, and what each means. */
export const ErrorGuide = () => (
  <section id="errors" className={styles.guide}>
    <h2>Errors</h2>
    <p>
      Every error has the same body. <code>code</code> is stable: let your code depend on it, and do not show
      the message to end users. The API never answers with status 422: these codes say why a verification
      failed, in <code>error.code</code> of its status and of its event.
    </p>
    <h3>Every error</h3>
    <FieldList title="Body" rows={ERROR_FIELDS} />
    <dl className={styles.codes}>
      {Object.entries(ERRORS).map(([code, { status, title }]) => (
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
