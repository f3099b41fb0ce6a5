/** One plain sheet, light and dark. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9d6ce, #3a3b3d); --soft: light-dark(#5c5a55, #a9a7a1);
  --good: light-dark(#14663b, #77d3a0); --bad: light-dark(#a02a1c, #ff9d8d); --paper: light-dark(#fff, #1d1e20);
  --wash: light-dark(#e9f3ec, #1e3528); }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#f6f4ef, #131415); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; display: grid; gap: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .5rem; } h3 { font-size: .8125rem; color: var(--soft); margin: .75rem 0 .25rem; }
p { margin: 0 0 .5rem; } .soft, small, time { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
.said { padding: .5rem .75rem; background: var(--wash); border-radius: .5rem; }
ol { list-style: none; margin: 0 0 .75rem; padding: 0; border: 1px solid var(--line); border-radius: .75rem; background: var(--paper); }
li + li { border-top: 1px solid var(--line); } details { padding: 0 1rem; } details[open] { padding-bottom: 1rem; }
summary { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; padding: .75rem 0; cursor: pointer; }
code, pre, time { font: .8125rem/1.5 ui-monospace, monospace; } code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
button, input { font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: inherit; }
button { cursor: pointer; } :is(button, input, summary):focus-visible { outline: 2px solid var(--good); outline-offset: 2px; }
.answers { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
.answers button { display: grid; text-align: left; } .answers [aria-pressed=true] { border-color: var(--good); background: var(--wash); }
.secret { display: flex; gap: .5rem; } .secret input { flex: 1; min-width: 0; }
`;
