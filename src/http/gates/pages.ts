import { createHash } from "node:crypto";
import { addressWithCode, type GateAnswer } from "#core/gates/addresses.ts";
import { hostOf } from "#core/gates/gate.ts";
import { directionOf, type Language } from "#core/language.ts";
import { visibleName } from "#core/text.ts";
import { escapeHtml } from "../html.ts";
import type { Answer } from "../respond.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { PAGE_TEXTS, type PageTexts, type Refusal } from "./page-texts.ts";

// The three pages of a gate: before the check, after a refusal, and the one that hands an answer to a pop-up's
// opener. They may be shown on the site's own host, so they load nothing.

/** What gate.js hears (public/gate.js). */
export type GateMessage = { lintel: 1; site: string } & (
  | { type: "answer"; code: string }
  | { type: "refused"; reason: "cancelled" | "failed" | "expired" | "under_age" }
  /** The start page is there, and waits for `{ lintel: 1, type: "start" }`. */
  | { type: "ready" }
);

type Ended = Exclude<GateMessage, { type: "ready" }>;

export type GatePage =
  | {
      kind: "start";
      language: Language;
      /** The gate's id. */
      site: string;
      siteName: string;
      /** An age in years, or `policy`. */
      threshold: string;
      /** Where the form goes; may be relative. */
      action: string;
      returnPath: string;
      answer: GateAnswer;
      /** The site's. */
      origin: string;
      /**
       * Where the form's answer leads, as far as these are other origins: browsers hold redirects to the page's
       * form-action too. Without them the policy names none.
       */
      hostedOrigins?: readonly string[];
    }
  | {
      kind: "refused";
      reason: Refusal;
      language: Language;
      siteName: string | null;
      /** Null: there is no other try. */
      startAddress: string | null;
    }
  | {
      kind: "message";
      language: Language;
      origin: string;
      message: Ended;
      siteName?: string;
      /** Where a window that lost its opener takes its code; `/` unless given. */
      returnPath?: string;
    };

const STATUS: Readonly<Record<Refusal, number>> = {
  under_age: 403,
  cancelled: 403,
  failed: 403,
  expired: 403,
  revoked: 403,
  other_browser: 400,
  unknown_site: 404,
  busy: 429,
  unavailable: 503,
};

/**
 * In gate.js's pop-up the visitor has pressed a button already: its script, at the gate's own site alone, hears that this page
 * is here, and says so. A window that any other page opened starts nothing, and nor do crawlers.
 */
const START_ITSELF = `const { origin, message } = document.body.dataset;
addEventListener("message", (said) => {
  if (said.source !== opener || said.origin !== origin) return;
  if (said.data?.lintel === 1 && said.data.type === "start") document.forms[0].submit();
});
if (opener) opener.postMessage(JSON.parse(message), origin);`;

/**
 * Posts to the one origin that may hear it, and closes. A window without an opener keeps its words and the link to
 * the site; browsers do not let it close itself.
 */
const TELL_OPENER = `const { origin, message } = document.body.dataset;
const [onwards, end] = ["onwards", "end"].map((id) => document.getElementById(id));
end.onclick = () => close();
if (opener) {
  end.hidden = false;
  if (onwards) onwards.hidden = true;
  opener.postMessage(JSON.parse(message), origin);
  close();
}`;

const sourceOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const STYLE_SOURCE = sourceOf(PAGE_STYLE);
const SOURCES = new Map([START_ITSELF, TELL_OPENER].map((script) => [script, sourceOf(script)]));

/** What a page is drawn from. */
export type Parts = {
  status: number;
  title: string;
  /** HTML. */
  main: string;
  script?: string;
  /** Attributes of the body, with values as they are. */
  data?: Readonly<Record<string, string>>;
  /** Origins to which the page's form leads; null: any. */
  formOrigins: readonly string[] | null;
};

const attributes = (data: Readonly<Record<string, string>>): string =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("");

/** Other people's words inside ours: isolated, so that their direction is their own (UAX #9). */
const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  escapeHtml(text).replace(/\{(\w+)\}/g, (_, name: string) => isolated(values[name] ?? ""));

const plain = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

const nameOr = (name: string | null | undefined, origin: string): string =>
  visibleName(name ?? "") || hostOf(origin);

/** The site's name as the hosted page shows a tenant's, and its host, which nobody can choose freely. */
export const siteHead = (name: string, host: string | null): string => {
  const initial = [...name.trim()][0]?.toUpperCase() ?? "";
  const below =
    host === null || host === name ? "" : `<div class="host"><bdi dir="ltr">${escapeHtml(host)}</bdi></div>`;
  return `<div class="site"><span class="initial" aria-hidden="true">${escapeHtml(initial)}</span><div>${isolated(name)}${below}</div></div>`;
};

/** The language goes on to the hosted page. */
const inLanguage = (action: string, language: Language): string =>
  `${action}${action.includes("?") ? "&" : "?"}lang=${language}`;

const readyAt = (site: string): GateMessage => ({ lintel: 1, site, type: "ready" });

