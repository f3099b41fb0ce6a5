import { isEvidenceKey, requireEvidenceKey } from "#services/check/evidence-key.ts";

// How the hosted page's scripts send a key with a photo or an answer, and know that an answer is ours.

const HEADER = "X-Evidence-Key";

/**
 * The key that came along goes back with the answer, whatever it is: a proxy's error page, a captive portal or another
 * server does not have it.
 */
export const echoedKey = ({ headers }: Request): Record<string, string> => {
  const key = headers.get(HEADER);
  return key !== null && isEvidenceKey(key) ? { [HEADER]: key } : {};
};

/** The key of the evidence in this request; null: it has none. @throws INVALID_PARAMETERS */
export const evidenceKeyIn = ({ headers }: Request): string | null => {
  const key = headers.get(HEADER);
  return key === null ? null : requireEvidenceKey(key);
};

/** What a script of the page asks about when it polls. @throws INVALID_PARAMETERS */
export const evidenceAskedFor = (request: Request): { method: string; key: string } | null => {
  const key = evidenceKeyIn(request);
  const method = new URL(request.url).searchParams.get("method");
  return key === null || method === null ? null : { method, key };
};
