import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { claimFolder } from "../../../scripts/local/single-instance.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "lintel-claim-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("a second start in the same folder is told who runs there, and may start when that one is gone", async () => {
  const root = folder();
  const first = await claimFolder(root);
  await expect(claimFolder(root)).rejects.toThrow(
    `already runs from this folder (process ${process.pid}, still starting)`,
  );
  first.announce("http://localhost:3000");
  await expect(claimFolder(root)).rejects.toThrow("http://localhost:3000");
  first.release();
  const second = await claimFolder(root);
  second.release();
});

test("two folders do not know of each other", async () => {
  const [one, two] = await Promise.all([claimFolder(folder()), claimFolder(folder())]);
  one.release();
  two.release();
});

test("what a killed process left behind is no obstacle", async () => {
  const root = folder();
  const module = new URL("../../../scripts/local/single-instance.ts", import.meta.url).href;
  const script = `const { claimFolder } = await import(${JSON.stringify(module)}); await claimFolder(${JSON.stringify(root)}); process.kill(process.pid, "SIGKILL");`;
  expect(spawnSync(process.execPath, ["--input-type=module", "-e", script]).signal).toBe("SIGKILL");
  expect(existsSync(join(root, ".local/start.sock"))).toBe(true);
  const mine = await claimFolder(root);
  mine.release();
});
