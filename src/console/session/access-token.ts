import { TENANT_HEADER } from "#contracts/console/common.ts";
import { readText, SignedOut } from "./problem.ts";

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

/** Hands a file to the browser. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** All verifications that a filter finds, as CSV. @throws Error with the service's own words */
export const exportVerifications = async (tenantId: string, filter: object): Promise<void> => {
  const response = await fetch("/api/console/export/verifications", {
    method: "POST",
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      "content-type": "application/json",
      [TENANT_HEADER]: tenantId,
    },
    body: JSON.stringify(filter),
  });
  if (!response.ok) throw new Error(readText(await response.json(), "message") ?? "the export did not work");
  saveFile(await response.blob(), "verifications.csv");
};
