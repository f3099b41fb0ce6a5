// @ts-check
// The age check of a site behind Cloudflare: this Worker stands before the site, lets visitors through who have proven
// their age, and sends everyone else to the start of the check. README.md says how to set it up. It needs no other file.
// The proof is a cookie that the age service signs. The Worker verifies it by itself: visitors who have it cost no call to the
// service, and can use the site while the service is away.

/**
 * The Worker's variables, as the console of the age service prints them:
 * - GATE_SERVICE: the age service, https://age.example.com
 * - GATE_SITE: the site's id, gat_…
 * - GATE_ORIGIN: the site, https://shop.example
 * - GATE_THRESHOLD: the age that is asked for, such as 18, or "policy"
 * - GATE_OPEN_PATHS: what everyone may see, with spaces between: "/health /assets/"
 * - GATE_SECRET: gs_…; a variable of the type "Secret"
 * - GATE_PREVIOUS_SECRET (optional): the secret before it, after you have rotated it
 * @typedef {{ readonly [name: string]: string | undefined }} Variables
 */

/**
 * @typedef {object} Gate
 * @property {string} service
 * @property {string} site
 * @property {URL} origin
 * @property {string} threshold
 * @property {string} cookieName
 * @property {string} ownPaths what the site's host forwards to the service
 * @property {readonly string[]} openPaths
 * @property {readonly string[]} secrets
 */

/** A request that may go on to the site, with these headers. @typedef {{ isOpen: boolean, headers: Headers }} Pass */

const LONGEST_PROOF_SECONDS = 43_200;
// A long way back gets no longer by encoding it; of one that is too long, the end of the check says so.
const LONG_RETURN = 1_000;
const LONGEST_RETURN = 4_000;
// A cookie of this name may also come from another path or an older browser. More than four are an attempt to keep us busy.
const MOST_COOKIES = 4;
// Browsers take "__Host-" over https alone, so a test site on this computer goes without.
const OWN_COOKIE = /^\s*(__Host-)?lintel_(gate|start)_/;

export default {
  /** @param {Request} request @param {Variables} variables @returns {Promise<Response>} */
  async fetch(request, variables) {
    const decision = await judge(request, variables, request.headers.get("CF-Connecting-IP"));
    if (decision instanceof Response) return decision;
    // Cloudflare's cache knows an address only, not whether its visitor has proven anything.
    const cache = decision.isOpen ? {} : { cache: /** @type {const} */ ("no-store") };
    const options = { headers: decision.headers, redirect: /** @type {const} */ ("manual"), ...cache };
    const answer = await tryFetch(new Request(request, options));
    if (answer === null) return ownAnswer(502, "This site is not available right now. Try again later.");
    return decision.isOpen || answer.status === 101 ? answer : forThisVisitorOnly(answer);
  },
};

/**
 * Decides on a request: the gate's own answer, or the headers with which the request may go on to the site. Nothing that a
 * client sends counts for it but the address, the method and the cookie.
 * @param {Request} request
 * @param {Variables} variables
 * @param {string | null} visitor their IP address, for the service's limits
 * @returns {Promise<Response | Pass>}
 */
export const judge = async (request, variables, visitor) => {
  const gate = gateOf(variables);
  if (typeof gate === "string") return ownAnswer(503, `The age check of this site is not set up: ${gate}`);
  const url = new URL(request.url);
  if (url.host === gate.origin.host && url.protocol === "http:" && gate.origin.protocol === "https:")
    return ownAnswer(308, null, { Location: `${gate.origin.origin}${url.pathname}${url.search}` });
  // The cookie is for one host: on another one nobody could ever get through.
  if (url.origin !== gate.origin.origin)
    return ownAnswer(421, `The age check here is for ${gate.origin.host}. Remove the route of ${url.host}.`);

  const path = pathOf(request);
  if (path.startsWith(gate.ownPaths))
    return forward(request, path.slice(gate.ownPaths.length), gate, visitor);
  const headers = headersForSite(request);
  if (isOpenPath(path, gate)) return { isOpen: true, headers };
  if (!(await hasProof(request.headers.get("Cookie"), gate))) return refusal(request, url, gate);
  headers.set("Lintel-Age", gate.threshold);
  return { isOpen: false, headers };
};

