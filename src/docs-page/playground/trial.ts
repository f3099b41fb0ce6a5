/** A request that a reader can send from the page. */
export type Trial = {
  id: string;
  method: string;
  path: string;
  queries: readonly { name: string; isRequired: boolean }[];
  /** The JSON to begin with; null for a request without a body. */
  body: string | null;
};

/** What the service answered. */
export type TrialAnswer = {
  status: number;
  requestId: string;
  headers: readonly (readonly [string, string])[];
  body: string;
  /** From the body, where a next step needs it. */
  verificationId?: string;
  sessionUrl?: string;
};

const TEST_KEY = /^avk_test_[\w-]+$/;

/**
 * Why a key is not used; null if it may be. Asked before anything is sent, so that a live key never leaves the page.
 */
export const keyFault = (key: string): string | null => {
  if (key === "") return "Type a test key. The console's API keys page creates one.";
  if (/^avk_live_/.test(key))
    return "This is a live key, and it was not sent. Use a test key: it begins with avk_test_.";
  if (!TEST_KEY.test(key))
    return "This is not a test key, and it was not sent. A test key begins with avk_test_.";
  return null;
};

/** Why a body is not sent; null if it may be. */
export const bodyFault = (body: string): string | null => {
  try {
    JSON.parse(body);
    return null;
  } catch (error) {
    return `The body is not JSON: ${error instanceof Error ? error.message : "correct it"}.`;
  }
};

/** The path with the queries that have a value. No key is ever part of it. */
export const targetOf = (path: string, queries: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(Object.entries(queries).filter(([, value]) => value !== "")).toString();
  return search === "" ? path : `${path}?${search}`;
};

const pretty = (text: string): { body: string; json: unknown } => {
  try {
    const json: unknown = JSON.parse(text);
    return { body: JSON.stringify(json, null, 2), json };
  } catch {
    return { body: text, json: null };
  }
};

const textIn = (json: unknown, name: string): string | undefined => {
  if (typeof json !== "object" || json === null) return undefined;
  const value: unknown = Object.entries(json).find(([field]) => field === name)?.[1];
  return typeof value === "string" ? value : undefined;
};

/** An answer as the page shows it. */
export const answerOf = (status: number, headers: Headers, text: string): TrialAnswer => {
  const { body, json } = pretty(text);
  const verificationId = textIn(json, "verificationId");
  const sessionUrl = textIn(json, "sessionUrl");
  return {
    status,
    requestId: headers.get("x-request-id") ?? "",
    headers: [...headers],
    body,
    ...(verificationId !== undefined && { verificationId }),
    // A link that the page opens: an address of the web, and nothing else.
    ...(sessionUrl !== undefined && /^https?:\/\//.test(sessionUrl) && { sessionUrl }),
  };
};

/** What `RateLimit` says, in words (draft-ietf-httpapi-ratelimit-headers); null where there is no such header. */
export const rateWords = (headers: TrialAnswer["headers"]): string | null => {
  const value = headers.find(([name]) => name === "ratelimit")?.[1] ?? "";
  const left = /\br=(\d+)/.exec(value)?.[1];
  const seconds = /\bt=(\d+)/.exec(value)?.[1];
  if (left === undefined) return null;
  const calls = left === "1" ? "1 call is left" : `${left} calls are left`;
  return seconds === undefined ? `${calls}.` : `${calls}; the limit is full again in ${seconds} s.`;
};
