import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { strayNames } from "#platform/process/intrinsics.ts";

const CHILD = fileURLToPath(new URL("../../support/run/frozen-child.ts", import.meta.url));

test("once frozen, nothing that all objects inherit from can be changed, and ordinary code goes on", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, NODE_NO_WARNINGS: "1" },
  });
  expect(JSON.parse(stdout)).toEqual({
    changed: [],
    isSame: true,
    stray: [],
    hasProto: false,
    ordinary: [
      "own",
      "Named: second",
      '{"constructor":"constructor","hasOwnProperty":"hasOwnProperty"}',
      "fn",
      "none",
      0,
    ],
  });
});

describe("strayNames", () => {
  test.each([
    ["Object.prototype", Object.prototype],
    ["Object", Object],
    ["Array.prototype", Array.prototype],
    ["Function.prototype", Function.prototype],
    ["String.prototype", String.prototype],
    ["Error.prototype", Error.prototype],
  ])("finds a name that a parser left on %s", (_name, target) => {
    expect(strayNames()).toEqual([]);
    onTestFinished(() => void Reflect.deleteProperty(target, "polluted"));
    Reflect.set(target, "polluted", "yes");
    expect(strayNames()).toEqual(["polluted"]);
    Reflect.deleteProperty(target, "polluted");
  });
});
