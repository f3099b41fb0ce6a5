import { entryFor } from "#core/json.ts";
import { isSignInRefusalCode, SIGN_IN_REFUSALS } from "#core/sign-in-refusal.ts";

export type SignInProblem = {
  text: string;
  /** The person cancelled; nothing is wrong. */
  isHarmless: boolean;
};

const OTHERS: Readonly<Record<string, string>> = {
  SessionRequired: "Your session has ended. Sign in again.",
  unreachable: "The sign-in could not be started. Check your connection and try again.",
};

/** Explains a failed sign-in by the code in the page's address. */
export const signInProblem = (code: string): SignInProblem => ({
  text: isSignInRefusalCode(code)
    ? SIGN_IN_REFUSALS[code]
    : (entryFor(OTHERS, code) ?? "The sign-in did not work. Try again."),
  isHarmless: code === "cancelled",
});
