/** A field of something that came from outside; null where it is no such thing. */
export const readField = (thing: unknown, name: string): unknown =>
  typeof thing === "object" && thing !== null ? Reflect.get(thing, name) : null;

export const readText = (thing: unknown, name: string): string | null => {
  const value = readField(thing, name);
  return typeof value === "string" ? value : null;
};

/** The session has ended: nothing works until the member has signed in again. */
export class SignedOut extends Error {
  constructor() {
    super("You are signed out. Sign in again to go on.");
    this.name = "SignedOut";
  }
}

export type Problem = {
  message: string;
  code: string | null;
  requestId: string | null;
  /** What is wrong with which field. */
  issues: Readonly<Record<string, string>>;
};

const issuesOf = (data: unknown): Record<string, string> => {
  const list = readField(data, "issues");
  if (!Array.isArray(list)) return {};
  return Object.fromEntries(
    list.map((issue) => [readText(issue, "path") ?? "", readText(issue, "message") ?? ""]),
  );
};

/** What a page can say about a failure, whatever was thrown. */
export const problemOf = (error: unknown): Problem => {
  const data = readField(error, "data");
  // What is thrown on the way to the service arrives wrapped.
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

const MISSING = ["NOT_FOUND", "VERIFICATION_NOT_FOUND", "INVALID_PARAMETERS", "INVALID_REQUEST_BODY"];

/** There is no such thing, or what the address names cannot be one: asked about an id, both mean the same. */
export const isMissing = ({ code }: Problem): boolean => code !== null && MISSING.includes(code);
