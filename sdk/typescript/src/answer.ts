import { type ApiProblem, type Issue, LintelConnectionError } from "./errors.ts";

/** An answer, read to its end. */
export type Answer = {
  headers: Headers;
  /** Parsed. */
  body: unknown;
  /** Null: a success. */
  problem: ApiProblem | null;
};

/** A server's words for an error, without the key and not too long. */
export type Safe = (text: string, mostCharacters?: number) => string;

const MAX_ISSUES = 100;
const MAX_WORD_CHARACTERS = 100;
const MAX_LOCATION_CHARACTERS = 500;
const MAX_BYTES = 8 * 1024 * 1024; // the longest page of events has about one

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOr = <Other>(value: unknown, other: Other): string | Other =>
  typeof value === "string" && value !== "" ? value : other;

/** Reads the body, so that the connection is free again; what is too long is broken off. */
const readText = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (bytes > MAX_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new LintelConnectionError("The answer has more than 8 MiB, which no answer of the service has.");
    }
    parts.push(decoder.decode(part.value, { stream: true }));
  }
  return parts.join("") + decoder.decode();
};

/** `application/json`, or a type whose suffix says so (RFC 6839 §3.1). That the letters are somewhere in it is not enough. */
const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:[;,]|$)/i;

const jsonOf = (response: Response, text: string): { value: unknown } | null => {
  if (!JSON_TYPE.test(response.headers.get("content-type") ?? "")) return null;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/**
 * Retry-After (RFC 9110 §10.2.3): seconds or a date.
 * @param nowMs Unix milliseconds
 * @returns seconds from now, at least 0; null: absent or neither
 */
export const retryAfterOf = (headers: Headers, nowMs: number): number | null => {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, (at - nowMs) / 1_000);
};

const issuesOf = (value: unknown, safe: Safe): Issue[] =>
  (Array.isArray(value) ? value : [])
    .filter(isObject)
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: safe(textOr(path, "")), message: safe(textOr(message, "")) }));

/** The service's error body, or the little that is known of an answer that is not the service's. */
const problemOf = (response: Response, body: unknown, nowMs: number, safe: Safe): ApiProblem => {
  const fields = isObject(body) ? body : {};
  const inner = isObject(fields.error) ? fields.error : {};
  const { status } = response;
  const code = textOr(fields.code, textOr(inner.code, null));
  const requestId = textOr(
    fields.requestId,
    textOr(fields.request_id, textOr(response.headers.get("x-request-id"), null)),
  );
  const seconds = fields.retryAfterSeconds ?? inner.retryAfterSeconds;
  return {
    status,
    code: code && safe(code, MAX_WORD_CHARACTERS),
    message: safe(
      textOr(
        fields.message,
        textOr(
          inner.message,
          `The answer has status ${status} and is not an error of the service. Look at what stands in between, for example a proxy.`,
        ),
      ),
    ),
    requestId: requestId && safe(requestId, MAX_WORD_CHARACTERS),
    issues: issuesOf(fields.issues, safe),
    retryAfterSeconds:
      retryAfterOf(response.headers, nowMs) ??
      (typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? seconds : null),
  };
};

const isRedirect = ({ status, type }: Response): boolean =>
  type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);

const redirectError = (response: Response, safe: Safe): LintelConnectionError => {
  const location = safe(response.headers.get("location") ?? "", MAX_LOCATION_CHARACTERS);
  // Only its origin: an address can hold secrets.
  const origin = URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
  return new LintelConnectionError(
    `The service redirects${origin}. Redirects are not followed, because the key would travel along. Set baseUrl (LINTEL_URL) to the service's own address.`,
  );
};

/**
 * Reads an answer to its end.
 * @param nowMs Unix milliseconds, for a Retry-After that is a date
 * @throws LintelConnectionError: a redirect, no final status, too long, or a success that is no JSON. Or what reading the body throws
 */
export const readAnswer = async (response: Response, nowMs: number, safe: Safe): Promise<Answer> => {
  if (isRedirect(response)) {
    await response.body?.cancel().catch(() => undefined);
    throw redirectError(response, safe);
  }
  // Deno and Workers hand over a 101, whose body is the connection; others break it off by themselves.
  if (response.status < 200) {
    await response.body?.cancel().catch(() => undefined);
    throw new LintelConnectionError(
      `The answer has status ${response.status}, which is no final one. Look at what stands in between, for example a proxy.`,
    );
  }
  const text = await readText(response);
  const json = jsonOf(response, text);
  const isSuccess = response.status >= 200 && response.status < 300;
  if (!isSuccess)
    return {
      headers: response.headers,
      body: json?.value,
      problem: problemOf(response, json?.value, nowMs, safe),
    };
  // Every answer of the service is an object or an array.
  if (typeof json?.value !== "object" || json.value === null) {
    const type = response.headers.get("content-type") ?? "no content type";
    throw new LintelConnectionError(
      `The answer is not JSON (${safe(type, MAX_WORD_CHARACTERS)}), so it is not the service's. Check baseUrl (LINTEL_URL), and what stands in between.`,
    );
  }
  return { headers: response.headers, body: json.value, problem: null };
};
