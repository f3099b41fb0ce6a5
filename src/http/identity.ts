import { z } from "zod";
import { isProviderSlug } from "#core/identity/provider.ts";
import type { Deps } from "#services/context.ts";
import { goToProvider, returnFromProvider } from "#services/identity/sign-in.ts";
import { pageOfCookie } from "#services/wallet/transactions.ts";
import { readForm } from "./body.ts";
import { ELSEWHERE, HAND_OVER, HAND_OVER_POLICY } from "./hand-over.ts";
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
/** The same, with what a form escapes. */
const MAX_ANSWER_BYTES = 16 * 1024;

const handedOver = z.strictObject({ answer: z.string() });
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

/** @returns the empty text: no form, or too large a one, which is an answer for nobody */
const answerIn = async (request: Request): Promise<string> => {
  const fields = await readForm(request, MAX_ANSWER_BYTES).catch(() => null);
  return handedOver.safeParse(Object.fromEntries(fields ?? [])).data?.answer ?? "";
};

/** Providers that answer by fragment (OAuth 2.0 Multiple Response Types §2.1) send the browser here without a query. */
const fragmentPage = (headers: Headers): Response => {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-store");
  headers.set("Content-Security-Policy", HAND_OVER_POLICY);
  const body = `<!doctype html>
<html lang="zxx">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="0;url=${ELSEWHERE}"></noscript>
<title>…</title>
</head>
<body>
<form method="post"><input type="hidden" name="answer"></form>
<script>${HAND_OVER}</script>
</body>
</html>
`;
  return new Response(body, { headers });
};

/**
 * A provider sends the browser back: to its page or, in another browser, to a page that says so. An answer behind the # of the
 * address comes by a second request, from our own page.
 */
export const providerReturn = async (deps: Deps, request: Request): Promise<Response> => {
  const isHandedOver = request.method === "POST";
  const query = isHandedOver ? await answerIn(request) : new URL(request.url).search.slice(1);
  const state = new URLSearchParams(query).get("state") ?? "";
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
      if (isHandedOver) refuseForeignForm(deps, request);
      else if (query === "") return fragmentPage(headers);
      if (state === "" || query.length > MAX_QUERY_CHARACTERS) return seeOther(ELSEWHERE, headers);
      const returned = await returnFromProvider(ctx, { state, cookie, query });
      if (returned === null) return seeOther(ELSEWHERE, headers);
      const { secret, problem, verificationId } = returned;
      note({ verificationId, code: problem });
      return backToPage(secret, headers, problem === null ? {} : { problem });
    },
  );
};
