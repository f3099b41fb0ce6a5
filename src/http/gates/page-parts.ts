import { hostOf } from "#core/gates/gate.ts";
import { escapeHtml, visibleName } from "#core/text.ts";
import type { PageScript } from "./page-scripts.ts";
import type { PageTexts } from "./page-texts.ts";

export type Parts = {
  status: number;
  title: string;
  /** HTML. */
  main: string;
  script?: PageScript;
  /** Attributes of the body, with values as they are. */
  data?: Readonly<Record<string, string>>;
  /** Origins to which the page's form leads; null: any. */
  formOrigins: readonly string[] | null;
  /** Whether any page may show it in a frame. */
  isFramed?: boolean;
};

/** Other people's words inside ours: isolated, so that their direction is their own (UAX #9). */
const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  escapeHtml(text).replace(/\{(\w+)\}/g, (_, name: string) => isolated(values[name] ?? ""));

export const plain = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

export const nameOr = (name: string | null | undefined, origin: string): string =>
  visibleName(name ?? "") || hostOf(origin);

/** The site's name as the hosted page shows a tenant's, and its host, which cannot be chosen freely. */
export const siteHead = (name: string, host: string | null): string => {
  const initial = [...name.trim()][0]?.toUpperCase() ?? "";
  const below =
    host === null || host === name ? "" : `<div class="host"><bdi dir="ltr">${escapeHtml(host)}</bdi></div>`;
  return `<div class="site"><span class="initial" aria-hidden="true">${escapeHtml(initial)}</span><div>${isolated(name)}${below}</div></div>`;
};

/** Before a check: whose it is, what the site learns, and the form with its button. */
type Before = {
  site: string;
  /** Null: there is none to show. */
  host: string | null;
  /** HTML, each. */
  title: string;
  learns: readonly string[];
  /** Where the form goes, and what it holds. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
};

/** @returns HTML */
export const beforeCheck = (
  { site, host, title, learns, action, fields }: Before,
  { start }: PageTexts,
): string => {
  const hidden = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">\n`,
  );
  return `${siteHead(site, host)}
<h1>${title}</h1>
<p class="soft">${escapeHtml(start.lead)}</p>
<section class="learns"><h2>${fill(start.learns, { site })}</h2>
${learns.map((line) => `<p>${line}</p>`).join("\n")}</section>
<form method="post" action="${escapeHtml(action)}">
${hidden.join("")}<button class="primary">${escapeHtml(start.button)}</button>
</form>`;
};
