import { X509Certificate } from "node:crypto";
import { z } from "zod";
import {
  type AppleDecision,
  type AppleProblem,
  type BrowserCall,
  decideAsApple,
} from "../wallet/as-apple.ts";
import { html, page } from "./html.ts";

// The page that says what Apple Wallet would do with a website's call.

const requests = z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) }));
/** What a page hands to `navigator.credentials.get`, or what Lintel's page fetched for that. */
const call = z.union([
  z.object({ digital: z.object({ requests }) }).transform(({ digital }) => digital),
  z.object({ requests }),
]);

type Fields = { origin: string; call: string; roots: string };

const EMPTY: Fields = { origin: "", call: "", roots: "" };

const WHAT_TO_DO: Record<AppleProblem, string> = {
  protocol: "Offer an org-iso-mdoc request in the same call.",
  doc_type: "Ask for a driving licence or a photo ID in a separate request.",
  no_reader_auth: "Sign the request with the certificate that Apple issued to you.",
  version: "Send version 1.1 with readerAuthAll, and 1.0 without.",
  algorithm: "Sign with ES256, and name it in the protected header alone.",
  signature: "Sign the bytes that are sent, over this origin and this encryptionInfo.",
  unknown_signer:
    "Send the reader's certificate first, then every CA below the root, and check that the root is trusted here.",
  root_in_chain: "Leave the root out of x5chain.",
  expired: "Replace the certificate.",
  not_yet_valid: "Wait until the certificate is valid, or sign with the former one.",
  certificate: "Use a certificate that was issued to a reader.",
  wrong_domain: "Use a certificate for this host, or serve the page from the certificate's host.",
  malformed: "Compare the request with ISO/IEC 18013-5:2025 §10.2.2.",
};

const decisionCard = (decision: AppleDecision) =>
  decision.ok
    ? html`<div class="card"><h2>Apple Wallet would answer</h2>
<p>It would show <code>${decision.docType}</code> to <strong>${decision.readers.join(", ")}</strong>, whose signature fits.</p></div>`
    : html`<div role="alert" class="card problem"><h2>Apple Wallet would refuse: ${decision.reason}</h2>
<p>${decision.why[0]?.toUpperCase() ?? ""}${decision.why.slice(1)}. ${WHAT_TO_DO[decision.reason]}</p></div>`;

const show = (fields: Fields, result: ReturnType<typeof html> | null): string =>
  page(
    "What Apple Wallet would do",
    html`${result}
<p class="soft">Apple Wallet reads org-iso-mdoc requests only, holds driving licences and photo IDs, and shows nothing to a reader that it does not
know. This page checks all of that. It does not know Apple's roots, so paste those that readers are to be checked against.</p>
<form class="card" method="post" action="/apple">
<label class="field">Origin of the page
<textarea name="origin" required spellcheck="false" placeholder="https://shop.example">${fields.origin}</textarea></label>
<label class="field">Requests, as JSON
<textarea name="call" required spellcheck="false" placeholder="{ &quot;requests&quot;: [{ &quot;protocol&quot;: &quot;org-iso-mdoc&quot;, … }] }">${fields.call}</textarea></label>
<label class="field">Trusted roots, as PEM (optional)
<textarea name="roots" spellcheck="false" placeholder="-----BEGIN CERTIFICATE-----">${fields.roots}</textarea></label>
<button class="main">Check the requests</button></form>
<a class="button" href="/">Back to the wallet</a>`,
  );

const rootsIn = (pem: string): Uint8Array[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (each) => new Uint8Array(new X509Certificate(each).raw),
  );

/** @throws what is wrong with the field, for people */
const read = <T>(what: string, how: () => T): T => {
  try {
    return how();
  } catch {
    throw new Error(what);
  }
};

const callIn = ({ origin, call: text }: Fields): BrowserCall => {
  const { requests: asked } = read("The requests are not a JSON object with the member “requests”.", () =>
    call.parse(JSON.parse(text)),
  );
  return { origin, requests: asked };
};

/**
 * The page, empty or with what Apple Wallet would do.
 * @param form the fields that were posted; null for an empty page
 * @param options.roots DER; trusted in addition to those on the page
 */
export const applePage = (
  form: URLSearchParams | null,
  { roots, now }: { roots: readonly Uint8Array[]; now: Date },
): { body: string; status: number } => {
  if (!form) return { body: show(EMPTY, null), status: 200 };
  const field = (name: keyof Fields): string => form.get(name)?.trim() ?? "";
  const fields = { origin: field("origin"), call: field("call"), roots: field("roots") };
  try {
    const pasted = read("One of the roots is not a certificate in PEM.", () => rootsIn(fields.roots));
    const decision = decideAsApple(callIn(fields), { roots: [...roots, ...pasted], now });
    return { body: show(fields, decisionCard(decision)), status: 200 };
  } catch (error) {
    const why = error instanceof Error ? error.message : "Something broke.";
    return { body: show(fields, html`<p role="alert" class="card problem">${why}</p>`), status: 400 };
  }
};
