import { ERRORS } from "#core/errors.ts";
import { CodeBlock } from "./code-block.tsx";
import { FieldList } from "./field-list.tsx";
import { WEBHOOK_EVENTS } from "./reference.ts";
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

/** What to know before the first call. */
export const Guides = ({ baseUrl }: { baseUrl: string }) => (
  <>
    <section id="start" className={styles.guide}>
      <h2>In three steps</h2>
      <p>
        A verification is one age check of one end user. It starts as <code>pending</code>, becomes{" "}
        <code>in_progress</code> once the end user opens the hosted page (a preview of the link does not
        count), and ends as <code>completed</code>, <code>failed</code> or <code>expired</code>. Completed
        means that there is a decision: <code>result.verified</code> is true if the end user meets the minimum
        age and false if not. A photo that could not be read is not a decision.
      </p>
      <CodeBlock code={FLOW(baseUrl)} label="The whole flow" />
    </section>
    <section id="authentication" className={styles.guide}>
      <h2>Authentication</h2>
      <p>
        A tenant's backend sends its API key in <code>x-tenant-api-key</code>. An administrator sends the
        admin key in <code>x-admin-key</code>. No other header is read. Keep both on servers: a key in a
        browser or an app is public. You can revoke and replace keys; this takes effect within ten seconds.
      </p>
    </section>
    <section id="requests" className={styles.guide}>
      <h2>Requests and answers</h2>
      <ul>
        <li>
          Bodies are JSON in UTF-8 of at most 64 KiB (512 KiB for lists of trust anchors), sent with{" "}
          <code>Content-Type: application/json</code>. Unknown fields are refused by name, so that a typo does
          not go unnoticed.
        </li>
        <li>
          Every answer carries <code>X-Request-Id</code>, and keeps yours if you send a valid one. Quote it
          when you ask for help.
        </li>
        <li>
          Send an <code>Idempotency-Key</code> with each POST that you may have to repeat. The same key and
          body within 24 hours get the first answer again, with <code>Idempotency-Replayed: true</code>. Send
          the same bytes: the same JSON spelt differently is another request and gets 400.
        </li>
        <li>New fields may be added to answers and events at any time. Ignore what you do not know.</li>
      </ul>
    </section>
    <section id="limits" className={styles.guide}>
      <h2>Limits</h2>
      <ul>
        <li>
          Each tenant has its own rate limit over a sliding window: 60 requests a minute by default. A burst
          never exceeds it; at worst nearly twice as many pass in sixty seconds across the border of a minute.
          Answers state it in <code>RateLimit</code> and <code>RateLimit-Policy</code>. A refusal says when to
          try again in <code>Retry-After</code> and <code>retryAfterSeconds</code>.
        </li>
        <li>
          Each live verification that you start counts towards the quota of the month (UTC). Beyond it, plans
          with overage continue to a hard limit; others answer <a href="#QUOTA_EXCEEDED">QUOTA_EXCEEDED</a>.
        </li>
        <li>
          A verification stays open for 30 minutes, or as long as you set in <code>expiresInSeconds</code>,
          and allows three attempts.
        </li>
      </ul>
    </section>
    <section id="callback" className={styles.guide}>
      <h2>The return</h2>
      <p>
        When a verification has ended, the browser goes to <code>callback_url</code>. Its own query stays, and
        gets <code>verificationId</code> and <code>status</code>. After an approval there is also a{" "}
        <code>code</code> or a <code>token</code>, as the tenant chose under <em>Settings → Callbacks</em> or
        with <code>returnWith</code> of <code>PATCH /admin/tenants/:id</code>.
      </p>
      <ul>
        <li>
          A code says nothing by itself. It lasts ten minutes, and your backend gets the token for it once,
          with <a href="#tokens.exchange">POST /tokens/exchange</a>. A person who goes back to the page and
          returns again brings a new code, until the token was exchanged.
        </li>
        <li>
          Keep the <code>verificationId</code> in the person's session when you start, and exchange only that
          one: otherwise one person could hand their approval to another by a link.
        </li>
        <li>
          Send the code as the <code>Idempotency-Key</code> too. Then a repeat after a lost answer gets the
          same token.
        </li>
      </ul>
    </section>
    <section id="test-mode" className={styles.guide}>
      <h2>Test mode</h2>
      <p>
        Keys that begin with <code>avk_test_</code> start test verifications, which are free. Their hosted
        page shows a test bar and lets you choose the outcome: approve, under age, poor document, provider
        error or expire. Everything after that works as in live mode: tokens, events and the return to{" "}
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

/** The hosted page, opened over the tenant's page. */
export const EmbeddingGuide = ({ baseUrl }: { baseUrl: string }) => (
  <section id="embedding" className={styles.guide}>
    <h2>Embedding</h2>
    <p>
      The hosted page can open over yours, in a pop-up or a full-screen frame. Add your hosts in the console
      under <em>Settings → Callbacks</em>: no other page can frame it or get messages from it. Your page gets
      the id and the status, never a token; your backend asks for the rest. If the browser blocks the pop-up,
      the hosted page opens in the same tab and returns by <code>callback_url</code>.
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

/** Every error code, and what each means. */
export const ErrorGuide = () => (
  <section id="errors" className={styles.guide}>
    <h2>Errors</h2>
    <p>
      Every error has the same body. <code>code</code> is stable: let your code depend on it, and do not show
      the message to end users. <code>issues</code> come with status 400 and name each invalid field;{" "}
      <code>retryAfterSeconds</code> comes with 429 and 503. The API never answers with status 422: these
      codes say why a verification failed, in <code>error.code</code> of its status and of its event. See{" "}
      <code>docs/errors.md</code> in the source tree for more about each.
    </p>
    <CodeBlock code={SHAPE} label="JSON" />
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

/** How a receiver checks a webhook, ready to copy; tests/unit/docs.test.ts runs it. */
export const SIGNATURE_SAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the bytes as received, before any JSON parser.
export const isGenuine = (rawBody, header, secret, nowSeconds = Date.now() / 1000) => {
  const parts = header.split(",").map((part) => part.split("="));
  const time = parts.find(([name]) => name === "t")?.[1];
  if (!time || Math.abs(nowSeconds - Number(time)) > 300) return false;
  const expected = createHmac("sha256", secret).update(\`\${time}.\`).update(rawBody).digest();
  // While a secret is being replaced there are two v1: one match is enough.
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === "v1" ? value : "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
`;

/** Webhooks: when they are sent, and how a receiver checks that one is genuine. */
export const WebhookGuide = () => (
  <section id="webhooks" className={styles.guide}>
    <h2>Webhooks</h2>
    <p>
      When a verification ends, each of your webhook endpoints gets a POST. Answer with any 2xx status within
      five seconds; do slow work later. After any other answer, delivery is tried again 1 minute, 5 minutes,
      15 minutes, 1 hour, 6 hours and 24 hours after the first attempt: seven attempts in all. The body has
      the same bytes each time. An event can arrive twice: use <code>request_id</code> and <code>event</code>{" "}
      to detect duplicates.
    </p>
    <h3 id="signature">Is it genuine?</h3>
    <p>
      <code>X-Service-Signature</code> holds the time of the attempt and an HMAC-SHA-256 in hexadecimal of
      that time, a dot and the body: <code>t=1795240797,v1=5f2b…</code>. The key is the whole secret,{" "}
      <code>whsec_</code> included. Compare in constant time, and refuse what is older than five minutes. Each
      delivery also has <code>X-Event-Id</code>, <code>X-Delivery-Attempt</code> and the headers of Standard
      Webhooks (<code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>) for
      libraries that check those.
    </p>
    <CodeBlock code={SIGNATURE_SAMPLE} label="Node.js" />
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
