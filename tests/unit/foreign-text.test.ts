import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import age from "../../packages/age/package.json" with { type: "json" };
import reader from "../../packages/document-reader/package.json" with { type: "json" };
import verifier from "../../packages/wallet-verifier/package.json" with { type: "json" };

// Whoever adds a dependency says in SECURITY.md whether a tenant's or a stranger's text reaches it, and what bounds that.

const [, section = ""] = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8").split(
  "## Parsers by others",
);
const [parsers = "", others = ""] = (section.split("\n## ")[0] ?? "").split("These read nothing");

const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (`.+?) \|$/gm)].map(([, row = ""]) => row.split(" | "));
/** The packages that a first cell names; `node`: a part of Node, after a colon. */
const namesIn = ([cell = ""]: string[]): string[] =>
  [...(cell.split(":")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

test("each dependency reads foreign text within a bound, or reads none for a reason", () => {
  const bounded = rowsOf(parsers);
  const free = rowsOf(others);
  expect(bounded.filter((cells) => cells.length !== 3 || cells.includes(""))).toEqual([]);
  expect(free.filter((cells) => cells.length !== 2 || cells.includes(""))).toEqual([]);
  const named = [...new Set(bounded.flatMap(namesIn)), ...free.flatMap(namesIn)];
  const { optionalDependencies } = packageJson;
  // The engines are ours; what they depend on is not.
  const ours = [age, reader, verifier].map(({ name }) => name);
  const dependencies = [packageJson, age, reader, verifier]
    .flatMap((file) => Object.keys("dependencies" in file ? file.dependencies : {}))
    .filter((name) => !ours.includes(name));
  // Node comes in a package for each kind of machine.
  const optional = Object.keys(optionalDependencies).map((name) =>
    name.replace(/^node-(?:bin-)?\w+-\w+$/, "node"),
  );
  expect(named.toSorted()).toEqual([...new Set([...dependencies, ...optional])].toSorted());
});
