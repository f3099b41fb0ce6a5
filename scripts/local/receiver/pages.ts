import { Html, html } from "../../../lab/demo-wallet/server/html.ts";
import { ANSWERS, headerOf, type Inbox, isAnswerName, type Received, type Verdict } from "./received.ts";
import { STYLE } from "./style.ts";

const VERDICTS: Readonly<Record<Verdict, string>> = {
  genuine: "Signature verified",
  body_not_raw: "No body",
  no_secret: "Not checked: paste the endpoint’s secret below",
  malformed_header: "No signature",
  signature_mismatch: "The signature fits no secret known here: paste the endpoint’s secret below",
  timestamp_too_old: "Signed too long ago",
  timestamp_in_future: "Signed for a time to come",
};

/** The event's name, and the body laid out; a body that is not JSON stays as it came. */
const read = (body: Buffer): { event: string; shown: string } => {
  const text = body.toString("utf8");
  try {
    const parsed = JSON.parse(text);
    const event = typeof parsed?.event === "string" ? parsed.event : "A request";
    return { event, shown: JSON.stringify(parsed, null, 2) };
  } catch {
    return { event: "A request", shown: text };
  }
};

const delivery = async (inbox: Inbox, one: Received): Promise<Html> => {
  const { event, shown } = read(one.body);
  const verdict = await inbox.verdictOn(one);
  const attempt = headerOf(one, "x-delivery-attempt");
  return html`<li><details id="delivery-${one.number}">
<summary><strong>${event}</strong>
<code>${headerOf(one, "x-verification-id") ?? ""}</code>
<span>${attempt === null ? "" : `Attempt ${attempt}`}</span>
<time datetime="${one.at.toISOString()}">${one.at.toISOString().slice(11, 19)} UTC</time>
<span>Answered ${ANSWERS[one.answer].name}</span>
<span class="${verdict === "genuine" ? "good" : "bad"}">${VERDICTS[verdict]}</span></summary>
<h3>Headers</h3>
<pre>${one.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}</pre>
<h3>Body, laid out for reading</h3>
<pre>${shown}</pre>
</details></li>`;
};

/** The part of the page that changes while one looks. */
export const listPart = async (inbox: Inbox): Promise<Html> =>
  inbox.all().length === 0
    ? html`<p class="soft">Nothing has arrived yet. Finish a verification of the demo tenant, or press “Send” on its endpoint’s page in the console.</p>`
    : html`<ol>${await Promise.all(inbox.all().map((one) => delivery(inbox, one)))}</ol>`;

const answers = (inbox: Inbox): Html[] =>
  Object.entries(ANSWERS).map(
    ([name, { name: label, about }]) =>
      html`<button name="answer" value="${name}" aria-pressed="${String(inbox.answer() === name)}"><b>${label}</b><small>${about}</small></button>`,
  );

export const receiverPage = async (
  inbox: Inbox,
  hookUrl: string,
  said = "",
): Promise<string> => `<!doctype html>
${
  html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Webhook receiver</title>
<style>${new Html(STYLE)}</style>
<script src="/live.js" defer></script>
</head>
<body><main>
<h1>Webhook receiver</h1>
<p>What the service sends to <code>${hookUrl}</code> shows here as it arrives. It runs on this computer only, and keeps the last 50 in memory.</p>
${said === "" ? null : html`<p class="said" role="status">${said}</p>`}
<section><h2>Answer the next deliveries with</h2>
<form method="post" action="/answer" class="answers">${answers(inbox)}</form></section>
<section><h2>Deliveries, newest first</h2>
<div id="list" aria-live="polite">${await listPart(inbox)}</div>
<form method="post" action="/clear"><button>Clear the list</button></form></section>
<section><h2>Another endpoint’s secret</h2>
<p class="soft">The demo tenant’s is known. For an endpoint that you add yourself, paste the secret that the console shows once.</p>
<form method="post" action="/secret" class="secret"><input name="secret" aria-label="Signing secret" placeholder="whsec_…" autocomplete="off" required><button>Use it</button></form></section>
</main></body></html>`.text
}
`;

/** Keeps what the reader has opened open. */
export const LIVE_SCRIPT = `const list = document.getElementById("list");
const refresh = async () => {
  const part = await (await fetch("/list")).text();
  const open = new Set([...list.querySelectorAll("details[open]")].map(({ id }) => id));
  list.innerHTML = part;
  for (const one of list.querySelectorAll("details")) one.open = open.has(one.id);
};
new EventSource("/events").addEventListener("change", refresh);
`;

export const saidOf = (key: string | null): string => {
  if (key === "secret") return "That is not a signing secret: it begins with whsec_.";
  if (key === "trusted") return "Signatures are checked with that secret too.";
  return key !== null && isAnswerName(key) ? `The next deliveries are answered ${ANSWERS[key].name}.` : "";
};
