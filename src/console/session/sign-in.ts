import { endKeeping } from "#kit/kept/kept-store.ts";
import { readText } from "./problem.ts";

/** This network has started too many sign-ins. */
export class TooManySignIns extends Error {}

/** Only paths of this origin's console are safe to return to. */
export const safeReturnPath = (wanted: string | null | undefined): string => {
  const path = wanted?.replace(/^https?:\/\/[^/]+/, "") ?? "";
  return /^\/console(?:[/?#]|$)/.test(path) && !path.startsWith("/console/sign-in") ? path : "/console";
};

/** The sign-in page, which leads back to the address that is open now. */
export const signInHere = (): string => {
  const { pathname, search } = window.location;
  return `/console/sign-in?callbackUrl=${encodeURIComponent(`${pathname}${search}`)}`;
};

/**
 * Goes to the identity provider. It uses a script, not a form: the content policy's form-action would stop
 * the redirect to the provider's own address.
 */
export const startSignIn = async (returnPath: string): Promise<void> => {
  const token = readText(await (await fetch("/api/auth/csrf")).json(), "csrfToken");
  const response = await fetch("/api/auth/signin/oidc", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      csrfToken: token ?? "",
      callbackUrl: safeReturnPath(returnPath),
      json: "true",
    }),
  });
  const answer: unknown = await response.json();
  const url = readText(answer, "url");
  if (readText(answer, "code") === "RATE_LIMIT_EXCEEDED") throw new TooManySignIns();
  if (!response.ok || url === null) throw new Error("sign-in could not be started");
  window.location.assign(url);
};

/** Ends the session here and at the identity provider; nothing that was typed stays in this tab. */
export const signOut = async (): Promise<void> => {
  const response = await fetch("/api/console/sign-out", { method: "POST" });
  endKeeping();
  const url = response.ok ? readText(await response.json(), "url") : null;
  window.location.assign(url ?? "/console/sign-in");
};
