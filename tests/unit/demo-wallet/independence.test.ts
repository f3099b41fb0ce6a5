import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const LAB = new URL("../../../lab/", import.meta.url).pathname;

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(LAB, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(LAB, folder, file));

/** Everything that a file imports, by its name. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => name);

test.each(["demo-wallet", "conformance"])(
  "%s shares no code with the service: a misreading of a specification shows",
  (folder) => {
    const files = sourcesOf(folder);
    expect(files.length).toBeGreaterThan(0);
    const shared = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => /^(?:#|@lintel\/)|(?:^|\/)src\//.test(name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(shared).toEqual([]);
  },
);

test("the demo wallet does not read or write CBOR, HPKE or JOSE with the verifier's own libraries", () => {
  const used = new Set(sourcesOf("demo-wallet").flatMap(importsOf));
  expect([...used].filter((name) => ["cborg", "hpke"].includes(name))).toEqual([]);
});
