import { EMBEDDER_KEY } from "./embedder.ts";

const REMEMBER = `try {
  const origin = new URLSearchParams(location.hash.slice(1)).get("embed");
  if (origin !== null) sessionStorage.setItem("${EMBEDDER_KEY}", origin);
} catch {}`;

/**
 * Keeps who embeds this page before anybody can press a link: the address's fragment is gone on the next page, and
 * on a slow line the scripts may come later than the finger.
 */
export const EmbedMemory = ({ nonce }: { nonce: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of this page's policy
  <script nonce={nonce} dangerouslySetInnerHTML={{ __html: REMEMBER }} />
);