const startPage = (page: Extract<GatePage, { kind: "start" }>, { start }: PageTexts): Parts => {
  const site = nameOr(page.siteName, page.origin);
  const values = { age: page.threshold, site };
  const isPolicy = page.threshold === "policy";
  const title = isPolicy ? start.titleByPolicy : start.title;
  const answer = isPolicy ? start.answerByPolicy : start.answer;
  const main = `${siteHead(site, hostOf(page.origin))}
<h1>${fill(title, values)}</h1>
<p class="soft">${escapeHtml(start.lead)}</p>
<section class="learns"><h2>${fill(start.learns, values)}</h2>
<p>${fill(answer, values)}</p>
<p>${escapeHtml(start.never)}</p></section>
<form method="post" action="${escapeHtml(inLanguage(page.action, page.language))}">
<input type="hidden" name="return" value="${escapeHtml(page.returnPath)}">
<input type="hidden" name="answer" value="${page.answer}">
<button class="primary">${escapeHtml(start.button)}</button>
</form>`;
  return {
    status: 200,
    title: plain(title, values),
    main,
    ...(page.answer === "message" && {
      script: START_ITSELF,
      data: { origin: page.origin, message: JSON.stringify(readyAt(page.site)) },
    }),
    formOrigins: page.hostedOrigins === undefined ? null : ["'self'", ...new Set(page.hostedOrigins)],
  };
};

const refusedPage = (page: Extract<GatePage, { kind: "refused" }>, texts: PageTexts): Parts => {
  const { title, text } = texts.refused[page.reason];
  const site = visibleName(page.siteName ?? "");
  // A person who is too young today is too young in a minute; one who was taken for younger by mistake can still try.
  const isFinal = page.reason === "under_age";
  const [first, second] = isFinal ? ["secondary", "primary"] : ["primary", "secondary"];
  const again =
    page.startAddress === null
      ? ""
      : `<a class="${first}" href="${escapeHtml(page.startAddress)}">${escapeHtml(texts.again)}</a>`;
  const leave = `<a class="${second}" href="about:blank" rel="noreferrer">${escapeHtml(texts.leave)}</a>`;
  const ways = (isFinal ? [leave, again] : [again, leave]).filter((way) => way !== "").join("\n");
  // Nobody knows where the visitor came from, and the page before this is often the hosted page.
  const main = `${site === "" ? "" : siteHead(site, null)}
<h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml(text)}</p>
<div class="ways">${ways}</div>`;
  return { status: STATUS[page.reason], title, main, formOrigins: [] };
};

const messagePage = (page: Extract<GatePage, { kind: "message" }>, texts: PageTexts): Parts => {
  const { message, origin } = page;
  const site = nameOr(page.siteName, origin);
  const isAnswer = message.type === "answer";
  const { title, text } = isAnswer ? texts.done : texts.refused[message.reason];
  const onwards = isAnswer
    ? `<a class="primary" id="onwards" href="${escapeHtml(addressWithCode(origin, page.returnPath ?? "/", message.code))}"><span>${fill(texts.done.onwards, { site })}</span></a>\n`
    : "";
  const back = isAnswer ? "" : `<p class="soft">${fill(texts.backToSite, { site })}</p>\n`;
  const main = `${siteHead(site, hostOf(origin))}
<h1>${escapeHtml(title)}</h1>
<p class="soft">${fill(text, { site })}</p>
${back}<div class="ways">${onwards}<button class="secondary" id="end" type="button" hidden>${escapeHtml(texts.close)}</button></div>`;
  return {
    status: 200,
    title,
    main,
    script: TELL_OPENER,
    data: { origin, message: JSON.stringify(message) },
    formOrigins: [],
  };
};

const partsOf = (page: GatePage, texts: PageTexts): Parts => {
  if (page.kind === "start") return startPage(page, texts);
  return page.kind === "refused" ? refusedPage(page, texts) : messagePage(page, texts);
};

const MARK = `<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="1.5" y="3.5" width="21" height="5" rx="1"/><path d="M4.5 10.5h4v10h-4zM15.5 10.5h4v10h-4z"/></svg>`;

const policyOf = ({ script, formOrigins }: Parts): string =>
  [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    ...(script === undefined ? [] : [`script-src ${SOURCES.get(script)}`]),
    ...(formOrigins === null ? [] : [`form-action ${formOrigins.join(" ") || "'none'"}`]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

/** A whole page in the look of a gate's. @param headers of the answer; the page's own win */
export const drawPage = (parts: Parts, language: Language, headers: Answer["headers"]): Answer => {
  const body = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(parts.title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body${attributes(parts.data ?? {})}>
<main>
${parts.main}
</main>
<footer>${escapeHtml(PAGE_TEXTS[language].by)} <span>${MARK}Lintel</span></footer>
${parts.script === undefined ? "" : `<script>${parts.script}</script>\n`}</body>
</html>
`;
  return {
    status: parts.status,
    headers: {
      ...headers,
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(parts),
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      // Not no-referrer: then a form would post without its origin, by which foreign forms are refused.
      "referrer-policy": "same-origin",
      // A pop-up that is cut off from its opener has nobody to answer.
      "cross-origin-opener-policy": "unsafe-none",
    },
    body,
  };
};

/**
 * A gate's page, complete. It works without JavaScript, except that a pop-up's answer is then a link.
 * @param headers of the answer, such as its request id; the page's own win
 */
export const gatePage = (page: GatePage, headers: Answer["headers"]): Answer =>
  drawPage(partsOf(page, PAGE_TEXTS[page.language]), page.language, headers);
