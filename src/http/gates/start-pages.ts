import { hostOf } from "#core/gates/gate.ts";
import type { Language } from "#core/language.ts";
import { escapeHtml } from "#core/text.ts";
import type { GateMessage, PageOf } from "./page-kinds.ts";
import { beforeCheck, fill, nameOr, type Parts, plain, siteHead } from "./page-parts.ts";
import type { PageTexts } from "./page-texts.ts";

/** The language goes on to the hosted page. */
const inLanguage = (action: string, language: Language): string =>
  `${action}${action.includes("?") ? "&" : "?"}lang=${language}`;

const readyAt = (site: string): GateMessage => ({ lintel: 1, site, type: "ready" });

/** What the start page says, and its way back in the form. */
const startWords = (threshold: string, { start }: PageTexts) => {
  const isPolicy = threshold === "policy";
  return {
    title: isPolicy ? start.titleByPolicy : start.title,
    answer: isPolicy ? start.answerByPolicy : start.answer,
  };
};

export const startPage = (page: PageOf<"start">, texts: PageTexts): Parts => {
  const site = nameOr(page.siteName, page.origin);
  const values = { age: page.threshold, site };
  const { title, answer } = startWords(page.threshold, texts);
  const { returnPath, kept, longPath } = page.wanted;
  const main = beforeCheck(
    {
      ...{ site, host: hostOf(page.origin), title: fill(title, values) },
      learns: [fill(answer, values), escapeHtml(texts.start.never)],
      action: inLanguage(page.action, page.language),
      fields: [
        ["return", returnPath],
        ["answer", page.answer],
        ["kept", kept ?? ""],
      ],
    },
    texts,
  );
  const running: Pick<Parts, "script" | "data"> =
    page.answer === "message"
      ? {
          script: "startItself",
          data: { origin: page.origin, message: JSON.stringify(readyAt(page.site)) },
        }
      : { script: "keepAddress", ...(longPath !== null && { data: { path: longPath } }) };
  return {
    ...{ status: 200, title: plain(title, values), main, ...running },
    formOrigins: page.hostedOrigins === undefined ? null : ["'self'", ...new Set(page.hostedOrigins)],
  };
};

export const framedPage = (page: PageOf<"framed">, texts: PageTexts): Parts => {
  const { framed } = texts;
  const site = nameOr(page.siteName, page.origin);
  const values = { age: page.threshold, site };
  const { title } = startWords(page.threshold, texts);
  const link = (look: string, target: string, text: string): string =>
    `<a class="${look}" href="${escapeHtml(page.startAddress)}" target="${target}" rel="noopener"><span>${fill(text, values)}</span></a>`;
  // A frame may have leave to do one of these and not the other.
  const main = `${siteHead(site, hostOf(page.origin))}
<h1>${fill(title, values)}</h1>
<p class="soft">${fill(framed.text, values)}</p>
<div class="ways">${link("primary", "_blank", framed.open)}
${link("secondary", "_top", framed.here)}</div>`;
  return { status: 200, title: plain(title, values), main, formOrigins: [], isFramed: true };
};
