import { expect, test } from "vitest";
import { logPageError } from "#http/pages.ts";
import { createLogger } from "#platform/log.ts";

test("a page that broke is logged under the id that its reader sees, without what the address asks for", () => {
  const lines: string[] = [];
  const log = createLogger({ level: "info", now: () => new Date(0), write: (line) => lines.push(line) });
  const error = Object.assign(new Error("no such column"), { digest: "3141592653" });
  logPageError({ log }, error, "/console/ten_1/verifications?search=ada%40people.test");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    requestId: "3141592653",
    path: "/console/ten_1/verifications",
  });
  expect(lines[0]).not.toContain("people.test");
});
