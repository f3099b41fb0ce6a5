import { CodeBlock } from "./code-block.tsx";
import { FieldList } from "./field-list.tsx";
import type { ErrorRow, WebhookEvent } from "./reference.ts";
import styles from "./reference-page.module.css";

const FLOW = (baseUrl: string): string => `# 1. Your backend starts a verification…
curl -X POST '${baseUrl}/verify/start' \\
  -H "x-tenant-api-key: $TENANT_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"callback_url":"https://shop.example/age-checked"}'

# 2. …sends the person to sessionUrl, and gets them back at callback_url with
#    ?verificationId=…&status=completed&token=…

# 3. …and confirms the token. Trust this answer, not the address of a browser.
curl -X POST '${baseUrl}/tokens/validate' \\
  -H "x-tenant-api-key: $TENANT_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"token":"eyJ…"}'`;

/** What to know before the first call. */
export const Guides = ({ baseUrl }: { baseUrl: string }) => (
  <>
    <section id="start" className={styles.guide}>
      <h2>In three steps</h2>
      <p>
        A verification is one check of one person. It is <code>pending</code>, then <code>in_progress</code>{" "}
        once the person has opened the hosted page (a preview of the link does not), and ends as{" "}
        <code>completed</code>, <code>failed</code> or <code>expired</code>. Completed means that a decision
        was reached: <code>result.verified</code> is true when the person meets the minimum age and false when
        not. A photo that could not be read is no decision.
      </p>
      <CodeBlock code={FLOW(baseUrl)} label="The whole way" />
    </section>
    <section id="authentication" className={styles.guide}>
      <h2>Authentication</h2>
      <p>
        A tenant's backend sends its API key in <code>x-tenant-api-key</code>, an administrator the admin key
        in <code>x-admin-key</code>. No other header is read. Keep both on servers: a key in a browser or an
        app is public. Keys can be revoked and replaced; that takes effect everywhere within ten seconds.
      </p>
    </section>
    <section id="requests" className={styles.guide}>
      <h2>Requests and answers</h2>
      <ul>
        <li>
          Bodies are JSON in UTF-8 of at most 64 KiB, sent with <code>Content-Type: application/json</code>.
          Unknown fields are refused by name, so that a misspelt one does not pass unnoticed.
        </li>
        <li>
          Every answer carries <code>X-Request-Id</code>, and takes over yours if you send a sane one. Quote
          it when you ask for help.
        </li>
        <li>
          Send an <code>Idempotency-Key</code> with a POST that you may have to repeat: the same key and body
          within 24 hours get the first answer again, with <code>Idempotency-Replayed: true</code>.
        </li>
        <li>New fields may be added to answers and events at any time. Ignore what you do not know.</li>
      </ul>
    </section>
    <section id="limits" className={styles.guide}>
      <h2>Limits</h2>
      <ul>
        <li>
          Each tenant has its own rate, 60 requests a minute by default, over a sliding window. Answers tell
          it in <code>RateLimit</code> and <code>RateLimit-Policy</code>; a refusal says when to come back in{" "}
          <code>Retry-After</code> and <code>retryAfterSeconds</code>.
        </li>
        <li>
          Each live verification that starts counts one unit of the month (UTC). Beyond the quota, plans with
          overage go on to a hard limit; others answer <a href="#QUOTA_EXCEEDED">QUOTA_EXCEEDED</a>.
        </li>
        <li>
          A verification stays open for 30 minutes, or as you say in <code>expiresInSeconds</code>, and allows
          three attempts.
        </li>
      </ul>
    </section>
    <section id="test-mode" className={styles.guide}>
      <h2>Test mode</h2>
      <p>
        Keys that begin with <code>avk_test_</code> start test verifications. They cost nothing. Their hosted
        page shows a TEST bar and lets you choose what happens: approve, under age, poor document, provider
        error or expire. All that follows is the live code: tokens, events and the way back to{" "}
        <code>callback_url</code>.
      </p>
    </section>
  </>
);

const SAMPLE = (baseUrl: string): string => `<script src="${baseUrl}/embed.js"></script>
<script>
  Lintel.open({
    url: sessionUrl, // from your backend, which called POST /verify/start
    mode: "frame", // or "popup", straight from a click
    // Your backend asks GET /verify/status: what a browser says proves nothing.
    onResult: ({ verificationId }) => location.assign("/age-checked?id=" + verificationId),
    onClose: ({ reason }) => console.log(reason), // "finished" or "cancelled"
  });
</script>`;

/** The hosted page over the tenant's own. */
export const EmbeddingGuide = ({ baseUrl }: { baseUrl: string }) => (
  <section id="embedding" className={styles.guide}>
    <h2>Embedding</h2>
    <p>
      The hosted page can open over yours, in a pop-up or a full-screen frame. Name your hosts in the console
      under <em>Callback hosts</em>: no other page may frame it or hear from it. Your page is told the id and
      the status, never a token; your backend asks for the rest. A blocked pop-up uses the tab and comes back
      by <code>callback_url</code>.
    </p>
    <CodeBlock code={SAMPLE(baseUrl)} label="HTML" />
  </section>
);

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

/** How a receiver checks a webhook, ready to be copied; tests/unit/docs.test.ts runs it. */
export const SIGNATURE_SAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the bytes as they came, before any JSON parser saw them.
export const isGenuine = (rawBody, header, secret, nowSeconds = Date.now() / 1000) => {
  const parts = header.split(",").map((part) => part.split("="));
  const time = parts.find(([name]) => name === "t")?.[1];
  if (!time || Math.abs(nowSeconds - Number(time)) > 300) return false;
  const expected = createHmac("sha256", secret).update(\`\${time}.\`).update(rawBody).digest();
  // While a secret is being replaced there are two v1: one that fits is enough.
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === "v1" ? value : "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
`;

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
