import { execFileSync } from "node:child_process";
import { tryIt } from "../../scripts/local/summary.ts";
import { expect, test } from "./support/fixtures.ts";

test("the commands that npm start prints do the main job as they are pasted", ({ demo, liveKey }) => {
  const tenant = { ...demo.tenant, liveKey };
  const commands = tryIt({ baseUrl: demo.baseUrl, adminKey: demo.adminKey, tenant }).join("\n");
  const printed = execFileSync("sh", ["-euc", commands], { encoding: "utf8" });
  expect(printed).toContain('"outcome":"approved"');
  expect(printed).toContain('{"valid":true,"over18":true');
});