/**
 * The site's answer as one that no cache may give to another visitor. A page is kept nowhere, so that the Back button shows
 * nothing after the proof is over; a picture may be kept by the browser, which asks the Worker before it shows it again.
 * @param {Response} answer
 */
const forThisVisitorOnly = (answer) => {
  const changed = new Response(answer.body, answer);
  const { headers } = changed;
  // 304 speaks of what the browser has kept already, often without its type.
  const isPage = answer.status !== 304 && /html/i.test(headers.get("Content-Type") ?? "html");
  const isKept = !isPage && !/no-store/i.test(headers.get("Cache-Control") ?? "");
  headers.set("Cache-Control", isKept ? "private, no-cache" : "private, no-store");
  headers.append("Vary", "Cookie");
  // Caches obey these before Cache-Control.
  for (const name of ["CDN-Cache-Control", "Cloudflare-CDN-Cache-Control", "Surrogate-Control", "Expires"])
    headers.delete(name);
  return changed;
};

/** @param {Variables} variables @returns {Gate | string} a text: which variable is missing or wrong */
const gateOf = (variables) => {
  const { GATE_SITE: site = "", GATE_THRESHOLD: threshold = "", GATE_SECRET: secret = "" } = variables;
  const origin = addressOf(variables.GATE_ORIGIN);
  const service = addressOf(variables.GATE_SERVICE);
  if (origin === null) return "GATE_ORIGIN must be the address of the site, such as https://shop.example";
  if (service === null) return "GATE_SERVICE must be the address of the age service.";
  if (!/^gat_[0-9a-z]+$/.test(site)) return "GATE_SITE must be the site's id, which begins with gat_";
  if (!/^([1-9][0-9]?|policy)$/.test(threshold)) return 'GATE_THRESHOLD must be an age, or "policy".';
  const secrets = [secret, ...(variables.GATE_PREVIOUS_SECRET ? [variables.GATE_PREVIOUS_SECRET] : [])];
  if (!secrets.every((one) => /^gs_[\w-]{43}$/.test(one)))
    return "GATE_SECRET must be gs_ and 43 characters; so must GATE_PREVIOUS_SECRET, if there is one.";
  return {
    service: service.href.replace(/\/+$/, ""),
    site,
    origin,
    threshold,
    cookieName: `${origin.protocol === "https:" ? "__Host-" : ""}lintel_gate_${threshold}`,
    ownPaths: `/.well-known/lintel/${site}/`,
    openPaths: (variables.GATE_OPEN_PATHS ?? "").split(/\s+/).filter((path) => path.startsWith("/")),
    secrets,
  };
};

/** This computer itself, as a URL has its host: localhost, names below it, 127.0.0.0/8 and ::1. */
const HERE = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** @param {string | undefined} text @returns {URL | null} null: not https, which only this computer may be without */
const addressOf = (text = "") => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url?.protocol === "http:" && HERE.test(url.hostname);
  return url?.protocol === "https:" || isHere ? url : null;
};

