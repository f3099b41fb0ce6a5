import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { requireWithin } from "#services/limits.ts";
import { readBytes } from "./body.ts";
import { type Answer, clientNetwork, errorAnswer, errorBodyOf, type Incoming } from "./respond.ts";

// What endpoints of an OAuth grant do otherwise: forms, errors in another shape, and a limit for each network because
// their callers have no credential.

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether a request speaks OAuth: RFC 6749 appendix B has clients send forms. */
export const isForm = ({ headers }: Pick<Incoming, "headers">): boolean =>
  FORM.test(headers.get("content-type") ?? "");

const MAX_BYTES = 8 * 1024;

/**
 * The fields of a form.
 * @throws INVALID_REQUEST_BODY for a field that comes twice (RFC 6749 §3.1); PAYLOAD_TOO_LARGE
 */
export const readOauthForm = async (request: Pick<Incoming, "headers" | "body">) => {
  const bytes = await readBytes(request, MAX_BYTES);
  const fields = new URLSearchParams(new TextDecoder().decode(bytes));
  const value: Record<string, string> = {};
  for (const [name, text] of fields) {
    if (Object.hasOwn(value, name) || name === "__proto__") {
      const issue = { path: name.slice(0, 200), message: "given twice, or not a field" };
      throw new ServiceError("INVALID_REQUEST_BODY", `${issue.path}: ${issue.message}`, { issues: [issue] });
    }
    value[name] = text;
  }
  return { value, bytes };
};

/** RFC 8628 §3.5 names these; any other refusal of a request is its fault (RFC 6749 §5.2) or ours. */
const NAMED = ["AUTHORIZATION_PENDING", "SLOW_DOWN", "ACCESS_DENIED", "EXPIRED_TOKEN"];

/** The error in OAuth's shape, with the members of our body that do not collide with it. */
export const oauthErrorAnswer = (
  error: ServiceError,
  requestId: string,
  headers: Answer["headers"],
): Answer => {
  const answer = errorAnswer(error, requestId, headers);
  const { error: _ours, ...rest } = errorBodyOf(error, requestId);
  const named = NAMED.includes(error.code) ? error.code.toLowerCase() : null;
  const code = named ?? (answer.status < 500 ? "invalid_request" : "server_error");
  return { ...answer, body: JSON.stringify({ error: code, error_description: error.message, ...rest }) };
};

/** @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR */
export const limitNetwork = (
  deps: Deps,
  request: Incoming,
  { id, callsPerMinute: limit }: { id: string; callsPerMinute: number },
): Promise<void> =>
  requireWithin(
    deps,
    { key: `${id}:${clientNetwork(request)}`, limit, windowSeconds: 60 },
    (seconds) => `Too many calls from this address. Try again in ${seconds} s.`,
  );
