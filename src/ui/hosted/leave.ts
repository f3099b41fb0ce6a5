import { findEmbedder, tell } from "./embedder.ts";

export type Way = {
  url: string | null;
  verificationId: string;
  status: string;
  embedHosts: readonly string[];
};

/** Back to who asked: an embedded page is closed by the page around it, any other goes to its address. */
export const leave = ({ url, verificationId, status, embedHosts }: Way): void => {
  const embedder = findEmbedder(embedHosts);
  if (embedder) {
    tell(embedder, { type: "close", verificationId, status });
    if (embedder.isPopup) window.close();
    return;
  }
  if (url !== null) window.location.assign(url);
};
