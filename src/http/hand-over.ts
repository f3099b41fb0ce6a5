import { createHash } from "node:crypto";

// The page at the address where identity providers answer, for those that put the answer behind the #.

/** As src/methods/oidc registers it at providers. */
export const HAND_OVER_PATH = "/v/idp/callback";

/** In another browser than the one that was sent. */
export const ELSEWHERE = "/wallet/elsewhere?by=provider";

/** Hands over what stands behind the #, which browsers send to nobody; without anything there, the answer is for nobody. */
export const HAND_OVER = `const answer = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const form = document.forms[0];
if (answer === "") location.replace(${JSON.stringify(ELSEWHERE)});
else {
  form.elements.namedItem("answer").value = answer;
  form.submit();
}`;

const hash = createHash("sha256").update(HAND_OVER).digest("base64");

/** Of that page and of every other answer at its address: this one script, and a form to ourselves. */
export const HAND_OVER_POLICY = `default-src 'none'; script-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
