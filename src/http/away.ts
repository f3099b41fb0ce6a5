import { escapeHtml } from "#core/text.ts";
import { pageOfCookie } from "#services/check/page-secret.ts";
import type { At, Ctx } from "#services/context.ts";
import { wayOn } from "#services/hosts/site.ts";
import { readForm } from "./body.ts";
import { ELSEWHERE } from "./hand-over.ts";
import { setWalletCookies, walletCookieOf } from "./journey-cookie.ts";
import { asJson, backToPage, NO_SNIFFING, type Note, respondToPerson, seeOther } from "./respond.ts";
import { refuseForeignForm } from "./wallet/page.ts";

// A person leaves the hosted page for an identity provider's or a vendor's, and comes back.

/** Addresses hold secrets and codes, so the log gets the path of the route. */
type Route = { event: string; path: string };

const MAX_FORM_BYTES = 1024;

/**
 * A page that goes on to the provider or vendor by itself, or by a link if that fails. Not a redirect: the
 * content policy's form-action, which allows only our own address, would stop the browser (CSP Level 3 §6.4.1
 * looks at every hop).
 */
const onwards = ({ name, url }: { name: string; url: string }): string => `<!doctype html>
<html lang="zxx">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">
<title>${escapeHtml(name)}</title>
</head>
<body><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(name)}</a></body>
</html>
`;

/** That page as an answer. */
const goOnwards = (headers: Headers, there: { name: string; url: string }): Response => {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  return new Response(onwards(there), { headers });
};

/** Where the person goes, and what their browser keeps until they come back. */
type Sent = {
  verificationId: string;
  name: string;
  url: string;
  /** The id under which the cookie is found again. */
  transactionId: string;
  cookie: string;
  lifetimeSeconds: number;
};

/** How things stand after an answer; `problem` is the code of an error that used no attempt. */
type Answered = { problem: string | null; verificationId: string | null };

type Left = {
  /** The id that came back, with its note of the host. */
  left: string;
  /** The path that it came back to, as it was called. */
  cameTo: string;
  /** The path and query at the tenant's host that the browser goes on to. */
  onwardTo: (ctx: Ctx, on: { host: string; tenantId: string }) => Promise<string>;
};

const backWith = (
  secret: string,
  { problem, verificationId }: Answered,
  headers: Headers,
  note: Note,
): Response => {
  note({ verificationId, code: problem });
  return backToPage(secret, headers, problem === null ? {} : { problem });
};

/**
 * Answers a form of the hosted page, which works without scripts: on to the other side, or back with the
 * current state.
 */
export const leavePage = (
  at: At,
  request: Request,
  { secret, ...route }: Route & { secret: string },
  act: (ctx: Ctx, fields: Record<string, unknown>) => Promise<Sent | Answered>,
): Promise<Response> =>
  respondToPerson(
    at,
    request,
    {
      ...route,
      headers: NO_SNIFFING,
      onError: (error, call) =>
        error.code === "CROSS_SITE_REFUSED"
          ? asJson(error, call)
          : backToPage(secret, call.headers, { problem: error.code }),
    },
    async ({ ctx, headers, note }) => {
      refuseForeignForm(at, request);
      const done = await act(ctx, Object.fromEntries(await readForm(request, MAX_FORM_BYTES)));
      if ("problem" in done) return backWith(secret, done, headers, note);
      const { verificationId, transactionId, cookie: value, lifetimeSeconds } = done;
      note({ verificationId });
      const made = { transactionId, value, lifetimeSeconds };
      for (const each of setWalletCookies(ctx.deps, made, request.headers.get("cookie"), "identity"))
        headers.append("Set-Cookie", each);
      return goOnwards(headers, done);
    },
  );

/**
 * Answers a browser that was sent back: with its page or, if it is not the browser that left, with a page
 * that says so. After an error the page says what is wrong and offers another try.
 * @param look null: a different browser's answer; a response is sent unchanged
 */
export const comeBackToPage = (
  at: At,
  request: Request,
  { transactionId, left, cameTo, onwardTo, ...route }: Route & Left & { transactionId: string },
  look: (
    ctx: Ctx,
    cookie: string | null,
    headers: Headers,
  ) => Promise<(Answered & { secret: string }) | Response | null>,
): Promise<Response> => {
  const cookie = walletCookieOf(at.deps, transactionId, request.headers.get("cookie"), "identity");
  return respondToPerson(
    at,
    request,
    {
      ...route,
      headers: NO_SNIFFING,
      onError: ({ code }, { headers }) => {
        const secret = cookie === null ? null : pageOfCookie(cookie);
        return secret === null
          ? seeOther(ELSEWHERE, headers)
          : backToPage(secret, headers, { problem: code });
      },
    },
    async ({ ctx, headers, note }) => {
      const on = await wayOn(at, left, cameTo);
      if (on !== null) {
        const url = on.origin + (await onwardTo(ctx, on));
        // A redirect after a form would be stopped, as in `onwards`.
        return request.method === "POST"
          ? goOnwards(headers, { name: new URL(on.origin).host, url })
          : seeOther(url, headers);
      }
      const returned = await look(ctx, cookie, headers);
      if (returned === null) return seeOther(ELSEWHERE, headers);
      return returned instanceof Response ? returned : backWith(returned.secret, returned, headers, note);
    },
  );
};
