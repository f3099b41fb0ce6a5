import { readText } from "./read-field.ts";
import { SignedOut } from "./signed-out.ts";

// The service renews a token that has less than a minute left: asking any earlier gets the same one.
const EARLY_MS = 50_000;

type Held = { token: string; goodUntil: number };

const ask = async (): Promise<Held> => {
  const response = await fetch("/api/console/token", { method: "POST", credentials: "same-origin" });
  if (response.status === 401) throw new SignedOut();
  const body: unknown = await response.json();
  const token = readText(body, "accessToken");
  if (!response.ok || token === null) throw new Error("no access token");
  return { token, goodUntil: Date.parse(readText(body, "expiresAt") ?? "") - EARLY_MS };
};

let held: Held | undefined;
let asking: Promise<Held> | undefined;

/** The provider's bearer, in this page's memory only, renewed before it ends. @throws SignedOut */
export const accessToken = async (): Promise<string> => {
  if (held && held.goodUntil > Date.now()) return held.token;
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  held = await asking;
  return held.token;
};

/** After a refusal: what is held is good for nothing. */
export const forgetToken = (): void => {
  held = undefined;
};
