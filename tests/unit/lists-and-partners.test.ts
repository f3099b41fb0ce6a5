import { describe, expect, test } from "vitest";
import { listsIn, readSource } from "../support/lists/partners.ts";

// A list in core and what the rest of the service knows about its entries do not compile apart: each list gets an entry that no
// partner knows, and the compiler has to name one.

/** Lists without a partner in the source, each with its reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  ACR_VALUES: "the order is all that the service knows of them; acr.test.ts compares the documentation",
  ATTEMPT_CODES: "what tenants see; docs.test.ts compares the documentation",
  EIDAS: "values of two providers, who define them",
  LIMITS: "sentences of a statement, which are only read",
  LINT_CODES:
    "each is found by a judge: lints.test.ts meets all of them, policy/docs.test.ts compares the documentation",
  NAMES: "fields that a statement of an earlier release may have",
  NO_ANSWER_CODES: "as ATTEMPT_CODES",
  ROUTES: "labels of a metric: routes.test.ts finds an address for each",
  TAB_KEEPS: "what a script may say; anything else is read as nothing",
  TOKEN_REASONS: "what tenants see; docs.test.ts compares the documentation",
};

describe("a list of core", () => {
  const { lists, partnerOf } = readSource();

  test("is found", () => {
    expect(lists.length).toBeGreaterThan(45);
    expect(Object.keys(WITHOUT).filter((name) => !lists.some((list) => list.name === name))).toEqual([]);
  });

  test.each(lists.map((list) => [list.name, list] as const))(
    "%s has a partner that misses a new entry",
    { timeout: 240_000 },
    (name, list) => {
      const hasNone = name in WITHOUT;
      expect(partnerOf(list, !hasNone) === null).toBe(hasNone);
    },
  );
});

describe("a list", () => {
  test("is one of names, as const, at the top of a file", () => {
    const text = [
      'export const A = ["a", "b"] as const;',
      'const B = [...A, "c"] as const satisfies readonly string[];',
      "const C = [1, 2] as const;",
      'const D = ["a"];',
      'const e = () => { const F = ["a"] as const; return F; };',
      "export const G = [...A] as const;",
    ].join("\n");
    expect(listsIn("a.ts", text).map(({ name }) => name)).toEqual(["A", "B"]);
  });
});
