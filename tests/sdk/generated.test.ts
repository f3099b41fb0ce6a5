import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import { generatedFiles } from "../../scripts/sdk/files.ts";
import { status } from "../../src/contracts/public/verify.ts";

test.each([...generatedFiles()])("%s is what npm run sdk:types makes of the contracts", (path, made) => {
  expect(readFileSync(join(ROOT, path), "utf8")).toBe(made);
});

test.each([
  ["sdk/typescript/src/client.ts", /type Expansion = (.*);/],
  ["sdk/python/src/lintel/client.py", /Expansion = Literal\[(.*)\]/],
  ["sdk/php/src/Client.php", /expand\?: list<(.*?)>/],
  ["sdk/go/client.go", /WithExpand asks Status for more: (.*)\./],
])("%s names what status can expand, and nothing else", (path, form) => {
  const [, listed = ""] = form.exec(readFileSync(join(ROOT, path), "utf8")) ?? [];
  const names = [...listed.matchAll(/["'](\w+)["']/g)].map(([, name]) => name);
  const { expand } = status.query.shape;
  expect(expand.safeParse(names.join(",")).success).toBe(true);
  expect(names).toEqual([...(expand.description ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name));
});
