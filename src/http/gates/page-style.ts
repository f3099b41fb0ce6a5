/**
 * The hosted page's look (src/kit/tokens.css) for pages that stand before other people's sites: in the page
 * itself, because on the site's host nothing of ours can be loaded, and with the system's fonts.
 */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --paper: #f5f4ef;
  --surface: #ffffff;
  --sunken: #faf9f6;
  --ink: #1a1d1a;
  --ink-soft: #555b54;
  --line: #e4e2d9;
  --line-strong: #8b8f86;
  --accent: #0f5b49;
  --accent-hover: #0b4838;
  --on-accent: #ffffff;
  --shadow: 0 1px 2px rgb(26 29 26 / 5%), 0 12px 40px -12px rgb(26 29 26 / 12%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1210;
    --surface: #181c19;
    --sunken: #141815;
    --ink: #eceee9;
    --ink-soft: #a6ada4;
    --line: #2b312c;
    --line-strong: #737a71;
    --accent: #86d6b9;
    --accent-hover: #a2e3cb;
    --on-accent: #0a211a;
    --shadow: 0 0 0 1px var(--line);
  }
}
*, *::before, *::after { box-sizing: border-box; }
html {
  background: var(--paper);
  color: var(--ink);
  font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif;
  line-height: 1.55;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
body {
  display: flex;
  flex-direction: column;
  align-items: center;
  min-height: 100vh;
  min-height: 100dvh;
  margin: 0;
  padding-bottom: 1.5rem;
  background: var(--surface);
}
main {
  width: 100%;
  max-width: 31rem;
  padding: 1.5rem min(1.25rem, 6vw) 1rem;
}
h1, h2, p { margin: 0; overflow-wrap: anywhere; }
h1, h2 { font-weight: 600; line-height: 1.2; letter-spacing: -0.02em; text-wrap: balance; }
h1 { font-size: clamp(1.625rem, 1.35rem + 1.3vw, 2rem); }
h2 { font-size: 1rem; letter-spacing: -0.01em; }
html:lang(ar) :is(h1, h2) { letter-spacing: 0; }
.site {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  margin-bottom: 1.5rem;
  font-weight: 600;
  line-height: 1.3;
}
.initial {
  flex: none;
  display: grid;
  place-items: center;
  width: 2.25rem;
  height: 2.25rem;
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
}
.site > div { min-width: 0; overflow-wrap: anywhere; }
.host { color: var(--ink-soft); font-size: 0.875rem; font-weight: 400; }
.soft { margin-top: 0.75rem; color: var(--ink-soft); }
.learns {
  margin-top: 1.5rem;
  padding: min(1.5rem, 6vw);
  border-radius: 0.75rem;
  background: var(--sunken);
}
.learns p { margin-top: 0.25rem; color: var(--ink-soft); }
form, .ways { display: grid; gap: 0.75rem; margin: 2rem 0 0; }
.primary, .secondary {
  display: flex;
  align-items: center;
  justify-content: center;
  width: 100%;
  min-height: 3.25rem;
  padding: 0.75rem 1.5rem;
  border: 1px solid transparent;
  border-radius: 0.75rem;
  font: inherit;
  font-weight: 600;
  line-height: 1.3;
  text-align: center;
  text-decoration: none;
  overflow-wrap: anywhere;
  cursor: pointer;
  transition: background-color 0.15s, border-color 0.15s;
}
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-hover); }
.secondary { border-color: var(--line-strong); background: transparent; color: var(--ink); }
.secondary:hover { border-color: var(--ink); }
[hidden] { display: none; }
:focus-visible { outline: 0.1875rem solid var(--accent); outline-offset: 0.1875rem; border-radius: 0.5rem; }
footer {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 0.4em;
  width: 100%;
  max-width: 31rem;
  margin-top: auto;
  padding: 1.5rem 1.25rem 0;
  color: var(--ink-soft);
  font-size: 0.875rem;
}
footer span { display: inline-flex; align-items: center; gap: 0.4em; font-weight: 600; letter-spacing: -0.02em; }
footer svg { width: 15px; height: 15px; fill: currentColor; }
@media (min-width: 34rem) {
  body { padding: clamp(1.5rem, 5vh, 3rem) 1.5rem 2rem; background: none; }
  main { padding: 2.25rem 2.5rem 2.5rem; border-radius: 1.25rem; background: var(--surface); box-shadow: var(--shadow); }
  footer { margin-top: 0; }
}
@media (prefers-reduced-motion: reduce) {
  .primary, .secondary { transition: none; }
}
@media (forced-colors: active) {
  .primary, .secondary { border-color: ButtonText; }
  .initial { border: 1px solid; }
  main, .learns { border: 1px solid; }
}`;
