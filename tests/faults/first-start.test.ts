import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { seeded } from "../support/world/seeded.ts";

const CLONES = 4;
const PARTS = ["scripts", "src", "prisma", "public", "package.json", "package-lock.json"];
const SPAN_MS = 250; // about what the migrations take
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A clone that has never been started. */
async function freshClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-first-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }));
  await chmod(folder, 0o755); // as root, PostgreSQL runs by another account
  for (const part of PARTS) await cp(part, join(folder, part), { recursive: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Starts as `npm start` does, in a process group of its own, as a terminal would. */
function start(folder: string) {
  const child = spawn(process.execPath, ["scripts/local/main.ts"], {
    cwd: folder,
    env: processEnv({ HOME: folder }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (words += String(chunk)));
  const ended = once(child, "exit");
  return {
    /** Resolves when it has said so, or is over. */
    async says(what: RegExp): Promise<void> {
      while (!what.test(words) && child.exitCode === null && child.signalCode === null) await pause(5);
    },
    signal: (name: "SIGINT" | "SIGKILL") => child.pid !== undefined && process.kill(-child.pid, name),
    ended,
    words: () => words,
  };
}

test("a first start that is stopped while it migrates starts the next time", async () => {
  const chance = seeded();
  const seen: string[] = [];
  for (let clone = 0; clone < CLONES; clone += 1) {
    const folder = await freshClone();
    const history: string[] = [];
    for (const signal of ["SIGKILL", "SIGINT", "SIGKILL"] as const) {
      const running = start(folder);
      await running.says(/postgres .*port \d+/);
      await pause(chance.below(SPAN_MS));
      running.signal(signal);
      await running.ended;
      history.push(
        `${signal} (${/migrate .*(\d+ applied|up to date)/.exec(running.words())?.[1] ?? "on the way"})`,
      );
    }
    const last = start(folder);
    await last.says(/migrate .*(applied|up to date|failed)/);
    last.signal("SIGINT");
    await last.ended;
    seen.push(`${history.join(", ")}, then ${/^.*migrate .*$/m.exec(last.words())?.[0]?.trim()}`);
    expect(last.words()).toMatch(/migrate .*(applied|up to date)/);
  }
  writeFaultRow(import.meta.filename, {
    fault: "The first `npm start` is stopped while it migrates",
    done: `${CLONES} fresh clones, each stopped three times by SIGKILL or Ctrl-C`,
    expected: "the next start finishes the migrations",
    got: `seed ${chance.seed}: ${seen.join("; ")}`,
  });
});
