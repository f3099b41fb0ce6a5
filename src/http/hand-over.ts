import { createHash } from "node:crypto";
import { isProviderCallback } from "#core/identity/provider.ts";

// The page at the address to which identity providers answer, for those that put the answer after the #.

/** Where a browser other than the one that left is sent. */
export const ELSEWHERE = "/wallet/elsewhere?by=provider";

/**
 * Hands over what follows the #, which browsers never send; if nothing follows it, the answer belongs to
 * no request.
 */
const HAND_OVER = `const answer = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const form = document.forms[0];
if (answer === "") location.replace(${JSON.stringify(ELSEWHERE)});
else {
  form.elements.namedItem("answer").value = answer;
  form.submit();
}`;

const hash = createHash("sha256").update(HAND_OVER).digest("base64");

/**
 * The policy of that page and of every other answer at its address: this one script, and a form to ourselves.
 */
const HAND_OVER_POLICY = `default-src 'none'; script-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** The policy for answers at a path; null for any other path, which has the usual policy. */
export const handOverPolicyAt = (path: string | undefined): string | null =>
  path !== undefined && isProviderCallback(path) ? HAND_OVER_POLICY : null;

/** For a browser that comes without a query. */
export const handOverPage = (headers: Headers): Response => {
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
