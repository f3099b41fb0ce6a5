import type { KoaContextWithOIDC } from "oidc-provider";
import { saysSameOrigin } from "#core/access/same-origin.ts";
import { type Language, pickLanguage } from "#core/language.ts";
import { languageAsked } from "#core/oidc/age-request.ts";
import { escapeHtml, visibleName } from "#core/text.ts";
import { beforeCheck, fill, plain } from "#http/gates/page-parts.ts";
import { PAGE_TEXTS } from "#http/gates/page-texts.ts";
import { drawPage } from "#http/gates/pages.ts";
import type { Answer } from "#http/respond.ts";
import type { RelyingParty } from "#services/oidc/clients.ts";

// What an authorization request meets first. A link, a crawler or another site's page can send a browser to us; that a check
// begins is for the person to decide, by the button.

type Params = { readonly [name: string]: unknown };
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
 * @param asked.params what the provider has read of the request
 * @param asked.site who asks, and whether people below the age are refused there
 * @param asked.ages the ages that the site asks for
 */
export const startPage = (
  ctx: KoaContextWithOIDC,
  {
    params,
    site,
    ages,
  }: { params: Params; site: Pick<RelyingParty, "name" | "underAge">; ages: readonly number[] },
): Answer => {
  const language = pickLanguage({
    chosen: null,
    locale: languageAsked(params.ui_locales),
    accepted: ctx.get("accept-language") || null,
  });
  const texts = PAGE_TEXTS[language];
  const { title, titleByPolicy, never, kindToo } = texts.start;
  // As a gate's page says it, where the site refuses people below one age. One that takes either answer asks no one to be of an age.
  const heading = site.underAge === "deny" && ages.length === 1 ? title : titleByPolicy;
  const age = { age: ages.join() };
  const host = hostIn(params.redirect_uri);
  const main = beforeCheck(
    {
      ...{ site: visibleName(site.name) || (host ?? ""), host, title: fill(heading, age) },
      learns: [whatIsLearnt(ages, language), escapeHtml(never), escapeHtml(kindToo)],
      action: ctx.oidc.urlFor("authorization"),
      fields: receivedIn(ctx),
    },
    texts,
  );
  // The form's answer leads on to the site, wherever that is, and browsers hold redirects to form-action too.
  return drawPage({ status: 200, title: plain(heading, age), main, formOrigins: null }, language, {});
};
