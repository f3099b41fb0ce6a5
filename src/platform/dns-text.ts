import { Resolver } from "node:dns/promises";

/** What the DNS says about the TXT records of a name. */
export type TextAnswer =
  /** Each record's strings joined (RFC 1035 §3.3.14). */
  | { kind: "records"; texts: string[] }
  /** A name server said that there is no such name, or no such record. */
  | { kind: "absent" }
  /** Nothing is known: the resolver refused, failed or was silent. `code`: c-ares' own, without a name in it. */
  | { kind: "unknown"; code: string };

export type AskForText = (name: string) => Promise<TextAnswer>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** NXDOMAIN, and an answer without records of the type: the only two that say that something is not there. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/** More records than any name has; the rest is not read. */
const MOST_RECORDS = 200;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "EUNKNOWN";

/**
 * Asks for TXT records.
 * @param servers `address` or `address:port`; none: the system's
 */
export const createTextLookup =
  (servers: readonly string[]): AskForText =>
  async (name) => {
    // A resolver keeps its sockets and its order of servers; one for each question keeps neither from a failure.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      const records = await resolver.resolveTxt(name);
      return { kind: "records", texts: records.slice(0, MOST_RECORDS).map((parts) => parts.join("")) };
    } catch (error) {
      const code = codeOf(error);
      return ABSENT.has(code) ? { kind: "absent" } : { kind: "unknown", code };
    }
  };
