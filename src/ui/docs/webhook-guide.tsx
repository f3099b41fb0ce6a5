import { CodeBlock } from "./code-block.tsx";
import { FieldList } from "./field-list.tsx";
import type { WebhookEvent } from "./reference.ts";
import styles from "./reference-page.module.css";
import { SIGNATURE_SAMPLE } from "./signature-sample.ts";

/** What is sent to a tenant's endpoint, when, and how to know that it is genuine. */
export const WebhookGuide = ({ events }: { events: readonly WebhookEvent[] }) => (
  <section id="webhooks" className={styles.guide}>
    <h2>Webhooks</h2>
    <p>
      When a verification ends, each of your endpoints gets a POST. Answer with any 2xx status within five
      seconds; do slow work later. Everything else is tried again 1 minute, 5 minutes, 15 minutes, 1 hour, 6
      hours and 24 hours after the first attempt: seven attempts in all. The bytes of the body are the same
      each time. An event can arrive twice: remember <code>request_id</code> together with <code>event</code>.
    </p>
    <h3 id="signature">Is it genuine?</h3>
    <p>
      <code>X-Service-Signature</code> holds the time of the attempt and an HMAC-SHA-256 in hexadecimal of
      that time, a dot and the body: <code>t=1795240797,v1=5f2b…</code>. The key is the whole secret,{" "}
      <code>whsec_</code> included. Compare in constant time, and refuse what is older than five minutes.{" "}
      <code>X-Event-Id</code> and <code>X-Delivery-Attempt</code> come along, and the headers of Standard
      Webhooks (<code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>) for
      who has a library for those.
    </p>
    <CodeBlock code={SIGNATURE_SAMPLE} label="Node.js" />
    {events.map(({ name, payload }) => (
      <section key={name} id={name} className={styles.event}>
        <h3>
          <code>{name}</code>
        </h3>
        <FieldList title="Payload" rows={payload} />
      </section>
    ))}
  </section>
);