/** The path as the visitor's browser sent it: a URL object would tidy it up. @param {Request} request */
const pathOf = (request) => /^https?:\/\/[^/?#]*([^?#]*)/.exec(request.url)?.[1] || "/";

/**
 * Open is what is written in GATE_OPEN_PATHS: a path, or all paths below one that ends in "/". Servers differ in what they make
 * of "%2e", "//", "/.", "..", ";" and "\". What has one of them below such a path is not open, unless exactly that path is.
 * @param {string} path
 * @param {Gate} gate
 */
const isOpenPath = (path, { openPaths }) => {
  if (openPaths.includes(path)) return true;
  return openPaths.some((open) => {
    const rest = open !== "/" && open.endsWith("/") && path.startsWith(open) ? path.slice(open.length) : "%";
    return /^(?![./])[\w\-.~!$&'()*+,=:@/]*$/.test(rest) && !/\.\.|\/\/|\/\./.test(rest);
  });
};

/** @param {string | null} header @returns {string[]} each `name=value` */
const cookiesOf = (header) => (header ?? "").split(";").map((one) => one.replace(/^[ \t]+|[ \t]+$/g, ""));

/** Whether a cookie is a proof that the service has signed for this site, and not over. @param {string | null} header @param {Gate} gate */
const hasProof = async (header, gate) => {
  const now = Math.floor(Date.now() / 1_000);
  const start = `${gate.cookieName}=`;
  const found = cookiesOf(header).filter((one) => one.startsWith(start));
  for (const cookie of found.slice(0, MOST_COOKIES)) {
    const [version, threshold, exp = "", mac = "", ...more] = cookie.slice(start.length).split(".");
    if (version !== "v1" || threshold !== gate.threshold || more.length > 0) continue;
    if (!/^[1-9][0-9]{9}$/.test(exp) || Number(exp) <= now || Number(exp) > now + LONGEST_PROOF_SECONDS)
      continue;
    // 43 characters hold two bits more than 32 bytes; both must be 0, or a second text would mean the same bytes.
    if (!/^[\w-]{42}[AEIMQUYcgkosw048]$/.test(mac)) continue;
    const message = `lintel-gate.v1.${gate.site}.${gate.origin.host}.${threshold}.${exp}`;
    for (const secret of gate.secrets) {
      const key = await keyOf(secret);
      // WebCrypto compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, bytesOf(mac), new TextEncoder().encode(message)))
        return true;
    }
  }
  return false;
};

/** @param {string} base64url */
const bytesOf = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** @type {Map<string, CryptoKey>} */
const keys = new Map();

/** @param {string} secret */
const keyOf = async (secret) => {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key =
    keys.get(secret) ??
    (await crypto.subtle.importKey("raw", bytesOf(secret.slice(3)), algorithm, false, ["verify"]));
  keys.set(secret, key);
  return key;
};

/**
 * The request's headers for the site, without what a client could pretend: a proven age, or another path than its address
 * has. PHP and others take "Lintel_Age" for "Lintel-Age", so "-" is any sign. @param {Request} request
 */
const headersForSite = (request) => {
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) {
    if (
      /^(lintel-.*|x-original-ur[il]|x-rewrite-url|x-forwarded-uri)$/.test(
        name.replace(/[^a-z0-9]/gi, "-").toLowerCase(),
      )
    )
      headers.delete(name);
  }
  // The site has no use for the proof itself, and what it does not have it cannot lose.
  setOrDelete(headers, "Cookie", someCookies(headers.get("Cookie"), false));
  return headers;
};

/** Either the service's cookies or the others, as they were sent. @param {string | null} header @param {boolean} isOwn */
const someCookies = (header, isOwn) =>
  (header ?? "")
    .split(";")
    .filter((one) => OWN_COOKIE.test(one) === isOwn)
    .join(";")
    .trim();

/** @param {Headers} headers @param {string} name @param {string | null} value */
const setOrDelete = (headers, name, value) => (value ? headers.set(name, value) : headers.delete(name));

// In the words of the other servers.
/** @param {string} start */
const endedPage = (start) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Your proof of age has ended</title><body style="font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem"><h1>Your proof of age has ended</h1><p>Nothing was sent. Prove your age again in a new tab, then come back here, go back to the form and send it again: your browser usually keeps what you typed.</p><p><a href="${start}" target="_blank" rel="noopener">Prove your age in a new tab</a></p></html>`;

/**
 * To the start of the check: a redirect for someone who opens a page, a page for someone who sends a form, and 401 alone for
 * a script, a picture or a WebSocket, which could follow neither. @param {Request} request @param {URL} url @param {Gate} gate
 */
const refusal = ({ method, headers }, url, gate) => {
  const base = `${gate.origin.origin}${gate.ownPaths}start?`;
  /** @param {string} target */
  const startFor = (target) => {
    if (target.length > LONGEST_RETURN) return `${base}kept=path&return=%2F`;
    return `${base}return=${target.length > LONG_RETURN ? target : encodeURIComponent(target)}`;
  };
  const start = startFor(url.pathname + url.search);
  const mode = headers.get("Sec-Fetch-Mode");
  const isForPerson = /text\/html/i.test(headers.get("Accept") ?? "") && !headers.has("Upgrade");
  if (["GET", "HEAD"].includes(method) && isForPerson && (mode ?? "navigate") === "navigate")
    return ownAnswer(302, null, { "Lintel-Gate": start, Location: start });
  if (["GET", "HEAD"].includes(method) || !isForPerson || mode !== "navigate")
    return ownAnswer(401, null, { "Lintel-Gate": start });
  // The page of the form, if it is this site's.
  const from = URL.parse(headers.get("Referer") ?? "");
  const back = from?.origin === gate.origin.origin ? from.pathname + from.search : "/";
  const html = { "Content-Type": "text/html; charset=utf-8" };
  return ownAnswer(401, endedPage(startFor(back)), { ...html, "Lintel-Gate": start });
};

// What the service gets of a visitor: no cookie, password or address of a page that is the site's.
const TO_SERVICE =
  "Accept Accept-Language Content-Type Origin User-Agent Sec-Fetch-Dest Sec-Fetch-Mode Sec-Fetch-Site".split(
    " ",
  );
// What the service says about its own host, which would be taken for a word about the site's.
const ABOUT_ITS_HOST = ["Strict-Transport-Security", "Alt-Svc", "NEL", "Report-To", "Clear-Site-Data"];

/**
 * `/.well-known/lintel/gat_…/start` and `/callback` are the service's pages on the site's host: only there can it set a cookie
 * for the site. @param {Request} request @param {string} page @param {Gate} gate @param {string | null} visitor
 */
const forward = async (request, page, gate, visitor) => {
  const methods = new Map([
    ["start", ["GET", "HEAD", "POST"]],
    ["callback", ["GET"]],
  ]).get(page);
  if (methods === undefined) return ownAnswer(404, "There is nothing here.");
  if (!methods.includes(request.method)) return ownAnswer(405, null, { Allow: methods.join(", ") });
  const headers = new Headers();
  for (const name of TO_SERVICE) setOrDelete(headers, name, request.headers.get(name));
  setOrDelete(headers, "Cookie", someCookies(request.headers.get("Cookie"), true));
  setOrDelete(headers, "X-Forwarded-For", visitor);
  const options = {
    method: request.method,
    headers,
    redirect: /** @type {const} */ ("manual"),
    cache: /** @type {const} */ ("no-store"),
    ...(request.method === "POST" ? { body: request.body, duplex: "half" } : {}),
  };
  const answer = await tryFetch(
    new Request(`${gate.service}/gate/${gate.site}/${page}${new URL(request.url).search}`, options),
  );
  // 520 and above are Cloudflare's words for a service that does not answer.
  if (answer === null || answer.status >= 520)
    return ownAnswer(502, "The age check is not available right now. Try again in a minute.");
  const changed = new Response(answer.body, answer);
  for (const name of ABOUT_ITS_HOST) changed.headers.delete(name);
  changed.headers.set("Cache-Control", "no-store");
  return changed;
};

/** @param {Request} request @returns {Promise<Response | null>} null: nobody answers */
const tryFetch = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return null;
  }
};

/** @param {number} status @param {string | null} text @param {Record<string, string>} [headers] */
const ownAnswer = (status, text, headers = {}) =>
  new Response(text === null ? null : `${text}\n`, {
    status,
    headers: {
      "Cache-Control": "no-store",
      Vary: "Cookie",
      ...(text === null ? {} : { "Content-Type": "text/plain; charset=utf-8" }),
      ...headers,
    },
  });
