import { CodeBlock } from "./code-block.tsx";
import styles from "./reference-page.module.css";

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
