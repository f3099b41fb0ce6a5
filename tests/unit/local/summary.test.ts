import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { settle } from "../../../scripts/local/steps.ts";
import { otherDevices } from "../../../scripts/local/summary.ts";

const settled = async (environment: NodeJS.ProcessEnv) => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const folder = mkdtempSync(join(tmpdir(), "lintel-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { env, freePort } = await settle(join(folder, ".env"), environment);
  await freePort();
  return env;
};

test("npm start listens for this machine alone, unless HOST says otherwise", async () => {
  expect(await settled({ NODE_ENV: "test" })).toMatchObject({ HOST: "127.0.0.1" });
  expect(await settled({ NODE_ENV: "test", HOST: "0.0.0.0" })).toMatchObject({ HOST: "0.0.0.0" });
});

test("the summary says how a phone gets in, or that everyone does", () => {
  expect(otherDevices("127.0.0.1", "3000", "192.168.1.20")).toBe(
    "only this machine is let in. For a phone: HOST=0.0.0.0 PORT=3000 PUBLIC_URL=http://192.168.1.20:3000 npm start",
  );
  expect(otherDevices("0.0.0.0", "3000")).toBe("all who reach 0.0.0.0:3000 are let in");
});
