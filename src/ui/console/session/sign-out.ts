import { readText } from "./read-field.ts";

/** Ends the session here and at the identity provider. */
export const signOut = async (): Promise<void> => {
  const response = await fetch("/api/console/sign-out", { method: "POST" });
  const url = response.ok ? readText(await response.json(), "url") : null;
  window.location.assign(url ?? "/console/sign-in");
};
