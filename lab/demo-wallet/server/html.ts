/** One plain sheet, light and dark; no script is needed to use the wallet. */
const STYLE = `
:root { color-scheme: light dark;
  --ground: light-dark(#eef0f4, #101319); --paper: light-dark(#fff, #191d26); --ink: light-dark(#171a21, #eceff5);
  --soft: light-dark(#565e6e, #a5aec0); --line: light-dark(#d7dbe4, #323947); --accent: light-dark(#3a4fd1, #9aa8ff);
  --on-accent: light-dark(#fff, #10142c); --wash: light-dark(#eef0ff, #232a48); --good: light-dark(#106b3d, #6fd6a0);
  --bad: light-dark(#a02a1c, #ff9d8d); --test: light-dark(#6a4a00, #f3cf7a); --test-wash: light-dark(#fff3d6, #372c10); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
.bar { padding: .5rem 1rem; background: var(--test-wash); color: var(--test); text-align: center; font-size: .875rem; }
main { max-width: 27rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 1rem; }
.name { display: flex; align-items: center; gap: .625rem; font-weight: 600; color: var(--soft); }
.name svg { width: 1.5rem; height: 1.5rem; color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; text-wrap: balance; }
h2, legend { font-size: .875rem; font-weight: 600; color: var(--soft); margin: 0; padding: 0; }
p { margin: 0; } .soft { color: var(--soft); font-size: .9375rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; display: grid; gap: .75rem; }
form { display: grid; gap: 1rem; margin: 0; } fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .5rem; }
legend { float: left; width: 100%; } legend + * { clear: both; }
.problem { border-color: var(--bad); box-shadow: inset 4px 0 0 var(--bad); }
.choice { display: flex; gap: .75rem; align-items: center; padding: .75rem 1rem; min-height: 3.5rem; border: 1px solid var(--line);
  border-radius: .75rem; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); background: var(--wash); box-shadow: inset 0 0 0 1px var(--accent); }
.choice:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice input { accent-color: var(--accent); width: 1.125rem; height: 1.125rem; margin: 0; flex: none; outline: none; }
.choice span { flex: 1; } .choice small { display: block; color: var(--soft); font-size: .875rem; }
.choice b { white-space: nowrap; } .yes { color: var(--good); } .no { color: var(--bad); }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: .5rem; } li { display: flex; gap: .625rem; }
li::before { content: ""; flex: none; width: .375rem; height: .75rem; margin: .25rem .1875rem 0; border: solid var(--good); border-width: 0 2px 2px 0;
  rotate: 45deg; } li.not::before { width: .75rem; height: 0; margin: .75rem 0 0; border: solid var(--soft); border-width: 2px 0 0; rotate: none; }
.actions { display: grid; gap: .625rem; grid-template-columns: 1fr 1fr; }
button, .button { font: inherit; font-weight: 600; min-height: 3rem; padding: .625rem 1rem; border-radius: .75rem; cursor: pointer;
  border: 1px solid var(--line); background: var(--paper); color: var(--ink); text-align: center; text-decoration: none; display: block; }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:hover, .button:hover { filter: brightness(1.06); }
:is(button, .button, textarea, a):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
label.field { font-weight: 600; display: grid; gap: .375rem; }
textarea { font: .875rem/1.4 ui-monospace, monospace; width: 100%; min-height: 6rem; padding: .75rem; border-radius: .75rem;
  border: 1px solid var(--soft); background: var(--paper); color: inherit; resize: vertical; }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere; } a { color: var(--accent); }
`;

export const escapeHtml = (text: string): string =>
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
