import { PAGES } from "#docs-page/generated/pages.ts";
import { SECTIONS } from "#docs-page/generated/sections.ts";
import type { DocumentPage, Section } from "../document.ts";
import { ERROR_FIELDS, OPERATIONS, WEBHOOK_EVENTS } from "../reference.ts";
import { addressOf, DECISIONS_SLUG, REFERENCE_SLUG, ROLES, SITE_PAGES } from "./site-map.ts";

const plain = (body: string, type: string): Response =>
  new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      // They change with the service's release only, and are small.
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    },
  });

const notFound = (): Response =>
  new Response("No such page. /llms.txt lists them all.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });

const find = (slug: string) => PAGES.find((page) => page.slug === slug);

/** @returns null for an address that no page has */
export const loadPage = async (parts: readonly string[]): Promise<DocumentPage | null> => {
  const found = find(parts.join("/"));
  return found === undefined ? null : (await found.load()).page;
};

/** A page as it was written, byte for byte. */
export const markdownAnswer = async (parts: readonly string[]): Promise<Response> => {
  const found = find(parts.join("/"));
  return found === undefined ? notFound() : plain((await found.load()).source, "text/markdown");
};

/** The endpoints and events, which are not written in Markdown. */
const referenceSections = (): Section[] => {
  const page = "API reference";
  const href = (id: string): string => `${addressOf(REFERENCE_SLUG)}#${id}`;
  const names = (rows: readonly { name: string; about: string }[]): string =>
    rows.map(({ name, about }) => `${name} ${about}`).join(" ");
  return [
    ...OPERATIONS.map(({ id, method, path, summary, description, parameters, body }) => ({
      href: href(id),
      page,
      heading: `${method} ${path}`,
      text: `${summary}. ${description} ${names([...parameters, ...body])}`.replaceAll("`", ""),
    })),
    ...WEBHOOK_EVENTS.map(({ name, payload }) => ({
      href: href(name),
      page,
      heading: name,
      text: names(payload),
    })),
    { href: href("errors"), page, heading: "The body of an error", text: names(ERROR_FIELDS) },
  ];
};

/** What the search looks through. */
export const searchAnswer = (): Response =>
  plain(JSON.stringify([...referenceSections(), ...SECTIONS]), "application/json");

/** The pages for language models (llmstxt.org): what there is, and where it is as Markdown. */
export const llmsAnswer = (baseUrl: string): Response => {
  const line = ({ slug, title, lead }: { slug: string; title: string; lead: string }): string =>
    `- [${title}](${baseUrl}${addressOf(slug)}.md)${lead === "" ? "" : `: ${lead}`}`;
  const roles = ROLES.map(({ id, name, who }) => {
    const lines = SITE_PAGES.filter(({ role }) => role === id).flatMap(({ slug }) => {
      const page = find(slug);
      return page === undefined ? [] : [line(page)];
    });
    return `## ${name}\n\n${who}\n\n${lines.join("\n")}`;
  });
  const decisions = PAGES.filter(({ slug }) => slug.startsWith(`${DECISIONS_SLUG}/`)).map(line);
  return plain(
    [
      "# Lintel",
      "> Lintel is an open, self-hosted, multi-tenant age verification service with a REST interface, signed webhooks and a hosted page for end users.",
      `Read [all pages in one file](${baseUrl}/llms-full.txt), and the interface as an [OpenAPI document](${baseUrl}/openapi.json).`,
      ...roles,
      `## Optional\n\nWhy things are as they are.\n\n${decisions.join("\n")}`,
      "",
    ].join("\n\n"),
    "text/plain",
  );
};

/** Every listed page in one file, in the order of the site. */
export const llmsFullAnswer = async (): Promise<Response> => {
  const listed = PAGES.filter(({ slug }) => SITE_PAGES.some((page) => page.slug === slug));
  const pages = await Promise.all(
    listed.map(async ({ slug, load }) => `<!-- ${addressOf(slug)} -->\n\n${(await load()).source}`),
  );
  return plain(pages.join("\n\n"), "text/plain");
};
