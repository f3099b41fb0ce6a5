import { type NextRequest, NextResponse } from "next/server";
import { program } from "#app/program.ts";
import { frameAncestors } from "#core/hosts.ts";
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGE_HEADER,
  languageCookie,
  pageLanguage,
} from "#core/language.ts";

/**
 * CSP Level 3: a script runs only if it carries this request's nonce or was loaded by one that does. In
 * development Next's scripts evaluate other scripts, and its tools bring their own styles.
 */
const contentSecurityPolicy = (nonce: string, embedHosts: readonly string[], isNextDev: boolean): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isNextDev ? " 'unsafe-eval'" : ""}`,
    // A nonce would switch 'unsafe-inline' off.
    `style-src 'self' ${isNextDev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors(embedHosts).join(" ") || "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");

const PAGE_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Permissions-Policy": "camera=(), digital-credentials-get=(), geolocation=(), microphone=()",
  "Cross-Origin-Opener-Policy": "same-origin",
} as const;

// The address of a hosted page is its key: no cache and no index may keep it.
const HOSTED_HEADERS = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Permissions-Policy":
    "camera=(self), digital-credentials-get=(self), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)",
} as const;
// A pop-up that is cut off from the page that opened it cannot send it anything.
const EMBEDDED_HEADERS = { "Cross-Origin-Opener-Policy": "unsafe-none" } as const;

/** RFC 9110 §15.6.4: the page says the same in words. */
const AWAY = { status: 503, headers: { "Retry-After": "5" } } as const;

// No route exists here, so Next renders the page for that, with its status.
const NOWHERE = "/v";

// For end users: a hosted page, a code that leads to one, the page for a wallet's wrong turn, or their age key.
const isHosted = ({ nextUrl }: NextRequest): boolean => /^\/(v|c|wallet|key)(\/|$)/.test(nextUrl.pathname);

// Public, and for everyone in their own language.
const isForEveryone = ({ nextUrl }: NextRequest): boolean => /^\/practice(\/|$)/.test(nextUrl.pathname);

const hasLanguage = (request: NextRequest): boolean => isHosted(request) || isForEveryone(request);

const languageOf = (request: NextRequest, locale: string | null): string =>
  pageLanguage({
    url: request.nextUrl,
    cookie: request.cookies.get(LANGUAGE_COOKIE)?.value,
    accepted: request.headers.get("accept-language"),
    locale,
  });

const headersOf = (request: NextRequest, hasOpener: boolean): Record<string, string> => ({
  ...PAGE_HEADERS,
  ...(isHosted(request) ? HOSTED_HEADERS : {}),
  ...(hasOpener ? EMBEDDED_HEADERS : {}),
});

const decorate = async (request: NextRequest, response: NextResponse, hasOpener: boolean): Promise<void> => {
  for (const [name, value] of Object.entries(headersOf(request, hasOpener)))
    response.headers.set(name, value);
  if (!hasLanguage(request)) return;
  const { settings } = await program().getDeps();
  const cookie = languageCookie(request.nextUrl, settings.publicUrl.startsWith("https:"));
  if (cookie) response.headers.append("Set-Cookie", cookie);
};

/** Security headers and language of the pages, and 404 for an unknown hosted page. */
export const proxy = async (request: NextRequest): Promise<NextResponse> => {
  const { getDeps, isNextDev, pages } = program();
  const { pathname } = request.nextUrl;
  const found = await pages.findHostedPage(getDeps, { pathname, host: request.headers.get("host") });
  const { exists, isKnown, locale, embedHosts, isPopup } = found;
  const policy = contentSecurityPolicy(btoa(crypto.randomUUID()), embedHosts, isNextDev);
  // Next finds the nonce in the request's policy and puts it on the scripts that it writes.
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set(LANGUAGE_HEADER, hasLanguage(request) ? languageOf(request, locale) : DEFAULT_LANGUAGE);
  const response = exists
    ? NextResponse.next({ request: { headers }, ...(isKnown ? {} : AWAY) })
    : NextResponse.rewrite(new URL(NOWHERE, request.url), { request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  await decorate(request, response, isPopup || embedHosts.length > 0);
  return response;
};

export const config = {
  // Neither the interface's endpoints, which are not pages, nor files. Nor what lies below a hosted page:
  // Next keeps a copy of each body that passes here and cuts it at 10 MB. The only page below is the one
  // about kept data.
  matcher: [
    "/((?!verify/|tokens/|cli/|listeners|admin/|health|openid4vp/|api/|gate/|scim/|\\.well-known/|_next/|samples/|v/[^/]+/(?!data$).|[^/]*\\.[a-z0-9]+$).*)",
  ],
};
