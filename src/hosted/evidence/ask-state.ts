import type { PolledState } from "#hosted/view.ts";

const HEADER = "X-Evidence-Key";
const KEY_BYTES = 16;
const ASK_MS = 8_000;

/** A photo or an answer on its way to the server. */
export type Parcel = {
  /** Where it is posted. */
  path: string;
  /** The page's address for its scripts. */
  statePath: string;
  method: string;
  /** The same each time that it is sent, so that it is judged once. */
  key: string;
  body: Blob | string;
};

/** A new random key. `crypto.randomUUID` needs a secure context, which a test over http is not. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** The headers of a request about this parcel. */
export const keyHeader = ({ key }: Pick<Parcel, "key">): Record<string, string> => ({ [HEADER]: key });

/**
 * Whether the answer to a request about this parcel is the server's: only that has its key. A proxy's error page, a
 * captive portal and a cache do not.
 */
export const isOurs = ({ key }: Pick<Parcel, "key">, header: (name: string) => string | null): boolean =>
  header(HEADER) === key;

/** The address of the page's state, from the page's or its form's. */
export const statePathOf = (pagePath: string): string => `${/^\/v\/[^/?]+/.exec(pagePath)?.[0] ?? ""}/state`;

/** What the server says about a parcel; `over`: the check has ended, or is no longer this page's. */
export type Standing = { is: "unknown" | "reading" | "judged" | "over" } | { is: "refused"; code: string };

const standingIn = ({ methods, evidence }: PolledState): Standing => {
  if (evidence?.is === "refused") return { is: "refused", code: evidence.code ?? "INTERNAL_ERROR" };
  if (evidence?.is === "judged") return { is: "judged" };
  return { is: methods.length === 0 ? "over" : (evidence?.is ?? "unknown") };
};

/**
 * Asks the server what has become of a parcel.
 * @returns null: it could not be asked, or what answered is not the server
 */
export const askAbout = async (parcel: Parcel, left: AbortSignal): Promise<Standing | null> => {
  const tooLong = new AbortController();
  const abort = (): void => tooLong.abort();
  const timer = setTimeout(abort, ASK_MS);
  left.addEventListener("abort", abort, { once: true });
  try {
    const response = await fetch(`${parcel.statePath}?method=${encodeURIComponent(parcel.method)}`, {
      headers: keyHeader(parcel),
      cache: "no-store",
      signal: tooLong.signal,
    });
    if (!isOurs(parcel, (name) => response.headers.get(name))) return null;
    if (response.status === 404) return { is: "over" };
    return response.ok ? standingIn(await response.json()) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    left.removeEventListener("abort", abort);
  }
};
