import { listIn } from "../api.ts";
import { CliError } from "../command.ts";
import type { Io } from "../io.ts";
import { callService, textIn } from "../request.ts";

/** A heading of the documentation with the text below it, as `/docs/search.json` of a deployment lists them. */
type Section = { href: string; page: string; heading: string; text: string };

const MOST_BYTES = 8 * 1024 * 1024;
const SHOWN = 8;
const EXCERPT_CHARACTERS = 600;

/** The documentation of the deployment itself, so that it fits its release. Loaded once. */
export function createDocumentation(io: Io, url: string) {
  let loaded: Promise<readonly Section[]> | undefined;
  const sections = (): Promise<readonly Section[]> => {
    loaded ??= load(io, url).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  return {
    /** The sections that hold the words, best first; those with all words come before those with some, and decisions last. */
    search: async (query: string): Promise<string> => {
      const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])].slice(0, 20);
      const ranked = (await sections())
        .map((section) => ({ section, weight: weightOf(section, words) }))
        .filter(({ weight }) => weight > 0)
        .toSorted(
          (one, other) => isDecision(one.section) - isDecision(other.section) || other.weight - one.weight,
        )
        .slice(0, SHOWN);
      if (ranked.length === 0)
        return "No section of the documentation holds these words. Try fewer or other words.";
      return ranked.map(({ section }) => shown(section, url, EXCERPT_CHARACTERS)).join("\n\n");
    },
    /** The paragraph of an error code; null: the documentation has none. */
    errorCode: async (code: string): Promise<string | null> => {
      const found = (await sections()).find(({ heading }) => heading === code);
      return found === undefined ? null : shown(found, url, 4_000);
    },
  };
}

async function load(io: Io, url: string): Promise<readonly Section[]> {
  const { status, body } = await callService(io, `${url}/docs/search.json`, { mostBytes: MOST_BYTES });
  const list = Array.isArray(body) ? body.map(sectionOf).filter((section) => section !== null) : [];
  if (status === 200 && list.length > 0) return list;
  throw new CliError(`${url} has no documentation at /docs/search.json (status ${status}).`);
}

function sectionOf(value: unknown): Section | null {
  const [href, page, heading, text] = ["href", "page", "heading", "text"].map((name) => textIn(value, name));
  if (href === undefined || page === undefined || text === undefined) return null;
  return { href, page, heading: heading ?? "", text };
}

/** Many words make a long section likelier to hold them all, so headings and pages count for more. */
function weightOf({ heading, page, text }: Section, words: readonly string[]): number {
  const [inHeading, inPage, inText] = [heading.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  const weights = words.map(
    (word) =>
      (inHeading.includes(word) ? 10 : 0) + (inPage.includes(word) ? 4 : 0) + (inText.includes(word) ? 1 : 0),
  );
  const found = weights.filter((weight) => weight > 0).length;
  // Each further word counts for more than any place does.
  return found === 0 ? 0 : found * 100 + weights.reduce((sum, weight) => sum + weight, 0);
}

/** Why something was decided is rarely what is asked. */
const isDecision = ({ href }: Section): number => Number(/\/docs\/adr(?:\/|#|$)/.test(href));

const shown = ({ href, page, heading, text }: Section, url: string, most: number): string => {
  const title = heading === "" || heading === page ? page : `${page}: ${heading}`;
  const address = href.startsWith("/") ? `${url}${href}` : href;
  return `## ${title}\n${address}\n${text.length > most ? `${text.slice(0, most)}…` : text}`;
};

/** What the service says about a request by its id; null: its log has no such line, or is not shown to this key. */
export async function requestById(
  io: Io,
  { url, apiKey }: { url: string; apiKey: string },
  requestId: string,
): Promise<unknown> {
  const query = new URLSearchParams({ requestId, limit: "1" });
  const answer = await callService(io, `${url}/logs?${query}`, { headers: { "x-tenant-api-key": apiKey } });
  return answer.status === 200 ? (listIn(answer.body, "logs")[0] ?? null) : null;
}
