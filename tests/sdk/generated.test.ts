import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";
import { generatedFiles } from "../../scripts/sdk/files.ts";

test.each([...generatedFiles()])("%s is what npm run sdk:types makes of the contracts", (path, made) => {
  expect(readFileSync(join(ROOT, path), "utf8")).toBe(made);
});
