import { redactText } from "#platform/redact.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/new-id.ts";

type Seen = {
  request: Request;
  requestId: string;
  /** Instead of the real path where that holds a secret. */
  path?: string;
  tenantId: string | null;
  status: number;
  startedAtMs: number;
  event: string;
  code: string | null;
  verificationId: string | null;
  keyId?: string;
};

const MAX_URL_CHARACTERS = 8_000;

/**
 * Path and names of query parameters; values may be anything, so they are not kept, and a key that somebody put
 * into the path is taken out.
 */
const loggedUrl = (url: URL, path: string | undefined): string => {
  const names = [...new Set(url.searchParams.keys())]
    .slice(0, 20)
    // The cut may halve a character, and half of one cannot be encoded.
    .map((name) => encodeURIComponent(name.slice(0, 40).toWellFormed()));
  const shown = (path ?? url.pathname).slice(0, 300);
  return redactText(names.length === 0 ? shown : `${shown}?${names.join("&")}`, MAX_URL_CHARACTERS);
};

/** Queues one line about a finished request; it is written later, in a batch. */
export const logRequest = (deps: Deps, seen: Seen): void => {
  deps.requestLog.add({
    id: newId(deps, "log"),
    time: deps.now(),
    requestId: seen.requestId,
    tenantId: seen.tenantId,
    method: seen.request.method,
    url: loggedUrl(new URL(seen.request.url), seen.path),
    status: seen.status,
    durationMs: Math.round((performance.now() - seen.startedAtMs) * 100) / 100,
    event: seen.event,
    code: seen.code,
    verificationId: seen.verificationId,
    keyId: seen.keyId ?? null,
  });
};
