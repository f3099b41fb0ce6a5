import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { hasInternetRoute } from "#platform/webhooks/connect.ts";

const noUlimit = process.platform === "win32" ? "there is no ulimit" : null;

test.skipIf(noUlimit !== null)(
  `without file descriptors no attempt is used up${noUlimit ? `: ${noUlimit}` : ""}`,
  () => {
    const script = `ulimit -n 64 && exec "${process.execPath}" --no-warnings tests/support/out-of-files.ts`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      connecting: { kind: "infrastructure", detail: "Out of sockets or memory (EMFILE)." },
      resolving: expect.objectContaining({ kind: "infrastructure" }),
      hasRoute: false,
    });
  },
);

test("asking for a route answers, whatever this machine has, and sends nothing", async () => {
  expect(typeof (await hasInternetRoute())).toBe("boolean");
});
