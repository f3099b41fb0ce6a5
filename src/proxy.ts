import { type NextRequest, NextResponse } from "next/server";
import { hostedPageExists } from "#http/hosted-page-exists.ts";
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

/** Security headers of the pages, and 404 for a hosted page that there is not. */
export const proxy = async (request: NextRequest): Promise<NextResponse> => {
  const policy = contentSecurityPolicy(btoa(crypto.randomUUID()));
  // Next finds the nonce in the request's policy and puts it on the scripts that it writes.
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const response = (await hostedPageExists(getDeps, request.nextUrl.pathname))
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL(NOWHERE, request.url), { request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  if (request.nextUrl.pathname.startsWith("/v/")) {
    for (const [name, value] of Object.entries(HOSTED_HEADERS)) response.headers.set(name, value);
  }
  return response;
};

export const config = {
  // Not the interface's endpoints, which are no pages, and no files. Nor what lies below a hosted page: Next keeps a
  // copy of each body that passes here, and cuts it at 10 MB.
  matcher: [
    "/((?!verify/|tokens/|admin/|health|api/|\\.well-known/|_next/|samples/|v/[^/]+/.|[^/]*\\.[a-z0-9]+$).*)",
  ],
};
