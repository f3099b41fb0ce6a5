import { z } from "zod";
import { isProviderSlug } from "#core/identity/provider.ts";
import type { Deps } from "#services/context.ts";
import { goToProvider, returnFromProvider } from "#services/identity/sign-in.ts";
import { pageOfCookie } from "#services/wallet/transactions.ts";
import { readForm } from "./body.ts";
import { parseInput } from "./input.ts";
import { asJson, backToPage, respond, seeOther } from "./respond.ts";
import { setWalletCookies, walletCookieOf } from "./wallet/cookie.ts";
import { refuseForeignForm } from "./wallet/page.ts";

// To an identity provider and back. Addresses hold secrets and codes, so the log gets the route.

type Params = Record<string, string>;

/** Of every answer on the way there and back. */
export const AWAY_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;
const END_USER = { kind: "end_user" } as const;
const MAX_FORM_BYTES = 1024;
/** Codes and states are shorter; a longer address is none that a provider has made. */
const MAX_QUERY_CHARACTERS = 6_000;

const form = z.strictObject({ provider: z.string().refine(isProviderSlug) });

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? "");

/**
 * A page that goes on to the provider, or the vendor, by itself, and by a link where it does not. No redirect: the content policy's
 * form-action, which allows our own address only, would stop the browser (CSP Level 3 §6.4.1 looks at every hop).
 */
const onwards = ({ name, url }: { name: string; url: string }): string => `<!doctype html>
<html lang="zxx">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="0;url=${escaped(url)}">
<title>${escaped(name)}</title>
</head>
<body><a href="${escaped(url)}" rel="noreferrer">${escaped(name)}</a></body>
</html>
`;

/** That page as an answer. */
export const goOnwards = (headers: Headers, there: { name: string; url: string }): Response => {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  return new Response(onwards(there), { headers });
};

/** The end user chooses a provider on the hosted page, by a form that works without scripts. */
export const providerStart = (deps: Deps, request: Request, { secret = "" }: Params): Promise<Response> =>
  respond(
    deps,
    request,
    {
      event: "identity.start",
      path: "/v/[secret]/idp",
      headers: AWAY_HEADERS,
      actor: END_USER,
      onError: (error, call) =>
        error.code === "CROSS_SITE_REFUSED"
          ? asJson(error, call)
          : backToPage(secret, call.headers, { problem: error.code }),
    },
    async ({ ctx, headers, note }) => {
      refuseForeignForm(deps, request);
      const fields = Object.fromEntries(await readForm(request, MAX_FORM_BYTES));
      const { provider: slug } = parseInput(form, fields, "INVALID_REQUEST_BODY");
      const sent = await goToProvider(ctx, { secret, slug });
      note({ verificationId: sent.verificationId });
      const { state: transactionId, cookie: value, lifetimeSeconds } = sent;
      const made = { transactionId, value, lifetimeSeconds };
      for (const each of setWalletCookies(deps, made, request.headers.get("cookie"), "identity"))
        headers.append("Set-Cookie", each);
      return goOnwards(headers, sent);
    },
  );

/** In another browser than the one that was sent. */
export const ELSEWHERE = "/wallet/elsewhere?by=provider";

/** A provider sends the browser back: to its page or, in another browser, to a page that says so. */
export const providerReturn = (deps: Deps, request: Request): Promise<Response> => {
  const { search, searchParams } = new URL(request.url);
  const state = searchParams.get("state") ?? "";
  const cookie = walletCookieOf(deps, state, request.headers.get("cookie"), "identity");
  return respond(
    deps,
    request,
    {
      event: "identity.return",
      path: "/v/idp/callback",
      headers: AWAY_HEADERS,
      actor: END_USER,
      // The page says what is wrong here; the request is still there, and another sign-in is too.
      onError: ({ code }, { headers }) => {
        const secret = cookie === null ? null : pageOfCookie(cookie);
        return secret === null
          ? seeOther(ELSEWHERE, headers)
          : backToPage(secret, headers, { problem: code });
      },
    },
    async ({ ctx, headers, note }) => {
      if (state === "" || search.length > MAX_QUERY_CHARACTERS) return seeOther(ELSEWHERE, headers);
      const returned = await returnFromProvider(ctx, { state, cookie, query: search.slice(1) });
      if (returned === null) return seeOther(ELSEWHERE, headers);
      const { secret, problem, verificationId } = returned;
      note({ verificationId, code: problem });
      return backToPage(secret, headers, problem === null ? {} : { problem });
    },
  );
};
