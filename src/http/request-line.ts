import { redactText } from "#platform/redact.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";

/** Facts for the log line, collected on the way. */
export type Seen = {
  tenantId: string | null;
  verificationId: string | null;
  code: string | null;
  keyId?: string;
};

const MAX_URL_CHARACTERS = 8_000;

/**
 * The path and the query parameters' names. Values can be anything, so they are not stored; a key in the path
 * is redacted.
 */
const loggedUrl = (url: URL, path: string | undefined): string => {
  const names = [...new Set(url.searchParams.keys())]
    .slice(0, 20)
    // The cut can split a character, and half a character cannot be encoded.
    .map((name) => encodeURIComponent(name.slice(0, 40).toWellFormed()));
  const shown = (path ?? url.pathname).slice(0, 300);
  return redactText(names.length === 0 ? shown : `${shown}?${names.join("&")}`, MAX_URL_CHARACTERS);
};

type Finished = Seen & {
  request: { readonly method: string; readonly url: string };
  requestId: string;
  path?: string;
  status: number;
  durationMs: number;
  event: string;
};

/** Queues one line about a finished request; it is written later, in a batch. */
export const logRequest = (deps: Deps, seen: Finished): void => {
  deps.requestLog.add({
    id: newId(deps, "log"),
    time: deps.now(),
    requestId: seen.requestId,
    tenantId: seen.tenantId,
    method: seen.request.method,
    url: loggedUrl(new URL(seen.request.url), seen.path),
    status: seen.status,
    durationMs: Math.round(seen.durationMs * 100) / 100,
    event: seen.event,
    code: seen.code,
    verificationId: seen.verificationId,
    keyId: seen.keyId ?? null,
  });
};
