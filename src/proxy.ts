import { type NextRequest, NextResponse } from "next/server";
import { DEFAULT_LANGUAGE } from "#core/language.ts";
import { findHostedPage } from "#http/find-hosted-page.ts";
import { LANGUAGE_COOKIE, LANGUAGE_HEADER, languageCookie, pageLanguage } from "#http/page-language.ts";
import { getDeps } from "#runtime.ts";

/** CSP Level 3: a script runs only if it carries this request's nonce or was loaded by one that does. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");

const PAGE_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
  "Cross-Origin-Opener-Policy": "same-origin",
} as const;

// The address of a hosted page is its key: no cache and no index may keep it.
const HOSTED_HEADERS = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" } as const;

// No route is there, so Next renders the page for that, with its status.
const NOWHERE = "/v";

const isHosted = ({ nextUrl }: NextRequest): boolean => /^\/v(\/|$)/.test(nextUrl.pathname);

const languageOf = (request: NextRequest, locale: string | null): string =>
  pageLanguage({
    url: request.nextUrl,
    cookie: request.cookies.get(LANGUAGE_COOKIE)?.value,
    accepted: request.headers.get("accept-language"),
    locale,
  });

const decorate = async (request: NextRequest, response: NextResponse): Promise<void> => {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  if (!isHosted(request)) return;
  for (const [name, value] of Object.entries(HOSTED_HEADERS)) response.headers.set(name, value);
  const { settings } = await getDeps();
  const cookie = languageCookie(request.nextUrl, settings.publicUrl.startsWith("https:"));
  if (cookie) response.headers.append("Set-Cookie", cookie);
};

/** Security headers and language of the pages, and 404 for a hosted page that there is not. */
export const proxy = async (request: NextRequest): Promise<NextResponse> => {
  const policy = contentSecurityPolicy(btoa(crypto.randomUUID()));
  // Next finds the nonce in the request's policy and puts it on the scripts that it writes.
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const { exists, locale } = await findHostedPage(getDeps, request.nextUrl.pathname);
  headers.set(LANGUAGE_HEADER, isHosted(request) ? languageOf(request, locale) : DEFAULT_LANGUAGE);
  const response = exists
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL(NOWHERE, request.url), { request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  await decorate(request, response);
  return response;
};

export const config = {
  // Not the interface's endpoints, which are no pages, and no files. Nor what lies below a hosted page: Next keeps a
  // copy of each body that passes here, and cuts it at 10 MB.
  matcher: [
    "/((?!verify/|tokens/|admin/|health|api/|\\.well-known/|_next/|samples/|v/[^/]+/.|[^/]*\\.[a-z0-9]+$).*)",
  ],
};
