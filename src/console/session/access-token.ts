import { TENANT_HEADER } from "#core/member.ts";
import { computerNow, serviceNow, timedFetch } from "#kit/clock/service-time.ts";
import { tidyStored } from "#kit/kept/kept-store.ts";
import { createListeners } from "#kit/listeners.ts";
import { readText, SignedOut, SomeoneElse } from "./problem.ts";

// The service renews a token in its last minute; earlier calls get the same token.
const EARLY_MS = 50_000;

type Held = {
  token: string;
  /** By `performance.now()`, which no one sets. */
  goodUntil: number;
};

/** The person to whom the page belongs; null: neither drawn for anyone, nor has it had a token. */
let owner: string | null = null;
let hasAnswer = false;
const listeners = createListeners();

/**
 * Binds the page to the person for whom the service drew it, before its first call: by then another tab may have signed in
 * with another account. A page that belongs to someone stays theirs. Only in the browser: the server draws for many.
 */
export const belongTo = (memberId: string): void => {
  owner ??= memberId;
  tidyStored(owner, computerNow());
};

/** The person to whom the page belongs; null: not known yet. */
export const ownerOfPage = (): string | null => owner;

/** Whether it is found out to whom the page belongs. */
export const isOwnerKnown = (): boolean => owner !== null || hasAnswer;

/** Calls back once it is, with the first token. @returns stops it */
export const onOwnerKnown = listeners.add;

const ask = async (): Promise<Held> => {
  const response = await timedFetch("/api/console/token", { method: "POST", credentials: "same-origin" });
  if (response.status === 401) throw new SignedOut();
  const body: unknown = await response.json();
  const token = readText(body, "accessToken");
  if (!response.ok || token === null) throw new Error("no access token");
  const memberId = readText(body, "memberId");
  if (owner !== null && memberId !== null && memberId !== owner) throw new SomeoneElse();
  owner ??= memberId;
  // What another account typed in this tab is not kept for this one.
  if (owner !== null) tidyStored(owner, computerNow());
  hasAnswer = true;
  listeners.tell();
  const leftMs = Date.parse(readText(body, "expiresAt") ?? "") - serviceNow();
  return { token, goodUntil: performance.now() + leftMs - EARLY_MS };
};

let held: Held | undefined;
let asking: Promise<Held> | undefined;

/**
 * The provider's bearer token, kept in memory only and renewed before it expires.
 * @throws SignedOut
 * @throws SomeoneElse: another tab has signed in with another account; what was begun here is not done in its name
 */
export const accessToken = async (): Promise<string> => {
  if (held && held.goodUntil > performance.now()) return held.token;
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  held = await asking;
  return held.token;
};

/** Drops a token that was refused: the next call asks for a new one. */
export const forgetToken = (): void => {
  held = undefined;
};

/** Downloads a file in the browser. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** A list that can be exported, and the name of its file. */
export const EXPORTS = {
  verifications: "verifications.csv",
  "audit-trail": "audit-trail.csv",
  "audit-lines": "audit-trail.jsonl",
  archive: "tenant-archive.jsonl",
} as const;

const download = async (
  list: string,
  filter: object,
  name: string,
  headers: Record<string, string> = {},
): Promise<void> => {
  const send = async (): Promise<Response> =>
    timedFetch(`/api/console/export/${list}`, {
      method: "POST",
      headers: {
        ...headers,
        authorization: `Bearer ${await accessToken()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(filter),
    });
  let response = await send();
  if (response.status === 401) {
    forgetToken();
    response = await send();
  }
  // Refused again, it says nothing about the session, which has just given a new token.
  if (!response.ok) throw new Error(readText(await response.json(), "message") ?? "The export failed.");
  saveFile(await response.blob(), name);
};

/** Downloads all rows of a list that match a filter. @throws Error with the service's message */
export const exportList = (tenantId: string, list: keyof typeof EXPORTS, filter: object): Promise<void> =>
  download(list, filter, EXPORTS[list], { [TENANT_HEADER]: tenantId });

/**
 * Downloads what every tenant used and owes in a UTC month, for operators.
 * @returns the file's name
 * @throws Error with the service's message
 */
export const exportUsage = async (month: string): Promise<string> => {
  const name = `usage-${month}.csv`;
  await download("operator-usage", { month }, name);
  return name;
};
