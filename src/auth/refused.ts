import { SIGN_IN_REFUSALS, type SignInRefusalCode } from "#core/sign-in-refusal.ts";
import type { Deps } from "#services/context.ts";
import { ownAddress, SIGN_IN_PAGE } from "./options.ts";

// Nobody has to look into these: the person changed their mind, or was too slow.
const HARMLESS: readonly SignInRefusalCode[] = ["cancelled", "state_lost", "state_mismatch"];

/** One line for each sign-in that fails: a code of a fixed list, and nothing that came with the request. */
export const logRefusal = (deps: Pick<Deps, "log">, code: SignInRefusalCode, requestId: string): void =>
  deps.log[HARMLESS.includes(code) ? "info" : "warn"]("sign-in", { code, requestId });

/** The sign-in page with the reason, and the way that the person was on. */
export const refusedUrl = (
  { settings }: Pick<Deps, "settings">,
  code: SignInRefusalCode,
  callbackUrl: string | undefined,
): string => {
  const url = new URL(SIGN_IN_PAGE, settings.publicUrl);
  url.searchParams.set("error", code);
  const { pathname, search } = new URL(ownAddress(settings.publicUrl, callbackUrl ?? "/console"));
  if (pathname !== "/console") url.searchParams.set("callbackUrl", `${pathname}${search}`);
  return url.href;
};

/** For somebody whose browser was sent here: the sentence, as a page without anything that could be loaded. */
export const tooManyPage = (headers: Headers, retryAfterSeconds: number): Response => {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  headers.set("Retry-After", String(retryAfterSeconds));
  const text = SIGN_IN_REFUSALS.too_many_attempts;
  const body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Sign in</title><p>${text}</p><p><a href="${SIGN_IN_PAGE}">To the sign-in</a></p></html>`;
  return new Response(body, { status: 429, headers });
};
