/** One request of the Digital Credentials API, as the server made it. */
type BrowserRequest = { protocol: string; data: object };

/** What one click can ask the browser, fetched before the click. */
export type Prepared = { transactionId: string; requests: BrowserRequest[]; expiresAt: string };

/** A credential to hand over, as text, or the reason why there is none. */
type BrowserAnswer =
  | { kind: "credential"; body: string }
  | { kind: "refused"; code: "WALLET_DECLINED" | "WALLET_NOT_FOUND" };

/** W3C Digital Credentials, `userAgentAllowsProtocol`; a browser without it refuses later, with an error. */
const allows = (protocol: string): boolean => {
  const ask: unknown = Reflect.get(DigitalCredential, "userAgentAllowsProtocol");
  return typeof ask !== "function" || DigitalCredential.userAgentAllowsProtocol(protocol);
};

export const hasBrowserWallets = (): boolean =>
  "DigitalCredential" in window && "credentials" in navigator && window.isSecureContext;

/** Those requests that this browser accepts; null if the server gave none. */
export const prepare = async (path: string): Promise<Prepared | null> => {
  try {
    const response = await fetch(path, { method: "POST" });
    if (!response.ok) return null;
    const prepared: Prepared = await response.json();
    const requests = prepared.requests.filter(({ protocol }) => allows(protocol));
    return prepared.requests.length > 0 ? { ...prepared, requests } : null;
  } catch {
    return null;
  }
};

/** What the button does: nothing to ask now, a browser that accepts no request, or a click that asks. */
export const phaseWith = (prepared: Pick<Prepared, "requests"> | null): "none" | "unable" | "ready" => {
  if (!prepared) return "none";
  return prepared.requests.length === 0 ? "unable" : "ready";
};

const textOf = (credential: Credential): string | null => {
  if (!("protocol" in credential) || !("data" in credential)) return null;
  const { protocol, data } = credential;
  // Some browsers parse it; others do not.
  const parsed: unknown = typeof data === "string" ? JSON.parse(data) : data;
  return JSON.stringify({ protocol, data: parsed });
};

/**
 * Asks once, with every request. Browsers want the call within a few seconds of the click, so nothing is
 * fetched here. A wallet's own error also counts as a credential: the server reads it.
 */
export const askBrowser = async (requests: readonly BrowserRequest[]): Promise<BrowserAnswer> => {
  const options = { mediation: "required" as const, digital: { requests } };
  try {
    const credential = await navigator.credentials.get(options);
    const body = credential && textOf(credential);
    return body ? { kind: "credential", body } : { kind: "refused", code: "WALLET_NOT_FOUND" };
  } catch (error) {
    const isDeclined = error instanceof DOMException && error.name === "NotAllowedError";
    return { kind: "refused", code: isDeclined ? "WALLET_DECLINED" : "WALLET_NOT_FOUND" };
  }
};

/** The usual words for these codes are about photos, or about any method. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  METHOD_FAILED: "WALLET_REFUSED",
  METHOD_UNAVAILABLE: "WALLET_REFUSED",
  CHECK_IN_PROGRESS: "WALLET_UNCHECKED",
  SERVICE_UNAVAILABLE: "WALLET_UNCHECKED",
};

/** The problem to show for what the service said about an answer. */
export const shownAs = (code: string): string => SHOWN_AS[code] ?? code;
