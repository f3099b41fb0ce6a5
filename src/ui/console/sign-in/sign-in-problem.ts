const TEXTS: Readonly<Record<string, string>> = {
  AccessDenied: "The identity provider did not let you in.",
  OAuthCallback: "The sign-in was broken off, or took too long. Try again.",
  Callback: "The sign-in could not be completed. Try again.",
  OAuthSignin: "The identity provider does not answer. Try again in a moment.",
  SessionRequired: "Your session has ended. Sign in again.",
  away: "The sign-in could not be started. Check your connection and try again.",
};

/** What went wrong on the way to the provider and back, by the name that the way back carries. */
export const signInProblem = (name: string): string => TEXTS[name] ?? "The sign-in did not work. Try again.";
