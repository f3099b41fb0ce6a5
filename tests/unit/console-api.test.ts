import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { proceduresTable } from "../support/console/table.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

// A new procedure, or another permission: put what this test expects between the two marks.
test("docs/console-api.md has the router's table of procedures, permissions and roles", () => {
  const [, table] = /<!-- procedures -->\n([\s\S]*?)\n<!-- end -->/.exec(read("docs/console-api.md")) ?? [];
  expect(table).toBe(proceduresTable());
});

test("the client in docs/console-api.md has the settings of the example that is run", () => {
  const settings = [
    "transformer: { input: { serialize: plain, deserialize: plain }, output: superjson }",
    'methodOverride: "POST"',
    "maxItems: 20",
    "x-lintel-tenant",
  ];
  for (const setting of settings) {
    expect(read("docs/console-api.md")).toContain(setting);
    expect(read("examples/console-client.ts")).toContain(setting);
  }
});
