import { CodeBlock } from "./code-block.tsx";
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
