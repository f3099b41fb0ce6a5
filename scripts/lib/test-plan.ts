import type { Counts } from "../../tests/support/run/counts.ts";
import { Foreseen } from "./foreseen.ts";

export const PARTS = ["unit", "sdk", "integration", "api", "gates", "served", "e2e"] as const;
export type Part = (typeof PARTS)[number];

/** The projects of vitest.config.ts that run a part, where it is not one of the same name. */
const PROJECTS: { readonly [part in Part]?: readonly string[] } = {
  api: ["api", "api-next"],
  integration: ["integration", "integration-alone"],
  sdk: ["sdk", "sdk-installed"],
  served: ["served", "built"],
};

/** What each runner is called with; null: it has nothing to do. */
export type Plan = {
  /** True: what tests/long.ts lists is left out. */
  isShort: boolean;
  /** True: what the uncommitted changes reach, which may be nothing. */
  isOfChanges: boolean;
  vitest: string[] | null;
  playwright: string[] | null;
};

const isPart = (word: string): word is Part => PARTS.some((part) => part === word);
/** What lies beside a package is a unit test. */
const partOf = (file: string): string | undefined =>
  file.startsWith("packages/") ? "unit" : file.split("/")[1];

/**
 * Reads the words after `npm test --`: parts (`unit`, `e2e`, …), pieces of file paths, and `-t <words of a name>`. Several
 * parts or paths mean any of them, and all of what they name runs. No words mean every test but the long ones; `--all`,
 * which `npm run test:all` sends, means every test. `--changed` means those of Vitest's tests that import, through whatever
 * files, one that has uncommitted changes, without the long ones; a browser test imports nothing of the service.
 *
 * @param files every test file, as `tests/<part>/…` or `packages/<name>/tests/…` from the root
 * @throws Foreseen for an option that it does not know, and for words that no file has in its path
 */
export function planOf(words: readonly string[], files: readonly string[]): Plan {
  const isOfChanges = words.includes("--changed");
  const { names, paths } = sort(words.filter((word) => word !== "--all" && word !== "--changed"));
  const wanted = paths.filter(isPart);
  const parts = wanted.length > 0 ? wanted : PARTS;
  const pieces = paths.filter((word) => !isPart(word)).map((word) => word.replace(/^\.\//, ""));
  const found = files.filter(
    (file) => parts.some((part) => part === partOf(file)) && pieces.some((piece) => file.includes(piece)),
  );
  const lost = pieces.find((piece) => !found.some((file) => file.includes(piece)));
  if (lost !== undefined)
    throw new Foreseen(`No test file has "${lost}" in its path. Parts are ${PARTS.join(", ")}.`);
  const isSearched = (part: Part): boolean =>
    parts.includes(part) && (pieces.length === 0 || found.some((file) => partOf(file) === part));
  const projects = PARTS.filter((part) => part !== "e2e" && isSearched(part));
  const isBrowser = (file: string): boolean => partOf(file) === "e2e";
  return {
    isShort: isOfChanges || words.length === 0,
    isOfChanges,
    vitest:
      projects.length === 0
        ? null
        : [
            ...projects.flatMap((part) => PROJECTS[part] ?? part).flatMap((name) => ["--project", name]),
            ...names.flatMap((name) => ["-t", name]),
            ...found.filter((file) => !isBrowser(file)),
            ...(isOfChanges ? ["--changed", "--passWithNoTests"] : []),
          ],
    playwright:
      isSearched("e2e") && !isOfChanges
        ? [...names.flatMap((name) => ["-g", name]), ...found.filter(isBrowser)]
        : null,
  };
}

function sort(words: readonly string[]): { names: string[]; paths: string[] } {
  const names: string[] = [];
  const paths: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "-t") {
      at += 1;
      const name = words[at];
      if (name === undefined || names.length > 0) throw new Foreseen("-t takes the words of one name.");
      names.push(name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    } else if (word.startsWith("-")) {
      throw new Foreseen(
        `npm test does not know ${word}. It takes parts (${PARTS.join(", ")}), paths, -t <name> and --changed.`,
      );
    } else paths.push(word);
  }
  return { names, paths };
}

/** A test that passes only on a second try has failed, unless the committed list knows it. */
export function withoutNewFlaky(counts: Counts, known: readonly string[]) {
  const added = counts.flaky.filter((name) => !known.includes(name));
  return {
    counts: { ...counts, passed: counts.passed - added.length, failed: counts.failed + added.length },
    added,
  };
}
