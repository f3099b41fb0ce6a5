import { STYLE } from "./style.ts";

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | null | readonly Html[];

const partOf = (part: Part): string => {
  if (part === null) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(({ text }) => text).join("");
};

/** A template whose values are escaped unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => text + partOf(parts[index] ?? null)).join(""));

const MARK = new Html(
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" aria-hidden="true">` +
    `<path d="M4 7.5h14.5A1.5 1.5 0 0 1 20 9v9.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5z"/>` +
    `<path d="M4 7.5 15.5 4v3.5M20 12h-4.5a1.75 1.75 0 0 0 0 3.5H20"/></svg>`,
);

export const page = (title: string, body: Html): string =>
  `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Demo wallet</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<aside class="bar" aria-label="What this is"><strong>Demo wallet.</strong> Nobody real is in it, and what it shows proves nothing.</aside>
<main><div class="name">${MARK} Demo wallet</div>
<h1>${title}</h1>
${body}</main>
</body>
</html>`.text
  }\n`;
