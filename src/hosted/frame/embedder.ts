import { mayEmbed } from "#core/hosts.ts";

/** The page that opened this one, and the only origin to which messages go. */
type Embedder = { window: Window; origin: string; isPopup: boolean };

/** What public/embed.js gets: state and id only. Tokens and outcomes are for the tenant's backend. */
type Message = { lintel: 1; type: "status" | "close"; verificationId: string; status: string };

// The address loses its fragment from page to page, and a reload may come after that.
export const EMBEDDER_KEY = "lintel-embedder";

const read = (): string | null => {
  const named = new URLSearchParams(window.location.hash.slice(1)).get("embed");
  try {
    if (named !== null) sessionStorage.setItem(EMBEDDER_KEY, named);
    return named ?? sessionStorage.getItem(EMBEDDER_KEY);
  } catch {
    // Some browsers deny storage to third parties: then a reload forgets the embedder.
    return named;
  }
};

const windowOf = (): Pick<Embedder, "window" | "isPopup"> | null => {
  if (window.parent !== window) return { window: window.parent, isPopup: false };
  // The browser's types say `any`; it is a window or null.
  const opener: Window | null = window.opener;
  return opener && { window: opener, isPopup: true };
};

let known: Embedder | null = null;

/** The embedder of this page; null if it is not embedded or the origin is not one of the tenant's. */
export const findEmbedder = (embedHosts: readonly string[]): Embedder | null => {
  const opened = windowOf();
  const origin = read();
  if (!known && opened && origin !== null && mayEmbed(embedHosts, origin)) known = { ...opened, origin };
  return known;
};

/** Tells only the embedder: a window of another origin does not get the message. */
export const tell = (embedder: Embedder, message: Omit<Message, "lintel">): void =>
  embedder.window.postMessage({ lintel: 1, ...message } satisfies Message, embedder.origin);
