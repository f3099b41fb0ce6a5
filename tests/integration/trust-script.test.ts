import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createAuthority, pemOf } from "../support/wallet/authority.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { databaseForFile } from "../support/world/database.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/trust.ts", import.meta.url));
const database = databaseForFile();

// Each command is a process of its own, and a busy machine needs seconds to start one.
const timeout = 120_000;

const trust = async (...args: string[]): Promise<{ code: number; said: string }> => {
  const env = processEnv({ DATABASE_URL: database.url });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...args], { env });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
};

const fileWith = async (content: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "lintel-trust-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "file");
  await writeFile(path, content);
  return path;
};

test("npm run trust imports, lists and removes, on the database of the service", { timeout }, async () => {
  const { der } = await createAuthority({ name: "CN=Script IACA" });
  const file = await fileWith(pemOf(der));
  expect(await trust("list")).toEqual({ code: 0, said: "Nothing is trusted yet.\n" });
  const imported = await trust("import", file, "--type", "org.iso.18013.5.1.mDL", "--label", "Script");
  expect(imported).toMatchObject({ code: 0, said: expect.stringContaining("1 trusted.") });
  const id = /tra_\w+/.exec(imported.said)?.[0] ?? "";
  expect((await trust("list")).said).toContain(`${id}  org.iso.18013.5.1.mDL  Script`);
  expect((await trust("remove", id)).said).toContain("is not trusted any more");
  expect(await trust("remove", id)).toMatchObject({ code: 1 });
  expect((await trust("list")).said).toBe("Nothing is trusted yet.\n");
});

test("what it cannot do it says in a line, and how it is used", { timeout }, async () => {
  const { der } = await createAuthority();
  expect(await trust()).toMatchObject({ code: 1, said: expect.stringContaining("npm run trust -- list") });
  const untyped = await trust("import", await fileWith(pemOf(der)));
  expect(untyped).toMatchObject({ code: 1, said: expect.stringMatching(/^--type: /) });
  const garbage = await trust("import", await fileWith("no list"));
  expect(garbage).toMatchObject({ code: 1, said: expect.stringMatching(/^content: /) });
});
