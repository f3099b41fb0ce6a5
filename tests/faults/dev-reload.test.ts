import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { anyPort } from "../../scripts/local/ports.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";

// `npm run test:faults -- dev-reload`: what a contributor sees of `npm run dev`, on a copy of the tree.

const PARTS = [
  "lab",
  "prisma",
  "public",
  "scripts",
  "src",
  "tools",
  "next.config.mjs",
  "package.json",
].concat(["postcss.config.mjs", "prisma.config.ts", "tsconfig.json"].filter(existsSync));
const COMPILED_MS = 240_000;
// A second or two on an idle machine.
const EDITED_MS = 60_000;

/** Below the checkout, so that its packages are found from there; Next follows no link to packages elsewhere. */
async function copyOfTheTree(): Promise<string> {
  await mkdir(".local", { recursive: true });
  const folder = await mkdtemp(resolve(".local/dev-reload-"));
  await chmod(folder, 0o755); // as root, PostgreSQL runs by another account
  onTestFinished(async () => {
    const data = join(folder, ".local/postgres");
    // It may have moved its data to a folder that the account can reach.
    if (existsSync(data)) await rm(realpathSync(data), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  });
  for (const part of PARTS.filter(existsSync)) await cp(part, join(folder, part), { recursive: true });
  return folder;
}

/** `npm run dev` there, without its step that installs. */
async function startDev(folder: string) {
  const child = spawn(process.execPath, ["scripts/local/main.ts", "dev"], {
    cwd: folder,
    env: processEnv({ HOME: tmpdir(), PORT: String(await anyPort()) }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (words += String(chunk)));
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGINT");
    await ended;
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  for (const deadline = Date.now() + COMPILED_MS; !words.includes("Ready in"); await pause(50))
    if (isOver() || Date.now() > deadline) throw new Error(`npm run dev did not come up:\n${words}`);
  const demo = JSON.parse(readFileSync(join(folder, ".local/demo.json"), "utf8"));
  return {
    demo,
    words: () => words,
    timesSaid: (what: string) => words.split(what).length - 1,
  };
}

/** The one file below src that holds this text. */
function fileWith(folder: string, text: string): string {
  const entries = readdirSync(join(folder, "src"), { recursive: true, withFileTypes: true });
  const holding = entries
    .filter((entry) => entry.isFile() && /\.(tsx?|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "utf8").includes(text));
  expect(holding).toHaveLength(1);
  return holding[0] ?? "";
}

test("an edit shows on the hosted page and reaches the worker, without a new start", async () => {
  const folder = await copyOfTheTree();
  const { demo, timesSaid, words } = await startDev(folder);
  const started = await fetch(`${demo.baseUrl}/verify/start`, {
    method: "POST",
    headers: { "x-tenant-api-key": demo.tenant.testKey, "content-type": "application/json" },
    body: "{}",
  });
  const { sessionUrl } = await started.json();
  const page = async (): Promise<string> => (await fetch(sessionUrl)).text();

  const before = "asks you to prove that you are";
  const after = "would like you to show that you are";
  expect(await page()).toContain(before);
  const file = fileWith(folder, before);
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(before, after));
  await expect.poll(page, { timeout: EDITED_MS, interval: 100 }).toContain(after);
  expect(timesSaid("Ready in")).toBe(1);

  const RUNS = '"message":"the worker is running"';
  expect(timesSaid(RUNS)).toBe(1);
  appendFileSync(join(folder, "src/worker/main.ts"), "// edited\n");
  await expect.poll(() => timesSaid(RUNS), { timeout: EDITED_MS }).toBe(2);
  expect(words()).not.toMatch(/ended \(|starting it again/);
  writeFaultRow(import.meta.filename, {
    fault: "An edit while `npm run dev` runs",
    done: "a text of the hosted page and a file of the worker edited in a copy of the tree",
    expected: "both show without a new start",
    got: "the page showed the new text, the worker ran again once, the service was never started again",
  });
}, 600_000);
