import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { saysSameOrigin } from "#core/access/same-origin.ts";
import { type Language, pickLanguage } from "#core/language.ts";
import { languageAsked } from "#core/oidc/age-request.ts";
import { visibleName } from "#core/text.ts";
import { fill, siteHead } from "#http/gates/page-parts.ts";
import { PAGE_TEXTS } from "#http/gates/page-texts.ts";
import { drawPage } from "#http/gates/pages.ts";
import { escapeHtml } from "#http/html.ts";
import type { Answer } from "#http/respond.ts";

// What an authorization request meets first. A link, a crawler or another site's page can send a browser to us; that a check
// begins is for the person to decide, by the button.

type Asking = Pick<KoaContextWithOIDC, "method" | "get">;

/**
 * Whether the request comes from the button of this page, or from a program that posts: no other page in a browser is believed.
 * @param publicOrigin the service's own
 */
export const isPressed = (ctx: Asking, publicOrigin: string): boolean => {
  const headers = { get: (name: string) => ctx.get(name) || null };
  return ctx.method === "POST" && saysSameOrigin({ headers }, [publicOrigin]) !== false;
};

/** The request's own parameters, as received: what the provider has read of them is less. */
const receivedIn = (ctx: KoaContextWithOIDC): [string, string][] => {
  const given: unknown = ctx.method === "POST" ? ctx.oidc.body : ctx.query;
  return Object.entries(given ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
};

/** The host that the answer goes to. Null: it goes to an app. */
const hostIn = (redirectUri: unknown): string | null => {
  const { protocol, host } = new URL(String(redirectUri));
  return protocol.startsWith("http") ? host : null;
};

const whatIsLearnt = (ages: readonly number[], language: Language): string => {
  const { answer, answerByAges } = PAGE_TEXTS[language].start;
  const listed = new Intl.ListFormat(language).format(ages.map(String));
  return fill(ages.length === 1 ? answer : answerByAges, { age: listed, ages: listed });
};

/**
 * The page with the button, for a request that has been found valid. The button posts the same request once more, so nothing
 * is kept until it is pressed.
 * @param ages the ages that the site asks for
 */
export const startPage = (
  ctx: KoaContextWithOIDC,
  { siteName, ages, action }: { siteName: string; ages: readonly number[]; action: string },
): Answer => {
  const { params } = ctx.oidc;
  if (!params) throw new errors.InvalidRequest("no parameters");
  const language = pickLanguage({
    chosen: null,
    locale: languageAsked(params.ui_locales),
    accepted: ctx.get("accept-language") || null,
  });
  const { start } = PAGE_TEXTS[language];
  const host = hostIn(params.redirect_uri);
  const site = visibleName(siteName) || (host ?? "");
  const fields = receivedIn(ctx).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const main = `${siteHead(site, host)}
<h1>${escapeHtml(start.titleByPolicy)}</h1>
<p class="soft">${escapeHtml(start.lead)}</p>
<section class="learns"><h2>${fill(start.learns, { site })}</h2>
<p>${whatIsLearnt(ages, language)}</p>
<p>${escapeHtml(start.never)}</p></section>
<form method="post" action="${escapeHtml(action)}">
${fields.join("\n")}
<button class="primary">${escapeHtml(start.button)}</button>
</form>`;
  // The form's answer leads on to the site, wherever that is, and browsers hold redirects to form-action too.
  return drawPage({ status: 200, title: start.titleByPolicy, main, formOrigins: null }, language, {});
};
