import { ERRORS } from "#core/errors.ts";
import { FieldList } from "./field-list.tsx";
import { ERROR_FIELDS, WEBHOOK_EVENTS, WEBHOOK_FIELDS } from "./reference.ts";
import styles from "./reference-page.module.css";
import { samplesNamed } from "./samples/by-endpoint.ts";
import { SampleTabs } from "./samples/sample-tabs.tsx";

/** What applies to every call, before the first of them. */
export const StartSection = ({ baseUrl }: { baseUrl: string }) => (
  <section id="start" className={styles.guide}>
    <h2>Before you call</h2>
    <p>
      This service runs at <code>{baseUrl}</code>. The samples read that address from <code>LINTEL_URL</code>{" "}
      and your key from <code>LINTEL_API_KEY</code>; the <a href="/docs/quickstart">quick start</a> shows
      where both come from.
    </p>
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
        Send an <code>Idempotency-Key</code> with each POST, and the same one when you try again: the call
        then takes effect once. The SDKs do this by themselves.
      </li>
      <li>
        Each answer of a tenant endpoint says in <code>RateLimit</code> how many calls are left in the current
        minute. After status 429, wait for the seconds in <code>Retry-After</code>.
      </li>
      <li>
        Unknown fields of a request are refused by name. New fields may be added to answers and events at any
        time: ignore the ones that you do not know.
      </li>
    </ul>
  </section>
);

/** What webhooks contain. */
export const WebhookSection = () => (
  <section id="webhooks" className={styles.guide}>
    <h2>Webhooks</h2>
    <p>
      When a verification ends, each of your webhook endpoints gets a signed POST. Check the signature before
      anything else, and answer with a 2xx status within five seconds. The{" "}
      <a href="/docs/webhooks">guide to webhooks</a> has the retries, the two signatures and what to do with
      duplicates.
    </p>
    {samplesNamed("webhook").map(({ name, samples }) => (
      <SampleTabs key={name} name={name} samples={samples} />
    ))}
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
export const ErrorSection = () => (
  <section id="errors" className={styles.guide}>
    <h2>Errors</h2>
    <p>
      Every error has the same body. <code>code</code> is stable: let your code depend on it, and do not show
      the message to end users. The API never answers with status 422: these codes say why a verification
      failed, in <code>error.code</code> of its status and of its event. Each code leads to what you can do
      about it.
    </p>
    {samplesNamed("errors").map(({ name, samples }) => (
      <SampleTabs key={name} name={name} samples={samples} />
    ))}
    <h3>Every error</h3>
    <FieldList title="Body" rows={ERROR_FIELDS} />
    <dl className={styles.codes}>
      {Object.entries(ERRORS).map(([code, { status, title }]) => (
        <div key={code} id={code}>
          <dt>
            <a href={`/docs/errors#${code.toLowerCase()}`}>
              <code>{code}</code>
            </a>
            <span>{status}</span>
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  </section>
);
