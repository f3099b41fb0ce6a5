import { createHash } from "node:crypto";

// The scripts of a gate's pages. They may run on the site's own host: they load nothing, and the page names each by its hash.

/**
 * In gate.js's pop-up the visitor has pressed a button already: its script, only at the gate's own site, hears that this page
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

/**
 * Keeps in this tab, at this host, what no server gets: the part after #, which browsers hand on from the closed page to this
 * one, and a path that is too long to carry. An earlier try may have kept it already, and says so in the form.
 */
const KEEP_ADDRESS = `const { path = "" } = document.body.dataset;
document.forms[0].addEventListener("formdata", ({ formData }) => {
  const rest = path + location.hash;
  try {
    if (rest) sessionStorage.setItem("lintel-return", rest);
    else if (!formData.get("kept")) sessionStorage.removeItem("lintel-return");
    if (location.hash && !formData.get("kept")) formData.set("kept", "hash");
  } catch {}
});`;

/**
 * Goes where the tab wanted to go, at the one origin that the page names. What it kept is a path or a part after #; for any
 * other text, a host among them, the page's own link stands.
 */
const GO_BACK = `const { to, kept } = document.body.dataset;
let rest = "";
try {
  rest = sessionStorage.getItem("lintel-return") || "";
  sessionStorage.removeItem("lintel-return");
} catch {}
const known = new URL(to);
let back = known;
if (/^[/#]/.test(rest) && URL.canParse(rest, to)) {
  const wanted = new URL(rest, to);
  const code = known.searchParams.get("lintel-response");
  if (code && rest[0] === "/") wanted.searchParams.set("lintel-response", code);
  if (wanted.origin === known.origin) back = wanted;
}
if (back !== known || kept === "hash") location.replace(back);`;

export const PAGE_SCRIPTS = {
  startItself: START_ITSELF,
  tellOpener: TELL_OPENER,
  keepAddress: KEEP_ADDRESS,
  goBack: GO_BACK,
} as const;

export type PageScript = keyof typeof PAGE_SCRIPTS;

/** How a policy names a script or a style of a page (CSP 3 §2.3.1). */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
