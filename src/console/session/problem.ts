/** A field of an untrusted value; null when the value is not an object. */
export const readField = (thing: unknown, name: string): unknown =>
  typeof thing === "object" && thing !== null ? Reflect.get(thing, name) : null;

export const readText = (thing: unknown, name: string): string | null => {
  const value = readField(thing, name);
  return typeof value === "string" ? value : null;
};

/** The session has ended: every call fails until the member signs in again. */
export class SignedOut extends Error {
  constructor(message = "You are signed out. Sign in again to continue.") {
    super(message);
    this.name = "SignedOut";
  }
}

/** The browser is signed in with an account that is not the one that opened the page. */
export class SomeoneElse extends SignedOut {
  constructor() {
    super("You are signed in as someone else. Sign in with the account that opened this page.");
    this.name = "SomeoneElse";
  }
}

export type Problem = {
  message: string;
  code: string | null;
  requestId: string | null;
  /** Messages by field. */
  issues: Readonly<Record<string, string>>;
};

const issuesOf = (data: unknown): Record<string, string> => {
  const list = readField(data, "issues");
  if (!Array.isArray(list)) return {};
  return Object.fromEntries(
    list.map((issue) => [readText(issue, "path") ?? "", readText(issue, "message") ?? ""]),
  );
};

/** Describes any thrown value for the page. */
export const problemOf = (error: unknown): Problem => {
  const data = readField(error, "data");
  // tRPC wraps the errors of its links.
  const hasEnded = error instanceof SignedOut || readField(error, "cause") instanceof SignedOut;
  const code = hasEnded ? "UNAUTHENTICATED_MEMBER" : readText(data, "errorCode");
  return {
    message:
      (code !== null && readText(error, "message")) ||
      "The service did not answer. Check your connection and try again.",
    code,
    requestId: readText(data, "requestId"),
    issues: issuesOf(data),
  };
};

export const isSignedOut = (error: unknown): boolean => problemOf(error).code === "UNAUTHENTICATED_MEMBER";

/** The service gave no answer, failed, or asks to wait: what it answered before may no longer be true. */
export const isUnanswered = (error: unknown): boolean => {
  const status = readField(readField(error, "data"), "httpStatus");
  return problemOf(error).code === null || status === 429 || (typeof status === "number" && status >= 500);
};

/** How a page's session ends: no one is signed in any more, or another account is. */
export type SessionEnd = "signed out" | "someone else";

/**
 * What a failed call says about the session; null: nothing. A bearer that was refused twice says nothing: the session has
 * just given a new one.
 */
export const sessionEndOf = (error: unknown): SessionEnd | null => {
  // tRPC wraps the errors of its links.
  const end = [error, readField(error, "cause")].find((thrown) => thrown instanceof SignedOut);
  if (end === undefined) return null;
  return end instanceof SomeoneElse ? "someone else" : "signed out";
};

const MISSING = ["NOT_FOUND", "VERIFICATION_NOT_FOUND", "INVALID_PARAMETERS", "INVALID_REQUEST_BODY"];

/** The id does not exist or is malformed: the page treats both alike. */
export const isMissing = ({ code }: Problem): boolean => code !== null && MISSING.includes(code);

/** The fields that someone else changed while a form was open; none: it was refused for another reason. */
export const conflictingFields = ({ code, issues }: Problem): string[] =>
  code === "CONFLICT" ? Object.keys(issues) : [];
