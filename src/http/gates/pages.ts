import { addressWithCode } from "#core/gates/addresses.ts";
import { hostOf } from "#core/gates/gate.ts";
import { directionOf, type Language } from "#core/language.ts";
import { escapeHtml, visibleName } from "#core/text.ts";
import type { Answer } from "../respond.ts";
import type { GatePage, PageOf } from "./page-kinds.ts";
import { fill, nameOr, type Parts, siteHead } from "./page-parts.ts";
import { PAGE_SCRIPTS, sourceOf } from "./page-scripts.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { PAGE_TEXTS, type PageTexts, type Refusal } from "./page-texts.ts";
import { framedPage, startPage } from "./start-pages.ts";

// The pages of a gate: before the check, the same within a frame, after a refusal, the one that hands an answer to a pop-up's
// opener, and the one that leads a tab to what it kept. They may be shown on the site's own host, so they load nothing.

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

const STYLE_SOURCE = sourceOf(PAGE_STYLE);

const attributes = (data: Readonly<Record<string, string>>): string =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("");

const backPage = (page: PageOf<"back">, { done }: PageTexts): Parts => {
  const site = nameOr(page.siteName, page.origin);
  const text = page.kept === "path" ? `<p class="soft">${fill(done.tooLong, { site })}</p>\n` : "";
  const main = `${siteHead(site, hostOf(page.origin))}
<h1>${escapeHtml(done.title)}</h1>
${text}<div class="ways"><a class="primary" href="${escapeHtml(page.to)}"><span>${fill(done.onwards, { site })}</span></a></div>`;
  return {
    ...{ status: 200, title: done.title, main, formOrigins: [] },
    ...{ script: "goBack", data: { to: page.to, kept: page.kept } },
  };
};

const refusedPage = (page: PageOf<"refused">, texts: PageTexts): Parts => {
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
  // It is unknown where the visitor came from, and the page before this is often the hosted page.
  const main = `${site === "" ? "" : siteHead(site, null)}
<h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml(text)}</p>
<div class="ways">${ways}</div>`;
  return { status: STATUS[page.reason], title, main, formOrigins: [], isFramed: page.isFramed ?? false };
};

const messagePage = (page: PageOf<"message">, texts: PageTexts): Parts => {
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
    script: "tellOpener",
    data: { origin, message: JSON.stringify(message) },
    formOrigins: [],
  };
};

const partsOf = (page: GatePage, texts: PageTexts): Parts => {
  if (page.kind === "start") return startPage(page, texts);
  if (page.kind === "framed") return framedPage(page, texts);
  if (page.kind === "back") return backPage(page, texts);
  return page.kind === "refused" ? refusedPage(page, texts) : messagePage(page, texts);
};

const MARK = `<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="1.5" y="3.5" width="21" height="5" rx="1"/><path d="M4.5 10.5h4v10h-4zM15.5 10.5h4v10h-4z"/></svg>`;

const policyOf = ({ script, formOrigins, isFramed }: Parts): string =>
  [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(PAGE_SCRIPTS[script])}`]),
    ...(formOrigins === null ? [] : [`form-action ${formOrigins.join(" ") || "'none'"}`]),
    ...(isFramed ? [] : ["frame-ancestors 'none'"]),
    "base-uri 'none'",
  ].join("; ");

/** A whole page in the look of a gate's. @param headers of the answer; the page's own win */
export const drawPage = (parts: Parts, language: Language, headers: Answer["headers"]): Answer => {
  const texts = PAGE_TEXTS[language];
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
<footer>${escapeHtml(texts.by)} <span>${MARK}Lintel</span></footer>
${parts.script === undefined ? "" : `<script>${PAGE_SCRIPTS[parts.script]}</script>\n`}</body>
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
      // A pop-up that is cut off from its opener cannot answer.
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
