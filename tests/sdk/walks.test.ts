import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";

// The shops are programs that languages.test.ts compiles or that run as they are; the pages must show the same text.
test.each([
  ["docs/integrate-python.md", "py", "sdk/python/examples/shop.py"],
  ["docs/integrate-php.md", "php", "sdk/php/examples/shop.php"],
  ["docs/integrate-go.md", "go", "sdk/go/examples/shop/main.go"],
])("%s shows the shop that is in the tree", (page, fence, example) => {
  const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  expect(read(page)).toContain(`\`\`\`${fence}\n${read(example)}\`\`\``);
});
