/** One request of the Digital Credentials API, as the server made it. */
export type BrowserRequest = { protocol: string; data: object };

/** What the browser can be asked with one click, fetched before it. */
export type Prepared = { transactionId: string; requests: BrowserRequest[]; expiresAt: string };

/** What came of asking: a credential to hand over, as text, or why there is none. */
export type BrowserAnswer =
  | { kind: "credential"; body: string }
  | { kind: "refused"; code: "WALLET_DECLINED" | "WALLET_NOT_FOUND" };

const isRequest = (value: unknown): value is BrowserRequest =>
  typeof value === "object" &&
  value !== null &&
  "protocol" in value &&
  typeof value.protocol === "string" &&
  "data" in value &&
  typeof value.data === "object";

const isPrepared = (value: unknown): value is Prepared =>
  typeof value === "object" &&
  value !== null &&
  "transactionId" in value &&
  "expiresAt" in value &&
  "requests" in value &&
  Array.isArray(value.requests) &&
  value.requests.every(isRequest);

/** W3C Digital Credentials, `userAgentAllowsProtocol`; browsers that do not have it yet say so by an error instead. */
const allows = (protocol: string): boolean => {
  const ask: unknown = Reflect.get(DigitalCredential, "userAgentAllowsProtocol");
  return typeof ask !== "function" || DigitalCredential.userAgentAllowsProtocol(protocol);
};

export const hasBrowserWallets = (): boolean =>
  "DigitalCredential" in window && "credentials" in navigator && window.isSecureContext;

/** The requests that this browser takes; null where it takes none, or the server has none. */
export const prepare = async (path: string): Promise<Prepared | null> => {
  try {
    const response = await fetch(path, { method: "POST" });
    const prepared: unknown = response.ok ? await response.json() : null;
    if (!isPrepared(prepared)) return null;
    const requests = prepared.requests.filter(({ protocol }) => allows(protocol));
    return requests.length > 0 ? { ...prepared, requests } : null;
  } catch {
    return null;
  }
};

const textOf = (credential: Credential): string | null => {
  if (!("protocol" in credential) || !("data" in credential)) return null;
  const { protocol, data } = credential;
  // Browsers differ in whether they parse it.
  const parsed: unknown = typeof data === "string" ? JSON.parse(data) : data;
  return JSON.stringify({ protocol, data: parsed });
};

/**
 * The one call, with everything on offer. It has to come within a few seconds of the click, so nothing is fetched
 * here. A wallet's own error is a credential as well: the server reads it.
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
